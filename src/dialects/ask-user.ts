import { type AnsweredOutput, type EndedOutput, toOutput } from '../core/answer/output.js';
import type { Ended } from '../core/answer/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { LIMITS } from '../core/question/limits.js';
import { parseRequest } from '../core/question/parse-request.js';
import { isDiscussion } from './shared/discuss.js';
import { ENDED, endingText } from './shared/endings.js';
import { listOf } from './shared/envelope.js';
import { isRecord } from '../core/guards.js';
import type { Fields } from './shared/fields.js';
import {
  answeredOf,
  discussionOf,
  endedFields,
  resultReader,
  type Said,
  textOf,
  textsOf,
  unanswered,
} from './shared/read-answer.js';
import { PLAIN } from './shared/shape.js';
import { writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

function saidOf(answer: unknown): Said | undefined {
  if (!isRecord(answer) || answer['skipped'] === true) return { notes: notesOf(answer) };
  const texts = textsOf(answer['answer']);
  // Own words come last, and may read like an option.
  const custom = answer['wasCustom'] === true ? texts.at(-1) : undefined;
  return { chosen: custom === undefined ? texts : texts.slice(0, -1), custom, notes: notesOf(answer) };
}

/** A discussion, with the answers so far. */
export function discussionIn(wire: Fields, request: AskUserRequest): Ended {
  const said = listOf(wire['answers']).map((answer) => ({
    question: isRecord(answer) ? (textOf(answer['question']) ?? '') : '',
    ...saidOf(answer),
  }));
  return discussionOf(request, said, textOf(wire['reason']));
}

const notesOf = (answer: unknown): string | undefined => (isRecord(answer) ? textOf(answer['notes']) : undefined);

/** What the `askUser` dialect's agent gets for an answered request. */
export type AskUserOutput = AnsweredOutput;
/** What the `askUser` dialect's agent gets for every other ending. */
export type AskUserEnding = EndedOutput;

/**
 * The `ask_user` tool of the pi coding agent, and the dialog's default.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `{ answered: true, answers: [{ question, answer, selectedOption?, wasCustom, notes?, skipped? }] }`, one answer a question in question order |
 * | cancelled | `{ answered: false, answers: [], cancelled: true }` |
 * | connectionLost | `{ answered: false, answers: [], connectionLost: true }` |
 * | declined, aborted, superseded, timedOut, unavailable, invalid | `{ answered: false, answers: [], status, reason? }` |
 * | declined with `discuss` | `{ answered: false, answers: [… so far], status: 'declined', discuss: true, reason? }`; the model reads first that the user has not answered yet |
 *
 * The model reads that as JSON, followed, where nobody answered, by a sentence that says so. The reason of the two with a field of
 * their own is in that sentence alone.
 *
 * Labels with commas, labels that are equal to another's, and Other beside selections come back as they are; that two
 * equal labels are different options does not: this wire has labels alone. Previews are not on it.
 *
 * Source: the `ask_user` tool specification for the pi coding agent.
 */
export const askUser: AgentDialect<AskUserOutput, AskUserEnding> = {
  name: 'askUser',
  agent: 'pi `ask_user`',
  carries: {
    keyedBy: 'position',
    choice: 'label',
    several: 'list',
    custom: 'apart',
    notes: true,
    previews: false,
    skipped: true,
    discuss: true,
    endings: ENDED,
  },
  limits: LIMITS.askUser,
  parse: (input, options) => parseRequest(input, { ...options, limits: options?.limits ?? LIMITS.askUser }),
  formatResult: toOutput,
  toModelText(result) {
    const json = JSON.stringify(toOutput(result));
    // What comes first is read first: these are not answers.
    if (result.status !== 'answered' && isDiscussion(result)) return `${endingText(result)}\n${json}`;
    return result.status === 'answered' ? json : `${json}\n${endingText(result)}`;
  },
  // Every other family that writes questions writes them so, too.
  recognises: () => false,
  formatRequest: (request) => writeRequest(request, PLAIN),
  parseResult: resultReader('{ answered, answers }', (wire, request) => {
    if (!isRecord(wire) || !Array.isArray(wire['answers'])) return undefined;
    if (wire['answered'] === true) return answeredOf(request, listOf(wire['answers']).map(saidOf));
    if (wire['status'] === 'declined' && wire['discuss'] === true) return unanswered(discussionIn(wire, request));
    return endedFields(wire);
  }),
};
