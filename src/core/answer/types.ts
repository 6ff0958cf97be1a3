import type { AskUserRequest, Question } from '../question/types.js';
import type { Issue } from '../question/issues.js';

/**
 * What a client sends for one question: positions, never labels, so that nobody can put words into the agent's
 * questions. `selected` holds option indexes.
 */
export interface Reply {
  questionId: string;
  selected: readonly number[];
  /** Text typed under Other, or as the answer to a question without options. */
  custom?: string;
  notes?: string;
  skipped?: true;
}

/** A chosen option: where it stood, and what it said. */
export interface SelectedOption {
  /** Position in the question's `options`. */
  index: number;
  label: string;
  preview?: string;
}

/** The immutable record of one question, made at submit. Every text is the asker's or the user's own, byte for byte. */
export interface Answer {
  questionId: string;
  /** The question's text, verbatim. */
  question: string;
  /** Multi-select: labels in option order, then the custom text. Otherwise one string. `""` when skipped. */
  answer: string | readonly string[];
  /** `answer`, joined with `", "`. */
  text: string;
  /** Single-select: the chosen label. */
  selectedOption?: string;
  /** Custom text is part of the answer. */
  wasCustom: boolean;
  /** By index, so that equal labels and labels with commas stay apart. */
  selected: readonly SelectedOption[];
  /** What was typed, byte for byte. */
  custom?: string;
  /** A remark beside the answer. */
  notes?: string;
  /** The user chose not to answer this question. Only where the question or the host allows that. */
  skipped?: true;
}

/** What came of a request. Only `answered` carries answers; nothing else may be read as one. */
export type AskUserResult =
  | { status: 'answered'; answers: readonly Answer[] }
  /**
   * The user won't answer; the agent may go on. Offered where the host sets `allowDecline`. With `discuss`, the user wants to talk about the
   * questions first (`allowDiscuss`): `reason` is the message, and `answers` has what was answered so far, which is not submitted.
   */
  | { status: 'declined'; reason?: string; discuss?: true; answers?: readonly Answer[] }
  /** The user cancelled. */
  | { status: 'cancelled'; reason?: string }
  /** The agent or the host withdrew the request. */
  | { status: 'aborted'; reason?: string }
  /** A newer request or a chat message replaced it. */
  | { status: 'superseded'; reason?: string }
  | { status: 'connectionLost'; reason?: string }
  /** Only where the host opted in to a time limit. */
  | { status: 'timedOut' }
  /** No user could be shown the question. With `pendingFile`, the questions wait in that file, and `reason` says how to answer them. */
  | { status: 'unavailable'; reason: string; pendingFile?: string }
  /** There was nothing that could be asked. */
  | { status: 'invalid'; issues: readonly Issue[] };

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
export type Answered = Extract<AskUserResult, { status: 'answered' }>;
/** The user wants to discuss the questions before answering. */
export type Discussion = Extract<AskUserResult, { status: 'declined' }> & { discuss: true };
/** A result without. */
export type Ended = Exclude<AskUserResult, Answered>;

/** What is kept of a settled request: enough to draw it again and to hand the agent the same result again. */
export interface AskUserRecord {
  version: 1;
  requestId: string;
  questions: readonly Question[];
  /** Empty unless the result is `answered`. */
  answers: readonly Answer[];
  result: AskUserResult;
  /** Milliseconds since the Unix epoch. */
  answeredAt: number;
  mode: 'interactive' | 'print' | 'rpc';
  asker?: string;
  metadata?: AskUserRequest['metadata'];
  previewFormat?: AskUserRequest['previewFormat'];
  /** The original input, which some dialects echo in the tool result. */
  raw?: unknown;
}
