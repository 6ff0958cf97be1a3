import type { ReactElement } from 'react';
import type { AskUserResult, QuestionInput, UseAskUserOptions } from '../../src/react/index.js';
import type { Person } from './person.js';

/** What a host gives, whatever it draws the questions with. */
export interface FaceProps extends UseAskUserOptions {
  questions: readonly QuestionInput[];
  asker: string;
}

/** A way to draw the flow, and the names under which a person finds things there. */
export interface Face {
  readonly name: string;
  readonly draw: (props: FaceProps) => ReactElement;
  readonly words: Words;
}

export interface Words {
  readonly other: string;
  readonly submit: RegExp;
  readonly next: string;
  readonly review: string;
  readonly back: string;
  readonly cancel: string;
  readonly decline: string;
  readonly retry: string;
  readonly clear: string;
  readonly skip: string;
  readonly keep: string;
  readonly discard: RegExp;
  readonly edit: string;
  readonly submitAnyway: string;
  readonly collapse: RegExp;
  readonly expand: RegExp;
  /** Opens the note's field; nothing where it is always there. */
  readonly addNote?: string;
  readonly note: RegExp;
  readonly problem: RegExp;
  readonly confirmsDiscard: RegExp;
  readonly confirmsLong: RegExp;
  readonly failed: RegExp;
  readonly answeredMark: RegExp;
  readonly end: { readonly [Status in AskUserResult['status']]?: RegExp };
}

/** What a handler of the host's does; `hold` leaves the promise to `person.hostTakes()` and `hostRefuses()`. */
export type Outcome = 'take' | 'hold' | 'reject' | 'throw' | 'refuse' | 'already_resolved';

export interface Scenario {
  /** As a person would tell it, with the ids of what it proves. */
  readonly title: string;
  readonly questions: readonly QuestionInput[];
  readonly props?: Omit<UseAskUserOptions, 'onSubmit' | 'onCancel'>;
  /** Of the calls of the handlers, one after the other; then `take`. */
  readonly host?: readonly Outcome[];
  readonly act: (person: Person) => Promise<void>;
  /** Every wire that the host was given, in order: answers, and other endings. */
  readonly submitted?: readonly unknown[];
  readonly cancelled?: readonly unknown[];
  /** Of the last call's `details.result`. */
  readonly result?: unknown;
  /** How it is shown in the end; without one, it goes on. */
  readonly end?: AskUserResult['status'];
}
