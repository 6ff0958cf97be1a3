import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { limitNotes, readAllow } from '../../src/core/flow/allow.js';
import { createInitialState } from '../../src/core/flow/state.js';
import { allowsNotes, askUserReducer, buildPartialAnswers } from '../../src/core/index.js';
import type { AskUserRequest, AskUserResult, AskUserState, OptionRef } from '../../src/core/index.js';
import {
  agUi,
  type AgentDialect,
  DIALECTS,
  getLosses,
  mcpElicitation,
  mcpInputRequired,
} from '../../src/dialects/index.js';
import { writable } from './arbitraries.js';
import { EXAMPLES } from './examples.js';
import { run, valueOf } from './helpers.js';

fc.configureGlobal({ seed: 1, numRuns: 100 });
afterAll(() => fc.resetConfigureGlobal());

const folder = new URL('../fixtures/forms/', import.meta.url);
const FORMS = readdirSync(folder).map((file): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8')));

const interrupt = (schema: unknown) => ({
  type: 'interrupt',
  interrupts: [
    { id: 'a', reason: 'input_required', message: 'Which?', responseSchema: schema },
    { id: 'b', reason: 'input_required', message: 'Why?' },
    { id: 'c', reason: 'input_required', metadata: { questions: [{ question: 'How?', options: ['x', 'y'] }] } },
  ],
});

const SKIPPED = { selected: [], skipped: true } as const;

/** Inputs that agents send, and requests of this package as the dialect writes them. */
const inputsOf = (dialect: AgentDialect): fc.Arbitrary<unknown> => {
  const forms = FORMS.map((form) => form as { requestedSchema: unknown });
  const sent = EXAMPLES.filter((one) => one.dialect === dialect.name).map(({ input }) => input);
  if (dialect === mcpElicitation) sent.push(...forms);
  if (dialect === agUi) sent.push(...forms.map(({ requestedSchema }) => interrupt(requestedSchema)));
  const call = (params: unknown) => ({ a: { method: 'elicitation/create', params } });
  if (dialect === mcpInputRequired)
    sent.push(...forms.map((form) => ({ resultType: 'input_required', inputRequests: call(form) })));
  const written = writable(dialect).map((request) => valueOf(dialect.formatRequest(request)));
  return fc.oneof(fc.constantFrom(...sent), written);
};

const gesture = fc.record({
  type: fc.constantFrom('option', 'option', 'other', 'custom', 'note', 'note', 'skip'),
  at: fc.nat(),
  option: fc.nat(),
  text: fc.constantFrom('one', 'two\nlines', '"quoted"', 'user_note: "x"', ' (notes: "x")'),
});

/** Does what the card does: it offers a note only if the answer can have one now. */
function perform(
  state: AskUserState,
  { type, at, option, text }: typeof gesture extends fc.Arbitrary<infer T> ? T : never,
) {
  const { questions } = state.request;
  const index = at % questions.length;
  const question = questions[index]!;
  const questionId = question.id;
  const toggle = (to: OptionRef) => askUserReducer(state, { type: 'toggleOption', questionId, option: to });
  if (type === 'option') return question.options.length > 0 ? toggle(option % question.options.length) : state;
  if (type === 'other') return toggle('other');
  if (type === 'custom') return askUserReducer(state, { type: 'setCustom', questionId, text: `own ${text}` });
  if (type === 'skip') return askUserReducer(state, { type: 'skip', questionId });
  return allowsNotes(question, state.drafts[index]!)
    ? askUserReducer(state, { type: 'setNotes', questionId, text })
    : state;
}

const notesIn = (result: AskUserResult) =>
  ('answers' in result ? (result.answers ?? []) : []).flatMap(({ questionId, notes }) =>
    notes === undefined ? [] : [[questionId, notes] as const],
  );

/** Returns the results that the card sends after the gestures: the answers or those so far, and a discussion. */
function resultsOf(request: AskUserRequest, dialect: AgentDialect, gestures: readonly Parameters<typeof perform>[1][]) {
  const allow = readAllow({ skip: true, partial: true, discuss: true }, dialect.capabilities);
  const state = gestures.reduce(perform, createInitialState(request, { allow, softLimit: Infinity }));
  const submitted = askUserReducer(askUserReducer(state, { type: 'submit' }), { type: 'submit', partial: true });
  const discussed = askUserReducer(askUserReducer(state, { type: 'decline', discuss: true }), { type: 'confirm' });
  return [submitted, discussed].flatMap(({ phase, result }) => (phase === 'submitting' && result ? [result] : []));
}

describe.each(DIALECTS)('$name', (dialect) => {
  it('returns every note that the card offers for it [R-RESULT]', () => {
    let noted = 0;
    const cases = inputsOf(dialect).map((input) => limitNotes(valueOf(dialect.parse(input)), dialect.capabilities));
    fc.assert(
      fc.property(cases, fc.array(gesture, { maxLength: 24 }), (request, gestures) => {
        for (const result of resultsOf(request, dialect, gestures)) {
          const notes = notesIn(result);
          noted += notes.length;
          const losses = getLosses(dialect, result, request).filter(({ path }) => /notes|answers$/.test(path));
          // Some formats have no field for the answers so far, which only the model text contains.
          if (result.status === 'answered') expect(losses).toEqual([]);
          const read = valueOf(dialect.parseResult(dialect.formatResult(result, request), request));
          if (losses.length === 0) expect(notesIn(read)).toEqual(notes);
          const text = dialect.toModelText(result, request);
          for (const [, note] of notes) expect(text).toContain(/\w+/.exec(note)?.[0]);
        }
      }),
    );
    // The card offers notes exactly for the dialects that say so.
    if (dialect.capabilities.notes === false) expect(noted).toBe(0);
    else expect(noted).toBeGreaterThan(0);
  });
});

describe('the notes of a discussion', () => {
  const documented = ['claudeAi', 'cline', 'deepAgents', 'mastra', 'roo', 'zed'];

  it.each(DIALECTS.filter(({ name }) => documented.includes(name)))('are read by $name [R-DISCUSS]', (dialect) => {
    const { input } = EXAMPLES.find((one) => one.dialect === dialect.name)!;
    const request = limitNotes(valueOf(dialect.parse(input)), dialect.capabilities);
    const replies = request.questions.map(({ id }) => ({ questionId: id, selected: [], custom: 'own', notes: 'Hm.' }));
    const answers = valueOf(buildPartialAnswers(request, replies));
    expect(getLosses(dialect, { status: 'declined', discuss: true, answers }, request)).toEqual([]);
  });
});

describe('the notes of a skipped question', () => {
  const agents = DIALECTS.filter(({ capabilities }) => capabilities.notes === 'withAnswer');

  it('are not read by these agents', () => {
    expect(agents.map(({ name }) => name)).toEqual(['ohMyPi', 'phoenixIde', 'pilotDeck']);
  });

  it.each(agents)('are not offered for $name, and getLosses names them', (dialect) => {
    const { input } = EXAMPLES.find((one) => one.dialect === dialect.name) ?? {};
    const { request, result } = run(dialect, input, { selected: [0], notes: 'n' }, { ...SKIPPED, notes: 'n' });
    const asked = limitNotes(request, dialect.capabilities);
    expect(result.answers.map((answer, i) => allowsNotes(asked.questions[i]!, answer))).toEqual([true, false]);
    expect(getLosses(dialect, result, request).map(({ path }) => path)).toEqual(['answers[1].notes']);
  });
});
