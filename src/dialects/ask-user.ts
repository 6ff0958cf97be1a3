import { toOutput, type AnsweredOutput, type EndedOutput } from '../core/answer/output.js';
import { LIMITS } from '../core/question/limits.js';
import { parseRequest } from '../core/question/parse-request.js';
import { endingText } from './endings.js';
import type { Dialect } from './types.js';

/** What the `askUser` dialect's agent gets for an answered request. */
export type AskUserOutput = AnsweredOutput;
/** What the `askUser` dialect's agent gets for every other ending. */
export type AskUserEnding = EndedOutput;

/**
 * The `ask_user` tool of the pi coding agent, and the dialog's default.
 *
 * `formatResult` gives `{ answered: true, answers: [{ question, answer, selectedOption?, wasCustom }] }`, one answer a
 * question in question order, with `notes` and `skipped: true` where present; cancelled
 * `{ answered: false, answers: [], cancelled: true }`, connection lost `{ …, connectionLost: true }`, any other ending
 * `{ answered: false, answers: [], status, reason? }`. The model reads that as JSON, followed, where nobody answered, by
 * a sentence that says so.
 *
 * Labels with commas, labels that are equal to another's, and Other beside selections come back as they are; that two
 * equal labels are different options does not: this wire has labels alone. Previews are not on it.
 *
 * Source: the `ask_user` tool specification for the pi coding agent.
 */
export const askUser: Dialect<AskUserOutput, AskUserEnding> = {
  name: 'askUser',
  limits: LIMITS.askUser,
  parse: (input, options) => parseRequest(input, { ...options, limits: options?.limits ?? LIMITS.askUser }),
  formatResult: toOutput,
  toModelText(result) {
    const json = JSON.stringify(toOutput(result));
    return result.status === 'answered' ? json : `${json}\n${endingText(result)}`;
  },
};
