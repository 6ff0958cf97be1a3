import { defined, isRecord } from '../core/guards.js';
import type { Issue } from '../core/question/issues.js';
import type { Limits } from '../core/question/limits.js';
import type { AskUserRequest, Question, QuestionOption } from '../core/question/types.js';
import { defineDialect } from './define-dialect.js';
import { type Open, some } from './shared/envelope.js';
import { type Fields, fieldsIn } from './shared/fields.js';
import { lost } from './shared/issues.js';
import { textsByPosition } from './shared/keyed.js';
import { FOUR_BY_FOUR } from './shared/limits.js';
import { questionFields } from './shared/marks.js';
import { answeredOf, endedOf, type Said, textOf } from './shared/read-answer.js';
import { brokenLabels, each } from './shared/rules.js';
import { CHOICES } from './shared/shapes.js';
import { describedOptions, someHeader, withWarnings, writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

const LIMITS: Limits = { ...FOUR_BY_FOUR, headerRequired: true, descriptionRequired: true };

/** What the confirmation bus says beside the questions, and a model does not. */
const open: Open = (source) => {
  if (!isRecord(source) || source['type'] !== 'ask-user-request') return undefined;
  const correlationId = textOf(source['correlationId']);
  return { input: source, requestId: correlationId, metadata: some({ correlationId }) };
};

const TYPES: readonly unknown[] = ['choice', 'text', 'yesno'];
const YES_NO: readonly QuestionOption[] = [{ label: 'Yes' }, { label: 'No' }];

/** What Gemini CLI is told of an answered request: what an `ask-user-response` has beside its `correlationId`. */
export interface GeminiCliOutput {
  /** Keyed by the question's position, from `"0"`; several labels, and Other's text after them, joined with `", "`. */
  readonly answers: Readonly<Record<string, string>>;
}

/** What Gemini CLI is told of every other ending. */
export interface GeminiCliEnding {
  readonly answers: Readonly<Record<string, never>>;
  /** Absent for `declined` alone. */
  readonly cancelled?: true;
}

/** Gemini's models write line breaks as two characters, and the CLI reads them so. */
const unescaped = (text: string): string => text.replaceAll(/\\r\\n|\\n/g, '\n');

function asShown(question: Question, { type, placeholder }: Fields): Question {
  const { header, options, constraints: _constraints, context, ...rest } = question;
  const hint = type === 'text' && typeof placeholder === 'string' ? unescaped(placeholder) : undefined;
  const choices = options.map(({ label, description, ...option }) =>
    defined<QuestionOption>({
      ...option,
      label: unescaped(label),
      description: description === undefined ? undefined : unescaped(description),
    }),
  );
  return defined<Question>({
    ...rest,
    question: unescaped(question.question),
    header: header === undefined ? undefined : unescaped(header),
    context: context ?? hint,
    options: type === 'yesno' ? YES_NO : type === 'text' ? [] : choices,
    multiSelect: type !== 'yesno' && type !== 'text' && question.multiSelect,
    constraints: type === 'yesno' ? { allowCustom: false } : undefined,
  });
}

const beyond = each(({ options }, { type }) => {
  const blank = brokenLabels(options, { filled: true });
  if (type == null) {
    return [{ code: 'missing', path: 'type', message: 'Missing. Send "choice", "text" or "yesno".' }, ...blank];
  }
  if (!TYPES.includes(type)) {
    return [{ code: 'type', path: 'type', message: 'Read as "choice". Send "choice", "text" or "yesno".' }, ...blank];
  }
  if (type !== 'choice' || options.length > 0) return blank;
  return [{ code: 'too_few', path: 'options', message: 'A choice without options. Send 2-4, or the type "text".' }];
});

const ignored = each((_question, { type, options, multiSelect }) => {
  if (type !== 'yesno' && type !== 'text') return [];
  const message = `Ignored in a question of the type "${type}". Send the type "choice".`;
  return [
    ...(Array.isArray(options) && options.length > 0 ? [{ code: 'ignored', path: 'options', message }] : []),
    ...(multiSelect === true ? [{ code: 'ignored', path: 'multiSelect', message }] : []),
  ];
});

const isYesNo = ({ options, multiSelect, constraints }: Question): boolean =>
  constraints?.allowCustom === false &&
  !multiSelect &&
  options.length === 2 &&
  JSON.stringify(options) === JSON.stringify(YES_NO);

/** What reads as a line break on this wire without being one. */
function lostEscapes({ questions }: AskUserRequest): Issue[] {
  const message = 'This wire has no other way to write a line break, so a backslash before an n becomes one.';
  return questions.flatMap(({ question, header = '', options }, i) => {
    const texts = [question, header, ...options.flatMap(({ label, description = '' }) => [label, description])];
    return texts.some((text) => unescaped(text) !== text) ? [lost(`questions[${i}]`, message)] : [];
  });
}

/**
 * Gemini CLI's `ask_user`, and the message `ask-user-request` of its confirmation bus, whose `correlationId` is the
 * `requestId`, unless the host gives one, and is in `metadata`. The reply is a message
 * `{ type: 'ask-user-response', correlationId, ...wire }`.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `{ answers: { [position]: string } }`, the model as JSON; skipped questions are left out |
 * | declined | `{ answers: {} }`, a submission without answers, after which the agent goes on |
 * | cancelled | `{ answers: {}, cancelled: true }`: "User dismissed ask_user dialog without answering." |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | the same: the agent can't tell them from cancelled |
 *
 * An answer in which every question was skipped reads as declined. This wire joins selections with `", "`: labels with
 * commas, equal labels, and Other's text beside selections can't be told apart on it. Equal question texts are no problem:
 * answers go by position. Notes, previews and reasons are not on it.
 *
 * `type: 'yesno'` is a question with the options Yes and No and no Other, as the CLI shows it; `type: 'text'` is one without
 * options, its `placeholder` shown as context; a choice's `placeholder` is not shown. A backslash followed by an n is a line
 * break in every text, and a label comes back with the break, as it does from the CLI's own dialog. A missing type is read by
 * whether there are options.
 *
 * Source: google-gemini/gemini-cli 5411f11, `packages/core/src/tools/ask-user.ts` and `confirmation-bus/types.ts`.
 */
export const geminiCli: AgentDialect<GeminiCliOutput, GeminiCliEnding> = defineDialect({
  name: 'geminiCli',
  agent: 'Gemini CLI `ask_user`',
  carries: { keyedBy: 'position', several: 'joined', endings: ['declined', 'cancelled'] },
  shape: CHOICES,
  limits: LIMITS,
  open,
  finish: asShown,
  beyond: [beyond],
  advice: [ignored],
  signature: (source) => {
    const types = questionFields(source).map(({ type }) => type);
    if (types.length === 0) return false;
    if (source['type'] === 'ask-user-request') return true;
    return types.every((type) => TYPES.includes(type)) && types.some((type) => type !== 'text');
  },
  formatRequest(request) {
    const yesNo = new Set(request.questions.filter(isYesNo).map(({ id }) => id));
    const questions = request.questions.map((one) => (yesNo.has(one.id) ? { ...one, options: [] } : one));
    const extra = (question: Question, i: number): Fields => {
      const header = someHeader(question, i);
      if (yesNo.has(question.id)) return { header, type: 'yesno' };
      if (question.options.length === 0) return { header, type: 'text' };
      return { header, type: 'choice', options: describedOptions(question) };
    };
    const constraints = ({ id }: Question) => (yesNo.has(id) ? (['allowCustom'] as const) : []);
    const written = writeRequest({ ...request, questions }, CHOICES, { extra, constraints, limits: LIMITS });
    return withWarnings(written, lostEscapes(request));
  },
  formatAnswered: (result) => ({ answers: textsByPosition(result) }),
  formatUnanswered: ({ status }) => ({ answers: {}, ...(status !== 'declined' && { cancelled: true }) }),
  happened: { cancelled: 'User dismissed ask_user dialog without answering' },
  expected: '{ answers: { [position]: string } }',
  readResult(output, request) {
    const { answers, cancelled } = fieldsIn(output);
    if (!isRecord(answers)) return undefined;
    if (cancelled === true) return endedOf('cancelled');
    const said = request.questions.map((_, i): Said => ({ joined: textOf(answers[i]) }));
    return said.every(({ joined }) => joined === undefined) ? endedOf('declined') : answeredOf(request, said);
  },
});
