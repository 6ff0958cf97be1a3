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
export type EndedOutput = { answered: false; answers: readonly [] } & (
  | { cancelled: true }
  | { connectionLost: true }
  | { status: Exclude<Ended['status'], 'cancelled' | 'connectionLost'>; reason?: string }
);

const toOutputAnswer = ({ question, answer, selectedOption, wasCustom, notes, skipped }: Answer): OutputAnswer => ({
  question,
  answer,
  ...(selectedOption !== undefined && { selectedOption }),
  wasCustom,
  ...(notes !== undefined && { notes }),
  ...(skipped && { skipped }),
});

/** A result in the shape of the `ask_user` tool: what the hook and the dialog hand over unless a dialect is given. */
export function toOutput(result: Answered): AnsweredOutput;
export function toOutput(result: Ended): EndedOutput;
export function toOutput(result: AskUserResult): AnsweredOutput | EndedOutput;
export function toOutput(result: AskUserResult): AnsweredOutput | EndedOutput {
  switch (result.status) {
    case 'answered':
      return { answered: true, answers: result.answers.map(toOutputAnswer) };
    case 'cancelled':
      return { answered: false, answers: [], cancelled: true };
    case 'connectionLost':
      return { answered: false, answers: [], connectionLost: true };
    default: {
      const reason = result.status === 'invalid' ? result.issues[0]?.message : 'reason' in result ? result.reason : undefined;
      return { answered: false, answers: [], status: result.status, ...(reason !== undefined && { reason }) };
    }
  }
}
