import type { AskUserRequest, Question } from '../question/types.js';
import type { Issue } from '../question/issues.js';

/**
 * Reply to one question, as a client sends it. It contains option indexes instead of labels, so a client cannot invent
 * an option.
 */
export interface Reply {
  readonly questionId: string;
  /** Indexes of the selected options. */
  readonly selected: readonly number[];
  /** Text typed under Other, or as the answer to a question without options. */
  readonly custom?: string;
  /** Remark attached to the answer. */
  readonly notes?: string;
  /**
   * Set if the user accepted the option that the agent recommends on Review, and did not select it in the question. It
   * must be the only option that is marked as recommended.
   */
  readonly recommended?: true;
  /** Set if the user skipped the question, left it blank, or sent the other answers without this one. */
  readonly skipped?: true;
}

/** A selected option: its index, with a copy of its label, value and preview. */
export interface SelectedOption {
  /** Index in the question's `options`. */
  readonly index: number;
  readonly label: string;
  /** Absent if the option has none. */
  readonly value?: string;
  readonly preview?: string;
}

/** Answer to one question, built from the user's reply. Labels and texts are kept byte for byte. */
export interface Answer {
  readonly questionId: string;
  /** Text of the question, verbatim. */
  readonly question: string;
  /** Multi-select: the labels in option order, then the custom text. Otherwise the label or the text. `""` if skipped. */
  readonly answer: string | readonly string[];
  /** `answer`, joined with `", "`. */
  readonly text: string;
  /** Single-select: the selected label. Absent for custom text and skipped questions. */
  readonly selectedOption?: string;
  /** Whether custom text is part of the answer. */
  readonly wasCustom: boolean;
  /** Selected options in option order. Their indexes distinguish equal labels. */
  readonly selected: readonly SelectedOption[];
  /** Custom text, byte for byte as typed. Absent if it is blank. */
  readonly custom?: string;
  /** Remark attached to the answer. Absent if it is blank. */
  readonly notes?: string;
  /** Set if the user accepted the option that the agent recommends on Review, and did not select it in the question. */
  readonly recommended?: true;
  /**
   * Set if the user skipped the question, left it blank (`constraints.required: false`), or sent the other answers
   * without this one (`allow.partial`).
   */
  readonly skipped?: true;
}

/** The value that a request resolves to. Only `answered` contains submitted answers. */
export type AskUserResult =
  | { readonly status: 'answered'; readonly answers: readonly Answer[] }
  /**
   * The user declined to answer, and the agent may continue. With `discuss`, the user wants to discuss the questions
   * first: `reason` is their message, `about` the ID of the question that they want to discuss, if it is a certain one,
   * and `answers` contains the answers so far, which are not submitted.
   */
  | {
      readonly status: 'declined';
      readonly reason?: string;
      readonly discuss?: true;
      readonly about?: string;
      readonly answers?: readonly Answer[];
    }
  /** The user cancelled. */
  | { readonly status: 'cancelled'; readonly reason?: string }
  /** The agent or the host withdrew the request, or the host no longer accepts an answer. */
  | { readonly status: 'aborted'; readonly reason?: string }
  /** A newer request or a chat message replaced it. */
  | { readonly status: 'superseded'; readonly reason?: string }
  /** The connection between the agent and the user was lost, or the store no longer has the request. */
  | { readonly status: 'connectionLost'; readonly reason?: string }
  /** The time limit passed. */
  | { readonly status: 'timedOut' }
  /**
   * The user could not be asked, or no answer could be read. With `pendingFile`, the questions are saved in that
   * file, and `reason` explains how to answer them.
   */
  | { readonly status: 'unavailable'; readonly reason: string; readonly pendingFile?: string }
  /** The request or the answers have issues. */
  | { readonly status: 'invalid'; readonly issues: readonly Issue[] };

/** Result with status `answered`. */
export type AnsweredResult = Extract<AskUserResult, { readonly status: 'answered' }>;
/** Result of a user who wants to discuss the questions before answering. */
export type Discussion = Extract<AskUserResult, { readonly status: 'declined' }> & { readonly discuss: true };
/** Result with any status except `answered`. */
export type UnansweredResult = Exclude<AskUserResult, AnsweredResult>;

/** A question of the user about a question of the agent, and the reply. It changes no answer. */
export interface Exchange {
  /** Identifies the exchange in its request. The same when the user tries again. */
  readonly key: string;
  /** ID of the agent's question. */
  readonly questionId: string;
  /** The user's question, verbatim, at most 2,000 code points. */
  readonly text: string;
  /** `failed` if there was no reply. The user can then try again. */
  readonly status: 'waiting' | 'replied' | 'failed';
  /** The reply, verbatim, at most 10,000 bytes of UTF-8. Only if the status is `replied`. */
  readonly reply?: string;
  /** Set if the reply was longer, and its end is missing. */
  readonly isCut?: true;
  /** Name of the user who asked, if a broker knows it. */
  readonly by?: string | undefined;
}

/** Stored form of a settled request. */
export interface AskUserRecord {
  readonly version: 1;
  readonly requestId: string;
  readonly questions: readonly Question[];
  /** Answers of the result; empty unless the status is `answered`. */
  readonly answers: readonly Answer[];
  readonly result: AskUserResult;
  /** Time of the result, in milliseconds since the Unix epoch. */
  readonly answeredAt: number;
  /** Mode in which the host asked: with a user interface, without a user interface, or for an RPC client. */
  readonly mode: 'interactive' | 'print' | 'rpc';
  readonly asker?: string;
  readonly metadata?: AskUserRequest['metadata'];
  readonly previewFormat?: AskUserRequest['previewFormat'];
  /** `false` if the agent did not wait. The model text then says that a skipped question is not answered yet. */
  readonly blocking?: false;
  /** Original input of the request. Some dialects read it to format the result. */
  readonly raw?: unknown;
  /**
   * What the user asked the agent about the questions, with the replies, oldest first for each question. Not part of the
   * result. None is `waiting`. Absent if there is nothing.
   */
  readonly exchanges?: readonly Exchange[];
}
