import { defined } from '../guards.js';
import { formatIssues } from '../question/issues.js';
import type { Answer, Answered, AskUserResult, Ended } from './types.js';

/** One answer as the agent reads it. */
export interface OutputAnswer {
  readonly question: string;
  readonly answer: string | readonly string[];
  readonly selectedOption?: string;
  readonly wasCustom: boolean;
  readonly notes?: string;
  readonly skipped?: true;
}

/** What the agent gets for an answered request. Source: the `ask_user` tool specification. */
export interface AnsweredOutput {
  readonly answered: true;
  readonly answers: readonly OutputAnswer[];
}

/** What the agent gets for every other ending. */
export type EndedOutput =
  | ({ readonly answered: false; readonly answers: readonly [] } & (
      | { readonly cancelled: true }
      | { readonly connectionLost: true }
      | { readonly status: Exclude<Ended['status'], 'cancelled' | 'connectionLost'>; readonly reason?: string }
    ))
  /** The user wants to discuss the questions first; `answers` has what was answered so far. */
  | {
      readonly answered: false;
      readonly answers: readonly OutputAnswer[];
      readonly status: 'declined';
      readonly discuss: true;
      readonly reason?: string;
    };

const toOutputAnswer = ({ question, answer, selectedOption, wasCustom, notes, skipped }: Answer): OutputAnswer =>
  defined<OutputAnswer>({ question, answer, selectedOption, wasCustom, notes, skipped });

/** A result in the shape of the `ask_user` tool: what the hook and the dialog hand over unless a dialect is given. */
export function toOutput(result: Answered): AnsweredOutput;
export function toOutput(result: Ended): EndedOutput;
export function toOutput(result: AskUserResult): AnsweredOutput | EndedOutput;
export function toOutput(result: AskUserResult): AnsweredOutput | EndedOutput {
  const { status } = result;
  if (status === 'answered') return { answered: true, answers: result.answers.map(toOutputAnswer) };
  const ended = { answered: false, answers: [] } as const;
  if (status === 'cancelled') return { ...ended, cancelled: true };
  if (status === 'connectionLost') return { ...ended, connectionLost: true };
  const reason =
    status === 'invalid' ? formatIssues(result.issues) || undefined : 'reason' in result ? result.reason : undefined;
  // What was answered so far, and is not submitted.
  const more = status === 'declined' &&
    result.discuss && { discuss: true, answers: result.answers?.map(toOutputAnswer) };
  return defined<EndedOutput>({ ...ended, ...more, status, reason } as EndedOutput);
}
