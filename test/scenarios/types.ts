import type { ReactElement, ReactNode } from 'react';
import type { AskUserResult, QuestionInput } from '../../src/react/index.js';
import type { UseAskUserOptions } from '../../src/react/flow/options.js';
import type { Person } from './person.js';

/** Props that a host passes to every face. */
export interface FaceProps extends UseAskUserOptions {
  questions: readonly QuestionInput[];
  asker: string;
}

/** One UI for the flow, with the names of its controls. */
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
  /** Name of the button that opens the note’s field. Omitted if the field is always visible. */
  readonly addNote?: string;
  readonly note: RegExp;
  readonly problem: RegExp;
  readonly confirmsDiscard: RegExp;
  readonly confirmsLong: RegExp;
  readonly failed: RegExp;
  readonly answeredMark: RegExp;
  readonly end: { readonly [Status in AskUserResult['status']]?: RegExp };
}

/**
 * Result of a handler’s call. With `hold`, the call is pending until `person.hostTakes()` or `person.hostRefuses()`.
 */
export type Outcome = 'take' | 'hold' | 'reject' | 'throw' | 'refuse' | 'already_resolved';

export interface Scenario {
  /** A sentence whose subject is the face, followed by the requirement ids. */
  readonly title: string;
  readonly questions: readonly QuestionInput[];
  readonly props?: Omit<UseAskUserOptions, 'onSubmit' | 'onCancel'>;
  /** Results of the handlers’ calls, in order. Later calls use `take`. */
  readonly host?: readonly Outcome[];
  /** The host’s elements around the face. */
  readonly around?: (page: ReactNode) => ReactElement;
  readonly act: (person: Person) => Promise<void>;
  /** Outputs that `onSubmit` received, in order. Defaults to none. */
  readonly submitted?: readonly unknown[];
  /** Outputs that `onCancel` received, in order. Defaults to none. */
  readonly cancelled?: readonly unknown[];
  /** The last call’s `details.result`. */
  readonly result?: unknown;
  /** Status of the settled view that is rendered at the end. Omitted if the request stays open. */
  readonly end?: AskUserResult['status'];
}
