import { defined } from '../guards.js';
import { formatIssues } from '../question/issues.js';
import type { AskUserRequest } from '../question/types.js';
import type { Answer, AnsweredResult, AskUserResult, UnansweredResult } from './types.js';

/** One answer in the output of the `ask_user` tool. */
type OutputAnswer = {
  readonly question: string;
  readonly answer: string | readonly string[];
  readonly selectedOption?: string;
  readonly wasCustom: boolean;
  readonly notes?: string;
  readonly skipped?: true;
};

/** Output of an answered request. Source: the `ask_user` tool specification. */
export interface AnsweredOutput {
  readonly answered: true;
  readonly answers: readonly OutputAnswer[];
}

/** Output of a request with any other status. */
export type UnansweredOutput =
  | ({ readonly answered: false; readonly answers: readonly [] } & (
      | { readonly cancelled: true }
      | { readonly connectionLost: true }
      | {
          readonly status: Exclude<UnansweredResult['status'], 'cancelled' | 'connectionLost'>;
          readonly reason?: string;
        }
    ))
  /** The user wants to discuss the questions first. `answers` contains the answers so far. */
  | {
      readonly answered: false;
      readonly answers: readonly OutputAnswer[];
      readonly status: 'declined';
      readonly discuss: true;
      readonly reason?: string;
      /** Text of the question that the user wants to discuss, if it is a certain one. */
      readonly about?: string;
    };

const toOutputAnswer = ({ question, answer, selectedOption, wasCustom, notes, skipped }: Answer): OutputAnswer =>
  defined<OutputAnswer>({ question, answer, selectedOption, wasCustom, notes, skipped });

/**
 * Encodes a result in the format of the `ask_user` tool.
 *
 * @param request - Its request, without which the output does not name the question to discuss.
 */
export function toOutput(result: AnsweredResult, request?: AskUserRequest): AnsweredOutput;
export function toOutput(result: UnansweredResult, request?: AskUserRequest): UnansweredOutput;
export function toOutput(result: AskUserResult, request?: AskUserRequest): AnsweredOutput | UnansweredOutput;
export function toOutput(result: AskUserResult, request?: AskUserRequest): AnsweredOutput | UnansweredOutput {
  const { status } = result;
  if (status === 'answered') return { answered: true, answers: result.answers.map(toOutputAnswer) };
  const unanswered = { answered: false, answers: [] } as const;
  if (status === 'cancelled') return { ...unanswered, cancelled: true };
  if (status === 'connectionLost') return { ...unanswered, connectionLost: true };
  const reason =
    status === 'invalid' ? formatIssues(result.issues) || undefined : 'reason' in result ? result.reason : undefined;
  const more = status === 'declined' &&
    result.discuss && { discuss: true, answers: (result.answers ?? []).map(toOutputAnswer) };
  const id = status === 'declined' ? result.about : undefined;
  const about = request?.questions.find((question) => question.id === id)?.question;
  return defined<UnansweredOutput>({ ...unanswered, ...more, status, reason, about } as UnansweredOutput);
}
