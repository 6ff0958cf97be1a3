import { type AnsweredOutput, type UnansweredOutput, toOutput } from '../../../core/answer/output.js';
import type { UnansweredResult } from '../../../core/answer/types.js';
import type { AskUserRequest } from '../../../core/question/types.js';
import { LIMITS } from '../../../core/question/limits.js';
import { parseRequest } from '../../../core/question/parse-request.js';
import { fromJson } from '../../../core/question/scan.js';
import { isDiscussion } from '../../wire/discuss.js';
import { UNANSWERED_STATUSES } from '../../../core/answer/statuses.js';
import { formatUnanswered } from '../../wire/unanswered.js';
import { listOf } from '../../wire/envelope.js';
import { isRecord } from '../../../core/guards.js';
import type { Fields } from '../../wire/fields.js';
import {
  answeredOf,
  discussionOf,
  parseUnansweredFields,
  resultReader,
  type ParsedAnswer,
  textOf,
  textsOf,
  unanswered,
} from '../../wire/read-answer.js';
import { withLimits } from '../../wire/limits.js';
import { withRules } from '../../wire/rules.js';
import { DEFAULT_SHAPE } from '../../wire/shape.js';
import { writeRequest } from '../../wire/write-request.js';
import { withTool } from '../../with-tool.js';
import type { ToolDialect } from '../../types.js';
import { askUserTool } from './tool.js';

function parseAnswer(answer: unknown): ParsedAnswer | undefined {
  if (!isRecord(answer) || answer['skipped'] === true) return { notes: notesOf(answer) };
  const texts = textsOf(answer['answer']);
  // The custom text comes last and can equal a label.
  const custom = answer['wasCustom'] === true ? texts.at(-1) : undefined;
  return { names: custom === undefined ? texts : texts.slice(0, -1), custom, notes: notesOf(answer) };
}

export function discussionIn(output: Fields, request: AskUserRequest): UnansweredResult {
  const parsed = listOf(output['answers']).map((answer) => ({
    question: isRecord(answer) ? (textOf(answer['question']) ?? '') : '',
    ...parseAnswer(answer),
  }));
  return discussionOf(request, parsed, textOf(output['reason']));
}

const notesOf = (answer: unknown): string | undefined => (isRecord(answer) ? textOf(answer['notes']) : undefined);

/**
 * The `ask_user` tool of the pi coding agent. Without a dialect, the dialog uses the same format.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ answered: true, answers: [{ question, answer, selectedOption?, wasCustom, notes?, skipped? }] }`, with one answer per question in question order |
 * | cancelled | `{ answered: false, answers: [], cancelled: true }` |
 * | connectionLost | `{ answered: false, answers: [], connectionLost: true }` |
 * | declined, aborted, superseded, timedOut, unavailable, invalid | `{ answered: false, answers: [], status, reason? }` |
 * | declined with `discuss` | `{ answered: false, answers: [… so far], status: 'declined', discuss: true, reason? }`; the model text starts with the statement that the user has not answered yet |
 *
 * The model text is the output as JSON. For an unanswered request it adds a sentence that states why. Only that
 * sentence contains the reason of `cancelled` and `connectionLost`.
 *
 * Labels with commas and custom text beside selected options are preserved. Equal labels are ambiguous, because the
 * format identifies options by label. Previews are not returned.
 *
 * Source: the `ask_user` tool specification for the pi coding agent.
 */
export const askUser: ToolDialect<AnsweredOutput, UnansweredOutput> = withTool(askUserTool, {
  name: 'askUser',
  agent: 'pi `ask_user`',
  capabilities: {
    keyedBy: 'index',
    optionsBy: 'label',
    multiSelect: 'list',
    customText: 'separate',
    notes: true,
    previews: false,
    skipped: true,
    discuss: true,
    statuses: UNANSWERED_STATUSES,
  },
  limits: LIMITS.askUser,
  parse: (input, options) =>
    withRules(parseRequest(input, withLimits(options, LIMITS.askUser)), fromJson(input), {}, options?.strict),
  formatResult: toOutput,
  toModelText(result) {
    const json = JSON.stringify(toOutput(result));
    // The sentence comes first, because the answers so far are not submitted.
    if (result.status !== 'answered' && isDiscussion(result)) return `${formatUnanswered(result)}\n${json}`;
    return result.status === 'answered' ? json : `${json}\n${formatUnanswered(result)}`;
  },
  // Other agents write the same shape.
  matches: () => false,
  formatRequest: (request) => writeRequest(request, DEFAULT_SHAPE, { limits: LIMITS.askUser }),
  parseResult: resultReader('{ answered, answers }', (output, request) => {
    if (!isRecord(output) || !Array.isArray(output['answers'])) return undefined;
    if (output['answered'] === true) return answeredOf(request, listOf(output['answers']).map(parseAnswer));
    if (output['status'] === 'declined' && output['discuss'] === true) return unanswered(discussionIn(output, request));
    return parseUnansweredFields(output);
  }),
});
