import fc from 'fast-check';
import { askBackRules } from '../../src/core/flow/ask-back.js';
import { buildAnswers } from '../../src/core/answer/build-answers.js';
import type { AnsweredResult, UnansweredResult, Reply } from '../../src/core/answer/types.js';
import type { AskUserAction, FlowOptionsInput } from '../../src/core/flow/types.js';
import type { AskUserRequest, Question, QuestionOption } from '../../src/core/question/types.js';

/** Strings of every kind: blank, names of object members, unpaired surrogates, other scripts, separators. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\n\t',
    '\u00A0',
    '__proto__',
    'constructor',
    'Other',
    'Submit',
    'a, b',
    '"quoted"',
    'line\nline',
    '\uD800',
    '\uDC00x',
    '😀',
    'שלום',
  ),
  fc.string({ maxLength: 12 }),
);

/** A string that is not blank. */
export const realText: fc.Arbitrary<string> = anyText.map((text) => `${text}.`);

const option: fc.Arbitrary<QuestionOption> = fc.record(
  { label: anyText, description: anyText, preview: anyText, recommended: fc.constant(true) },
  { requiredKeys: ['label'] },
);

const questionOf = (id: string): fc.Arbitrary<Question> =>
  fc
    .record({
      question: anyText,
      options: fc.array(option, { maxLength: 4 }),
      multiSelect: fc.boolean(),
      optionsOnly: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    })
    .map(({ question, options, multiSelect, optionsOnly }) => ({
      id,
      question,
      options,
      multiSelect: multiSelect && options.length > 0,
      ...(optionsOnly && options.length > 0 && { constraints: { allowCustom: false } }),
    }));

/** Parsed requests of 1 to `most` questions, as any dialect may produce them. The ids are hostile, but unique. */
export const requests = (most = 4): fc.Arbitrary<AskUserRequest> =>
  fc
    .uniqueArray(fc.oneof(fc.constantFrom('q1', 'q2', '', '__proto__', 'constructor'), fc.string({ maxLength: 3 })), {
      minLength: 1,
      maxLength: most,
    })
    .chain((ids) => fc.tuple(...ids.map(questionOf)))
    .map((questions) => ({ requestId: 'request', questions }));

/** A valid reply to a question. */
export const replyTo = ({ id, options, multiSelect, constraints }: Question): fc.Arbitrary<Reply> => {
  const optionsOnly = options.length > 0 && constraints?.allowCustom === false;
  return fc
    .record({
      picks: fc.subarray(options.map((_, index) => index)),
      text: realText,
      words: fc.boolean(),
      notes: fc.option(realText, { nil: undefined }),
      skip: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    })
    .map(({ picks, text, words, notes, skip }) => {
      const beside = notes === undefined ? {} : { notes };
      if (skip) return { questionId: id, selected: [], skipped: true, ...beside };
      const custom = !optionsOnly && (words || picks.length === 0);
      const one = custom ? [] : picks.slice(0, 1);
      const chosen = multiSelect ? picks : one;
      const selected = chosen.length === 0 && !custom ? [0] : chosen;
      return { questionId: id, selected, ...(custom && { custom: text }), ...beside };
    });
};

/** A request, a valid reply to each of its questions, and the result of these replies. */
export const answeredRequests = (
  most = 4,
): fc.Arbitrary<{ request: AskUserRequest; replies: readonly Reply[]; result: AnsweredResult }> =>
  requests(most).chain((request) =>
    fc.tuple(...request.questions.map(replyTo)).map((replies) => {
      const built = buildAnswers(request, replies);
      if (!built.ok) throw new Error(`The generator made an invalid reply: ${JSON.stringify(built.issues)}`);
      return { request, replies, result: { status: 'answered', answers: built.value } };
    }),
  );

const reason = fc.option(anyText, { nil: undefined }).map((why) => (why === undefined ? {} : { reason: why }));

/** Every result except an answer. */
export const endings: fc.Arbitrary<UnansweredResult> = fc.oneof(
  ...(['declined', 'cancelled', 'aborted', 'superseded', 'connectionLost'] as const).map((status) =>
    reason.map((why): UnansweredResult => ({ status, ...why })),
  ),
  fc.constant<UnansweredResult>({ status: 'timedOut' }),
  anyText.map((why): UnansweredResult => ({ status: 'unavailable', reason: why })),
  fc
    .array(fc.record({ code: anyText, path: anyText, message: anyText }), { maxLength: 2 })
    .map((issues): UnansweredResult => ({ status: 'invalid', issues })),
);

/** The request as a model may have continued it: longer, with more options, or with a question replaced. */
export const rewritten = ({ requestId, questions }: AskUserRequest): fc.Arbitrary<AskUserRequest> =>
  fc
    .record({
      tails: fc.array(fc.constantFrom('', '', ' more', '!'), {
        minLength: questions.length,
        maxLength: questions.length,
      }),
      replaced: fc.integer({ min: -4, max: questions.length - 1 }),
      extra: fc.array(option, { maxLength: 2 }),
      flipped: fc.integer({ min: -4, max: questions.length - 1 }),
      inserted: fc.integer({ min: -4, max: questions.length }),
      dropped: fc.integer({ min: -8, max: questions.length - 1 }),
    })
    .map(({ tails, replaced, extra, flipped, inserted, dropped }) => {
      const next = questions
        .map((question, i) => {
          const options = [
            ...question.options.map((one) => ({ ...one, label: one.label + (tails[i] ?? '') })),
            ...(question.constraints ? [] : extra),
          ];
          return {
            ...question,
            question: i === replaced ? `Else: ${question.question}` : question.question + (tails[i] ?? ''),
            options,
            multiSelect: options.length > 0 && question.multiSelect !== (i === flipped),
          };
        })
        .filter((_, i) => i !== dropped || questions.length === 1);
      if (inserted >= 0)
        next.splice(inserted, 0, { id: 'inserted', question: 'New?', options: [], multiSelect: false });
      return { requestId, questions: next };
    });

/** The options of a host, some of them omitted. */
export const flowOptions: fc.Arbitrary<FlowOptionsInput> = fc.record(
  {
    askBack: fc.constant(askBackRules),
    softLimit: fc.constantFrom(5, 2_000),
    confirmCancel: fc.constantFrom('auto', 'multiple', 'always'),
    allow: fc.record(
      { skip: fc.boolean(), decline: fc.boolean(), partial: fc.boolean(), discuss: fc.boolean() },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** Any action. Most actions apply to the request, and some to nothing that exists. */
export const actionOn = (request: AskUserRequest): fc.Arbitrary<AskUserAction> => {
  const questionId = fc.constantFrom(...request.questions.map(({ id }) => id), 'inserted', 'nobody');
  const position = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: -1, max: 6 }) },
    { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity, 0.5, 2 ** 53) },
  );
  const choice = fc.oneof({ weight: 3, arbitrary: position }, { weight: 1, arbitrary: fc.constant('other' as const) });
  const typed = fc.oneof(
    { weight: 6, arbitrary: anyText },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(2001), '😀'.repeat(1000), ' '.repeat(5000)) },
  );
  // Usually empty, because a cancellation after a message asks for confirmation.
  const message = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: anyText });
  const draft = fc.record({
    questionId,
    selected: fc.array(position, { maxLength: 3 }),
    other: fc.boolean(),
    custom: typed,
    notes: anyText,
    skipped: fc.boolean(),
  });
  const edits = fc.oneof<fc.Arbitrary<AskUserAction>[]>(
    fc.record({ type: fc.constant('selectOption'), questionId, option: choice }),
    fc.record({ type: fc.constant('toggleOption'), questionId, option: choice }),
    fc.record({ type: fc.constant('setCustom'), questionId, text: typed }),
    fc.record({ type: fc.constant('setNotes'), questionId, text: typed }),
    fc.record({ type: fc.constant('setAskBack'), questionId, text: typed }),
    fc.record({ type: fc.constant('askBack'), questionId, key: fc.constantFrom('a', 'b') }),
    fc.record({ type: fc.constant('clearAnswer'), questionId }),
    fc.record({ type: fc.constant('skip'), questionId }),
    fc.record({ type: fc.constant('validateQuestion'), questionId }),
    fc.record({ type: fc.constant('goTo'), to: position }),
  );
  // Submits and failures are more frequent than settlements, so that sessions reach answers and continue afterwards.
  const flow = fc.oneof<fc.WeightedArbitrary<AskUserAction>[]>(
    {
      weight: 8,
      arbitrary: fc.constantFrom<AskUserAction[]>(
        { type: 'submit' },
        { type: 'submit' },
        { type: 'submit', partial: true },
        { type: 'retry' },
        { type: 'confirm' },
        { type: 'dismiss' },
        { type: 'delivered' },
      ),
    },
    {
      weight: 3,
      arbitrary: fc.record(
        { type: fc.constant('deliveryFailed'), message: anyText, code: fc.constantFrom('invalid', 'busy', 'unknown') },
        { requiredKeys: ['type', 'message'] },
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom<AskUserAction[]>({ type: 'cancel' }, { type: 'decline' }) },
    { weight: 1, arbitrary: message.map((reason): AskUserAction => ({ type: 'decline', reason, discuss: true })) },
    { weight: 1, arbitrary: message.map((text): AskUserAction => ({ type: 'setMessage', text })) },
    { weight: 1, arbitrary: anyText.map((reason): AskUserAction => ({ type: 'cancel', reason })) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('setRequest'),
        request: fc.oneof(fc.constant(request), rewritten(request)),
        streaming: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        { type: fc.constant('restore'), drafts: fc.array(draft, { maxLength: 3 }), message, active: position },
        { requiredKeys: ['type', 'drafts'] },
      ),
    },
    { weight: 1, arbitrary: flowOptions.map((options): AskUserAction => ({ type: 'setOptions', options })) },
  );
  const outside = endings.map((result): AskUserAction => ({ type: 'settle', result }));
  return fc.oneof(
    { weight: 120, arbitrary: edits },
    { weight: 80, arbitrary: flow },
    { weight: 1, arbitrary: outside },
  );
};
