import fc from 'fast-check';
import { allowsNotes } from '../../src/core/answer/constraints.js';
import { buildAnswers } from '../../src/core/answer/build-answers.js';
import type { AnsweredResult, UnansweredResult, Reply } from '../../src/core/answer/types.js';
import type { AskUserRequest, Question, QuestionInput } from '../../src/core/question/types.js';
import type { AgentDialect } from '../../src/dialects/index.js';
import { valueOf } from './helpers.js';

/** Texts without any label: only labels contain angle quotes. */
export const text = fc
  .oneof(
    fc.constantFrom('q', 'q (2)', '__proto__', 'constructor', '', ' ', 'a, b', '"x"="y"', '\n', '😀', '\ud800'),
    fc.string(),
  )
  .map((value) => value.replaceAll(/[‹›]/g, ''));
export const typed = text.map((value) => `${value}.`);

const option = fc.record({ tail: text, description: text, preview: text }, { requiredKeys: ['tail'] });

/** Questions whose labels contain their indexes: `‹2.0›` starts the first option of the third question. */
export const questions = (most: number, fewestOptions: number) =>
  fc
    .array(
      fc.record({
        question: text,
        multiSelect: fc.boolean(),
        options: fc.array(option, { minLength: fewestOptions, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: most },
    )
    .map((list): QuestionInput[] =>
      list.map((question, i) => ({
        ...question,
        options: question.options.map(({ tail, ...rest }, j) => ({ label: `‹${i}.${j}›${tail}`, ...rest })),
      })),
    );

/** One valid reply to the question. */
export function replyTo(question: Question): fc.Arbitrary<Reply> {
  const { id, options, multiSelect, constraints } = question;
  const withAllowed = ({ notes: note, ...reply }: Reply): Reply =>
    note !== undefined && allowsNotes(question, reply) ? { ...reply, notes: note } : reply;
  const picks = fc.subarray(options.map((_, i) => i));
  const notes = fc.option(typed, { nil: undefined });
  const skipped = notes.map((note) => ({
    questionId: id,
    selected: [],
    skipped: true as const,
    ...(note && { notes: note }),
  }));
  const answered = fc.tuple(picks, fc.option(typed, { nil: undefined }), notes).map(([chosen, said, note]) => {
    const custom = constraints?.allowCustom === false ? undefined : said;
    const selected = multiSelect ? chosen : chosen.slice(0, custom === undefined ? 1 : 0);
    const nothing = selected.length === 0 && custom === undefined;
    const other =
      options.length > 0 && constraints?.allowCustom === false ? { selected: [0] } : { selected, custom: 'else' };
    return {
      questionId: id,
      ...(nothing ? other : { selected, ...(custom !== undefined && { custom }) }),
      ...(note && { notes: note }),
    };
  });
  if (constraints?.required) return answered.map(withAllowed);
  return fc.oneof({ weight: 4, arbitrary: answered }, { weight: 1, arbitrary: skipped }).map(withAllowed);
}

const reason = fc.option(text, { nil: undefined }).map((value) => (value === undefined ? {} : { reason: value }));
const issue = fc.record({ code: text, path: text, message: text });

export const ending: fc.Arbitrary<UnansweredResult> = fc.oneof(
  ...(['declined', 'cancelled', 'aborted', 'superseded', 'connectionLost'] as const).map((status) =>
    reason.map((why): UnansweredResult => ({ status, ...why })),
  ),
  fc.constant<UnansweredResult>({ status: 'timedOut' }),
  text.map((why): UnansweredResult => ({ status: 'unavailable', reason: why })),
  fc.array(issue).map((issues): UnansweredResult => ({ status: 'invalid', issues })),
);

/** Values that a wire format may contain, and many that it may not. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
  fc.json(),
  fc.record({ questions: fc.anything(), options: fc.anything(), question: fc.anything() }, { requiredKeys: [] }),
  fc.record({ question: text, options: fc.array(fc.anything()) }),
);

/** A request, the user's replies, and the result. */
export interface Case {
  request: AskUserRequest;
  result: AnsweredResult;
  replies: readonly Reply[];
}

const answered = (request: AskUserRequest): fc.Arbitrary<Case> =>
  fc.tuple(...request.questions.map(replyTo)).map((replies) => {
    const answers = valueOf(buildAnswers(request, replies));
    return { request, replies, result: { status: 'answered', answers } };
  });

/** An answered request that the dialect parsed from the plain shape. */
export const answeredBy = (dialect: AgentDialect): fc.Arbitrary<Case> =>
  (dialect.name === 'askUserJson' ? questions(1, 1) : questions(5, 0))
    .map((list) => valueOf(dialect.parse({ questions: list })))
    .chain(answered);

/** Plain requests that the dialect can write. They have one question if its wire format has only one. */
export const writable = (dialect: AgentDialect): fc.Arbitrary<AskUserRequest> =>
  questions(
    dialect.capabilities.keyedBy === 'single' ? 1 : 4,
    dialect.capabilities.customText === 'unsupported' ? 1 : 0,
  )
    .map((list): AskUserRequest => ({
      requestId: 'r',
      questions: list.map(({ question, options = [], multiSelect }, i) => ({
        id: `q${i + 1}`,
        question,
        options: options.map((one) => (typeof one === 'string' ? { label: one } : (one as { label: string }))),
        multiSelect: multiSelect === true && options.length > 0,
      })),
    }))
    .filter((request) => dialect.formatRequest(request).ok);

/** An answered request that the dialect wrote and parsed. */
export const answeredOnWire = (dialect: AgentDialect): fc.Arbitrary<Case> =>
  writable(dialect)
    .map((request) => valueOf(dialect.parse(valueOf(dialect.formatRequest(request)))))
    .chain(answered);

/** Returns the labels that the replies did not select. */
export const unchosen = ({ request, replies }: Pick<Case, 'request' | 'replies'>): readonly string[] =>
  request.questions.flatMap(({ options }, i) =>
    options
      .filter((_, j) => !replies[i]?.selected.includes(j))
      .map(({ label }) => label.slice(0, label.indexOf('›') + 1)),
  );

/** Returns the labels that the replies did not select, if some questions have no reply. */
export const unchosenBy = (request: AskUserRequest, given: readonly Reply[]): readonly string[] =>
  unchosen({
    request,
    replies: request.questions.map(
      ({ id }) => given.find(({ questionId }) => questionId === id) ?? { questionId: id, selected: [] },
    ),
  });
