import type { AskUserRequest, Question } from '../question/types.js';
import type { Issue } from '../question/issues.js';

/**
 * What a client sends for one question: positions, never labels, so that nobody can put words into the agent's
 * questions. `selected` holds option indexes.
 */
export interface Reply {
  readonly questionId: string;
  readonly selected: readonly number[];
  /** Text typed under Other, or as the answer to a question without options. */
  readonly custom?: string;
  readonly notes?: string;
  readonly skipped?: true;
}

/** A chosen option: where it stood, and what it said. */
export interface SelectedOption {
  /** Position in the question's `options`. */
  readonly index: number;
  readonly label: string;
  readonly preview?: string;
}

/** The immutable record of one question, made at submit. Every text is the asker's or the user's own, byte for byte. */
export interface Answer {
  readonly questionId: string;
  /** The question's text, verbatim. */
  readonly question: string;
  /** Multi-select: labels in option order, then the custom text. Otherwise one string. `""` when skipped. */
  readonly answer: string | readonly string[];
  /** `answer`, joined with `", "`. */
  readonly text: string;
  /** Single-select: the chosen label. */
  readonly selectedOption?: string;
  /** Custom text is part of the answer. */
  readonly wasCustom: boolean;
  /** By index, so that equal labels and labels with commas stay apart. */
  readonly selected: readonly SelectedOption[];
  /** What was typed, byte for byte. */
  readonly custom?: string;
  /** A remark beside the answer. */
  readonly notes?: string;
  /** The user chose not to answer this question. Only where the question or the host allows that. */
  readonly skipped?: true;
}

/** What came of a request. Only `answered` carries answers; nothing else may be read as one. */
export type AskUserResult =
  | { readonly status: 'answered'; readonly answers: readonly Answer[] }
  /**
   * The user won't answer; the agent may go on. Offered where the host sets `allowDecline`. With `discuss`, the user wants to talk about the
   * questions first (`allowDiscuss`): `reason` is the message, and `answers` has what was answered so far, which is not submitted.
   */
  | {
      readonly status: 'declined';
      readonly reason?: string;
      readonly discuss?: true;
      readonly answers?: readonly Answer[];
    }
  /** The user cancelled. */
  | { readonly status: 'cancelled'; readonly reason?: string }
  /** The agent or the host withdrew the request. */
  | { readonly status: 'aborted'; readonly reason?: string }
  /** A newer request or a chat message replaced it. */
  | { readonly status: 'superseded'; readonly reason?: string }
  | { readonly status: 'connectionLost'; readonly reason?: string }
  /** Only where the host opted in to a time limit. */
  | { readonly status: 'timedOut' }
  /** No user could be shown the question. With `pendingFile`, the questions wait in that file, and `reason` says how to answer them. */
  | { readonly status: 'unavailable'; readonly reason: string; readonly pendingFile?: string }
  /** There was nothing that could be asked. */
  | { readonly status: 'invalid'; readonly issues: readonly Issue[] };

/** Every status of a result. */
export const STATUSES = [
  'answered',
  'declined',
  'cancelled',
  'aborted',
  'superseded',
  'connectionLost',
  'timedOut',
  'unavailable',
  'invalid',
] as const satisfies readonly AskUserResult['status'][];

/** A result with answers. */
export type Answered = Extract<AskUserResult, { readonly status: 'answered' }>;
/** The user wants to discuss the questions before answering. */
export type Discussion = Extract<AskUserResult, { readonly status: 'declined' }> & { readonly discuss: true };
/** A result without. */
export type Ended = Exclude<AskUserResult, Answered>;

/** What is kept of a settled request: enough to draw it again and to hand the agent the same result again. */
export interface AskUserRecord {
  readonly version: 1;
  readonly requestId: string;
  readonly questions: readonly Question[];
  /** Empty unless the result is `answered`. */
  readonly answers: readonly Answer[];
  readonly result: AskUserResult;
  /** Milliseconds since the Unix epoch. */
  readonly answeredAt: number;
  readonly mode: 'interactive' | 'print' | 'rpc';
  readonly asker?: string;
  readonly metadata?: AskUserRequest['metadata'];
  readonly previewFormat?: AskUserRequest['previewFormat'];
  /** The original input, which some dialects echo in the tool result. */
  readonly raw?: unknown;
}
