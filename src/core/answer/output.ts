import { defined } from '../guards.js';
import { formatIssues } from '../question/issues.js';
import type { Answer, Answered, AskUserResult, Ended } from './types.js';

/** One answer as the agent reads it. */
export interface OutputAnswer {
  question: string;
  answer: string | readonly string[];
  selectedOption?: string;
  wasCustom: boolean;
  notes?: string;
  skipped?: true;
}

/** What the agent gets for an answered request. Source: the `ask_user` tool specification. */
export interface AnsweredOutput {
  answered: true;
  answers: readonly OutputAnswer[];
}

/** What the agent gets for every other ending. */
export type EndedOutput =
  | ({ answered: false; answers: readonly [] } & (
      | { cancelled: true }
      | { connectionLost: true }
      | { status: Exclude<Ended['status'], 'cancelled' | 'connectionLost'>; reason?: string }
    ))
  /** The user wants to discuss the questions first; `answers` has what was answered so far. */
  | { answered: false; answers: readonly OutputAnswer[]; status: 'declined'; discuss: true; reason?: string };

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
