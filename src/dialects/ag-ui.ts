import { type OutputAnswer, toOutput } from '../core/answer/output.js';
import type { Answer, Answered, AskUserResult, Ended } from '../core/answer/types.js';
import { defined, isRecord } from '../core/guards.js';
import type { Issue, ParseResult } from '../core/question/issues.js';
import { LIMITS } from '../core/question/limits.js';
import type { AskUserRequest } from '../core/question/types.js';
import { messageOf, parseInterrupts, type Part, partsOf } from './ag-ui-interrupts.js';
import { askUser, discussionIn } from './ask-user.js';
import { ENDED, endingWith, jsonWithEnding, whyEnded } from './shared/endings.js';
import { listOf } from './shared/envelope.js';
import { type Fields, fieldsIn } from './shared/fields.js';
import { type FormContent, fromContent, toContent } from './shared/form.js';
import { refuse } from './shared/issues.js';
import { withLimits } from './shared/limits.js';
import { hasMark } from './shared/marks.js';
import { answeredWith, wordsOf } from './shared/one-answer.js';
import { answeredOf, resultReader, textOf } from './shared/read-answer.js';
import type { AgentDialect } from './types.js';

/** The answer to `metadata.questions`. */
export interface AgUiAnswers {
  readonly outcome: 'answered';
  /** One a question, in question order. */
  readonly answers: readonly OutputAnswer[];
}

/** What an agent gets where a person would not answer. */
export interface AgUiNoAnswer {
  /** `skipped`: the one question of a `message`. */
  readonly outcome: 'declined' | 'skipped';
  readonly reason?: string;
  /** The user wants to discuss the questions first; `answers` has what was answered so far. */
  readonly discuss?: true;
  readonly answers?: readonly OutputAnswer[];
}

/** One of the entries of `RunAgentInput.resume`. */
export type AgUiResumeEntry =
  | {
      readonly interruptId: string;
      readonly status: 'resolved';
      /** A form's content for a `responseSchema`, the text itself for a `message`. */
      readonly payload: AgUiAnswers | AgUiNoAnswer | FormContent | string;
    }
  | {
      readonly interruptId: string;
      readonly status: 'cancelled';
      /** Which ending it was, and why; absent for `cancelled` without a reason. */
      readonly metadata?: { readonly outcome: Exclude<Ended['status'], 'declined'>; readonly reason?: string };
    };

/** What an ending is called that AG-UI has no word for. */
function abandoned(interruptId: string, result: Exclude<Ended, { status: 'declined' }>): AgUiResumeEntry {
  const { status: outcome } = result;
  const reason = whyEnded(result);
  const told = outcome !== 'cancelled' || reason !== undefined;
  return { interruptId, status: 'cancelled', ...(told && { metadata: defined({ outcome, reason }) }) };
}

function answered({ id: interruptId, from, fields, questions }: Part, answers: readonly Answer[]): AgUiResumeEntry {
  const own: Answered = {
    status: 'answered',
    answers: answers.filter(({ questionId }) => questions.some(({ id }) => id === questionId)),
  };
  const resolved = { interruptId, status: 'resolved' } as const;
  if (from === 'form') {
    const { content, issues } = toContent(fields, own.answers);
    return issues.length > 0
      ? abandoned(interruptId, { status: 'invalid', issues })
      : { ...resolved, payload: content };
  }
  if (from === 'message') return { ...resolved, payload: wordsOf(own) ?? { outcome: 'skipped' } };
  return { ...resolved, payload: { outcome: 'answered', answers: toOutput(own).answers } };
}

function entryOf(part: Part, result: AskUserResult): AgUiResumeEntry {
  if (result.status === 'answered') return answered(part, result.answers);
  if (result.status !== 'declined') return abandoned(part.id, result);
  const { status: outcome, reason, discuss } = result;
  const own = result.answers?.filter(({ questionId }) => part.questions.some(({ id }) => id === questionId)) ?? [];
  const answers = discuss && toOutput({ status: 'answered', answers: own }).answers;
  return {
    interruptId: part.id,
    status: 'resolved',
    payload: defined<AgUiNoAnswer>({ outcome, reason, discuss, answers }),
  };
}

const formatResult = (result: AskUserResult, request: AskUserRequest): AgUiResumeEntry[] =>
  partsOf(request).map((part) => entryOf(part, result));

/** The ending that an entry tells of; `undefined` for an answer. */
function endingIn({ fields, questions }: Part, { status, payload, metadata }: Fields): Ended | undefined {
  if (status === 'cancelled') {
    const { outcome, reason } = fieldsIn(metadata);
    return endingWith(ENDED.find((one) => one === outcome) ?? 'cancelled', textOf(reason));
  }
  // A form may have a field of this name.
  if (!isRecord(payload) || payload['outcome'] !== 'declined' || fields.some(({ key }) => key === 'outcome')) {
    return undefined;
  }
  if (payload['discuss'] === true) return discussionIn(payload, { requestId: '', questions });
  return endingWith('declined', textOf(payload['reason']));
}

function answersIn(part: Part, { payload }: Fields, request: AskUserRequest): ParseResult<AskUserResult> {
  const own = { ...request, questions: part.questions };
  if (part.from === 'form') {
    const { said, issues } = fromContent(part.fields, payload);
    return issues.length > 0 ? { ok: false, issues } : answeredOf(own, said);
  }
  if (part.from === 'message') return typeof payload === 'string' ? answeredWith(own, [payload]) : answeredOf(own, []);
  return askUser.parseResult({ answered: true, answers: isRecord(payload) ? payload['answers'] : undefined }, own);
}

function readEntries(wire: readonly unknown[], request: AskUserRequest): ParseResult<AskUserResult> {
  const parts = partsOf(request).map((part) => {
    const entries = wire.filter((one) => isRecord(one) && one['interruptId'] === part.id);
    return { part, entry: isRecord(entries[0]) ? entries[0] : undefined, twice: entries.length > 1 };
  });
  for (const { part, entry, twice } of parts) {
    if (!entry) return refuse('missing', '', `Nothing is said of the interrupt "${part.id}". Send an entry for each.`);
    if (twice) return refuse('duplicate', '', `The interrupt "${part.id}" has two entries. Send one.`);
    if (entry['status'] !== 'resolved' && entry['status'] !== 'cancelled') {
      return refuse('type', '', `The entry of "${part.id}" is neither "resolved" nor "cancelled". Send one of these.`);
    }
  }
  const endings = parts.map(({ part, entry }) => endingIn(part, entry ?? {}));
  const ended = endings.find((one) => one?.status === 'declined') ?? endings[0];
  if (ended && !endings.includes(undefined)) {
    const answers = endings.flatMap((one) => (one?.status === 'declined' && one.answers) || []);
    const isDiscussed = ended.status === 'declined' && ended.discuss;
    return { ok: true, value: isDiscussed ? { ...ended, answers } : ended, warnings: [] };
  }
  const answers: Answer[] = [];
  const issues: Issue[] = [];
  for (const [i, { part, entry }] of parts.entries()) {
    const own = { ...request, questions: part.questions };
    // Beside interrupts that were answered, one that was not is one that was skipped.
    const read = endings[i] ? answeredOf(own, []) : answersIn(part, entry ?? {}, request);
    if (!read.ok) issues.push(...read.issues);
    else if (read.value.status === 'answered') answers.push(...read.value.answers);
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: { status: 'answered', answers }, warnings: [] };
}

/**
 * AG-UI's interrupts: the event `RUN_FINISHED` whose `outcome` is an interrupt, that outcome, a list of interrupts, or one. All
 * that are open make one request, and its result answers all of them. What an interrupt asks is in `metadata.questions` (the
 * plain shape), else in its `responseSchema` (a flat JSON Schema form), else in its `message`, answered in the person's own
 * words. Where both are there and the questions' ids are the schema's properties, the form is answered, and shown with the
 * questions' texts, descriptions and previews. A `message` beside questions is the context of the first. Several interrupts'
 * question ids have the interrupt's position before them, `2.q1`.
 *
 * The interrupt's id is the `requestId` unless the host gives one (several: joined with a space). `metadata.interrupts` has what
 * else each of them says: `reason`, `toolCallId`, `expiresAt` and its own `metadata`. Nothing here looks at a clock.
 *
 * `formatResult` gives `RunAgentInput.resume`: `agent.runAgent({ resume: wire })`, with an entry for every open interrupt, which
 * the protocol demands.
 *
 * | status | each interrupt's entry |
 * | --- | --- |
 * | answered | `resolved`; the payload is `{ outcome: 'answered', answers: [{ question, answer, selectedOption?, wasCustom, notes?, skipped? }] }` for questions, the content by property for a form, the text for a message (skipped: `{ outcome: 'skipped' }`) |
 * | declined | `resolved` with the payload `{ outcome: 'declined', reason? }` |
 * | cancelled | `cancelled`, with its reason in `metadata` if it has one |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | `cancelled` with `metadata: { outcome, reason? }`, which of them it was |
 *
 * What the model reads is up to its agent; `toModelText` is the entries as JSON, followed, where nobody answered, by a sentence
 * that says so. `parseResult` takes an interrupt that was cancelled or declined beside others that were answered for one whose
 * questions were skipped.
 *
 * Labels with commas, equal question texts and Other beside selections come back as they are; that two equal labels are different
 * options does not, and previews are not on this wire. A form and a message have no room for notes either, nor a form for own words
 * beside choices unless there is a property for them (`<key>__other`); an answer that its schema refuses (a `pattern`) is not sent:
 * that interrupt is `cancelled`, its outcome `invalid`. A form with a property called `outcome` may read as declined to its agent.
 *
 * Source: AG-UI 1.0, `@ag-ui/core` 1.0.0.
 */
export const agUi: AgentDialect<AgUiResumeEntry[]> = {
  name: 'agUi',
  agent: 'AG-UI interrupts',
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
  parse: (input, options) => parseInterrupts(input, withLimits(options, LIMITS.askUser)),
  recognises: (input) =>
    hasMark(input, (source) => {
      const { type, interrupts } = fieldsIn(source['type'] === 'RUN_FINISHED' ? source['outcome'] : source);
      return type === 'interrupt' && Array.isArray(interrupts);
    }),
  formatRequest({ metadata, ...request }) {
    const written = askUser.formatRequest(request);
    if (!written.ok || !isRecord(written.value)) return written;
    const { questions } = written.value;
    const interrupt = {
      id: request.requestId,
      reason: 'input_required',
      message: messageOf(request),
      metadata: { ...metadata, questions },
    };
    return { ...written, value: { type: 'interrupt', interrupts: [interrupt] } };
  },
  formatResult,
  toModelText(result, request) {
    const output = formatResult(result, request);
    return result.status === 'answered' ? JSON.stringify(output) : jsonWithEnding(output, result);
  },
  parseResult: resultReader('a list of resume entries', (output, request) =>
    Array.isArray(output) ? readEntries(listOf(output), request) : undefined,
  ),
};
