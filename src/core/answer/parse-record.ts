import { defined, isRecord } from '../guards.js';
import type { Issue, ParseResult } from '../question/issues.js';
import { DISPLAY_LIMITS } from '../question/limits.js';
import { fromJson } from '../question/scan.js';
import { REQUEST } from '../question/schema.js';
import type { Question } from '../question/types.js';
import { bool, fault, fields, list, number, oneOf, optional, schema, text, type Schema } from '../schema.js';
import { buildAnswers, toReplyOf } from './build-answers.js';
import { withAnyNotes } from './constraints.js';
import { STATUSES } from './statuses.js';
import type { Answer, AskUserRecord, AskUserResult, Exchange, SelectedOption } from './types.js';

const texts = list(text(), DISPLAY_LIMITS.options + 1);

export const textOrTexts: Schema<string | readonly string[], false> = schema(
  'a string or an array of strings',
  (value, path, issues) => (Array.isArray(value) ? texts : text()).read(value, path, issues),
);

const answer = fields<Answer>({
  questionId: text(),
  question: text(),
  answer: textOrTexts,
  text: text(),
  selectedOption: optional(text()),
  wasCustom: bool,
  selected: list(
    fields<SelectedOption>({
      index: number,
      label: text(),
      value: optional(text()),
      preview: optional(text()),
    }),
    DISPLAY_LIMITS.options,
  ),
  custom: optional(text()),
  notes: optional(text()),
  recommended: optional(oneOf(true)),
  skipped: optional(oneOf(true)),
});

const answers = list(answer, DISPLAY_LIMITS.questions);
const issue = fields<Issue>({ code: text(), path: text(), message: text() });

/** Maximum length of `issues` in a record, which limits the work for a hostile one. */
const MOST_ISSUES = 10_000;

interface ResultFields {
  status: AskUserResult['status'];
  reason?: string;
  pendingFile?: string;
  discuss?: true;
  about?: string;
  answers?: readonly Answer[];
  issues?: readonly Issue[];
}

const resultFields = fields<ResultFields>({
  status: oneOf(...STATUSES),
  reason: optional(text()),
  pendingFile: optional(text()),
  discuss: optional(oneOf(true)),
  about: optional(text()),
  answers: optional(answers),
  issues: optional(list(issue, MOST_ISSUES)),
});

const result = schema<AskUserResult>('an object', (value, path, faults) => {
  const found = resultFields.read(value, path, faults);
  if (!found) return undefined;
  const { status, reason, pendingFile, issues } = found;
  const missing = (name: string) =>
    fault(faults, 'missing', `${path}.${name}`, `Missing. A result that is "${status}" has it.`);
  switch (status) {
    case 'answered':
      return found.answers ? { status, answers: found.answers } : missing('answers');
    case 'invalid':
      return issues ? { status, issues } : missing('issues');
    case 'unavailable':
      if (reason === undefined) return missing('reason');
      return pendingFile === undefined ? { status, reason } : { status, reason, pendingFile };
    case 'timedOut':
      return { status };
    case 'declined': {
      const { discuss, about, answers: soFar } = found;
      return defined<AskUserResult>({ status, reason, discuss, about: discuss && about, answers: discuss && soFar });
    }
    default:
      return reason === undefined ? { status } : { status, reason };
  }
});

/** Maximum number of exchanges in a record, which limits the work for a hostile one. */
const MOST_EXCHANGES = 20 * DISPLAY_LIMITS.questions;

const exchanges = list(
  fields<Exchange>({
    key: text(),
    questionId: text(),
    text: text(),
    status: oneOf('replied', 'failed', 'waiting'),
    reply: optional(text()),
    isCut: optional(oneOf(true)),
    by: optional(text()),
  }),
  MOST_EXCHANGES,
);

const record = fields<AskUserRecord>({
  ...REQUEST,
  version: oneOf(1),
  answers,
  result,
  answeredAt: number,
  mode: oneOf('interactive', 'print', 'rpc'),
  exchanges: optional(exchanges),
});

/** Checks that each answer equals the one that its selection and texts produce, in question order. */
function checkAnswers(questions: readonly Question[], given: readonly Answer[], faults: Issue[]): void {
  const replies = given.map(toReplyOf);
  const asked = questions.filter(({ id }) => given.some(({ questionId }) => questionId === id));
  const built = buildAnswers({ requestId: '', questions: asked }, replies);
  if (!built.ok) {
    for (const { code, path, message } of built.issues) {
      fault(faults, code, path.replace('replies', 'answers'), message);
    }
    return;
  }
  given.forEach((one, i) => {
    if (JSON.stringify(built.value[i]) !== JSON.stringify(one)) {
      fault(faults, 'mismatch', `answers[${i}]`, 'Must match its selected options and texts, in question order.');
    }
  });
}

function checkExchanges({ questions, exchanges: given = [] }: AskUserRecord, faults: Issue[]): void {
  for (const [i, { questionId, status, reply }] of given.entries()) {
    const path = `exchanges[${i}]`;
    if (!questions.some(({ id }) => id === questionId))
      fault(faults, 'unknown_question', `${path}.questionId`, 'Must be the ID of a question.');
    if (status !== (reply === undefined ? 'failed' : 'replied'))
      fault(faults, 'mismatch', `${path}.status`, 'Must be "replied" with a reply, or "failed" without one.');
  }
}

function check(found: AskUserRecord, faults: Issue[]): void {
  const { questions, result: outcome } = found;
  checkExchanges(found, faults);
  const about = outcome.status === 'declined' ? outcome.about : undefined;
  if (about !== undefined && !questions.some(({ id }) => id === about))
    fault(faults, 'unknown_question', 'result.about', 'Must be the ID of a question.');
  const expected = outcome.status === 'answered' ? outcome.answers : [];
  if (JSON.stringify(expected) !== JSON.stringify(found.answers)) {
    fault(
      faults,
      'mismatch',
      'answers',
      'Must equal the answers of the result, or be empty if its status is not "answered".',
    );
  }
  if (Math.abs(found.answeredAt) > LAST_DATE) fault(faults, 'type', 'answeredAt', 'Must be milliseconds since 1970.');
  if (outcome.status === 'declined') checkAnswers(questions.map(withAnyNotes), outcome.answers ?? [], faults);
  else checkAnswers(questions, found.answers, faults);
}

/** The last time that `Date` can represent, in milliseconds. */
const LAST_DATE = 8.64e15;

const HOW = 'Pass the return value of toRecord(), as an object or as JSON text.';

/**
 * Parses a stored record: an object, or the JSON text of one. Strings are kept byte for byte, and each answer is checked
 * against its question. Unknown fields are dropped, except in `metadata` and `raw`.
 *
 * In addition to codes of `parseRequest` and `buildAnswers`, an issue can have the code `version` if the record has an
 * unsupported version, `unknown` if a constraint is not in `constraints`, or `mismatch` if two parts of the record
 * contradict each other.
 *
 * @returns The record, or the issues. Never throws.
 */
export function parseRecord(input: unknown): ParseResult<AskUserRecord> {
  const issues: Issue[] = [];
  let value: AskUserRecord | undefined;
  try {
    const source = fromJson(input);
    if (!isRecord(source)) fault(issues, 'type', '', `Must be an object. ${HOW}`);
    else if (source.version === 1) {
      value = record.read(source, '', issues);
      if (value && !issues.length) check(value, issues);
    } else fault(issues, 'version', 'version', versionText(source.version));
  } catch {
    fault(issues, 'unreadable', '', `Could not be read. ${HOW}`);
  }
  return value && !issues.length ? { ok: true, value, warnings: [] } : { ok: false, issues };
}

const versionText = (version: unknown): string =>
  typeof version === 'number' && version > 1 ? `Must be 1, is ${version}. Update react-ask-user.` : `Must be 1. ${HOW}`;
