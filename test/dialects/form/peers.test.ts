import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/core/answer/types.js';
import { getLosses, mcpElicitation, mcpInputRequired } from '../../../src/dialects/index.js';
import { run, valueOf } from '../helpers.js';

type Replies = readonly Omit<Reply, 'questionId'>[];

/** Parameters that the function of an agent's adapter wrote. */
const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/forms/${name}.json`, import.meta.url), 'utf8'));

const questionsOf = (input: unknown) => valueOf(mcpElicitation.parse(input)).questions;
const contentOf = (input: unknown, ...replies: Replies) => {
  const { wire } = run(mcpElicitation, input, ...replies);
  return wire.action === 'accept' ? wire.content : wire;
};
const lossesOf = (input: unknown, ...replies: Replies) => {
  const { result, request } = run(mcpElicitation, input, ...replies);
  return getLosses(mcpElicitation, result, request).map(({ path }) => path);
};
const formOf = (properties: object, required: readonly string[] = [], message = 'm') => ({
  mode: 'form',
  message,
  requestedSchema: { type: 'object', properties, required },
});

const PARSER = {
  id: 'question_0',
  question: 'Which parser should the build keep?',
  header: 'Parser',
  options: [
    { label: 'Hand', description: 'Written by hand', preview: 'parse()', value: 'Hand' },
    { label: 'Table', description: 'Generated', value: 'Table' },
  ],
  multiSelect: false,
  constraints: { required: false, allowNotes: 'withOption' },
};

/** The `allowNotes` of each question. */
const allowedIn = (input: unknown) => questionsOf(input).map(({ constraints }) => constraints?.allowNotes);

describe('a form of claude-agent-acp', () => {
  it.each(['claude-agent-acp-0.101.0', 'claude-agent-acp-0.101.0-air'])(
    'has one question with Other for each choice: %s [R-PARSE]',
    (name) => {
      const targets = { id: 'question_1', question: 'Which targets should it build?', header: 'Targets' };
      expect(questionsOf(fixture(name))).toMatchObject([PARSER, { ...targets, multiSelect: true }]);
      expect(questionsOf(fixture(name))).toHaveLength(2);
      expect(questionsOf(fixture(name)).every(({ constraints }) => constraints?.allowCustom !== false)).toBe(true);
    },
  );

  it.each<[string, unknown[]]>([
    ['claude-agent-acp-0.101.0', ['withOption', false]],
    ['claude-agent-acp-0.101.0-air', ['withOption', false]],
    ['claude-agent-acp-0.101.0-single', ['withOption']],
    ['claude-agent-acp-0.49.0', [false]],
  ])('allows notes where its field takes them: %s', (name, expected) => {
    expect(allowedIn(fixture(name))).toEqual(expected);
  });

  it('asks its only question in the message', () => {
    expect(questionsOf(fixture('claude-agent-acp-0.101.0-single'))).toStrictEqual([PARSER]);
  });

  it('asks its question, even if the header is longer', () => {
    const text = { type: 'string' };
    const asked = [{ question: 'Which?', header: 'Database' }];
    const form = (description?: string) =>
      formOf(
        { question_0: { ...text, title: 'Database', description, enum: ['a'] }, question_0_custom: text },
        [],
        'Which?',
      );
    expect(questionsOf(form())).toMatchObject(asked);
    expect(questionsOf(form('Which?'))).toMatchObject(asked);
  });

  it('receives own words in the field for them, with the ticks of a multi-select beside them [R-RESULT]', () => {
    const form = fixture('claude-agent-acp-0.101.0');
    const replies = [
      { selected: [], custom: 'an LR parser' },
      { selected: [1], custom: 'Deno' },
    ];
    expect(contentOf(form, ...replies)).toEqual({
      question_0_custom: 'an LR parser',
      question_1: ['Browser'],
      question_1_custom: 'Deno',
    });
    expect(lossesOf(form, ...replies)).toEqual([]);
  });

  it('receives the note for an option in that field, and none for a multi-select, which getLosses reports', () => {
    const form = fixture('claude-agent-acp-0.101.0');
    const skipped = { selected: [], skipped: true } as const;
    const note = { selected: [0], notes: 'but keep the tests' };
    expect(contentOf(form, note, skipped)).toEqual({ question_0: 'Hand', question_0_custom: 'but keep the tests' });
    expect(run(mcpElicitation, form, note, skipped).wire).not.toHaveProperty('_meta');
    expect(lossesOf(form, note, skipped)).toEqual([]);
    expect(contentOf(form, skipped, note)).toEqual({ question_1: ['Node'] });
    expect(lossesOf(form, skipped, note)).toEqual(['answers[1].notes']);
    expect(lossesOf(form, { selected: [], custom: 'LR', notes: 'or LL' }, skipped)).toEqual(['answers[0].notes']);
  });

  it('of an older version never receives a note that would replace the option, and has its texts', () => {
    const form = fixture('claude-agent-acp-0.49.0');
    expect(questionsOf(form)).toStrictEqual([{ ...PARSER, constraints: { required: false, allowNotes: false } }]);
    expect(contentOf(form, { selected: [0], notes: 'n' })).toEqual({ question_0: 'Hand' });
    expect(lossesOf(form, { selected: [0], notes: 'n' })).toEqual(['answers[0].notes']);
  });
});

describe('a form of codex-acp', () => {
  const form = fixture('codex-acp-2.6.0');
  const token = { selected: [], custom: 't' };

  it('asks the title with the description as its header, and marks a secret [R-PARSE]', () => {
    const questions = questionsOf(form);
    expect(questions).toMatchObject([
      { id: 'lock', question: 'Which lock should the importer take while it writes?', header: 'Lock' },
      { id: 'token', question: 'Which token does the importer use?', header: 'Token', options: [] },
    ]);
    expect(questions).toHaveLength(2);
    expect(questions[0]).not.toHaveProperty('context');
    expect(questions[0]?.constraints).toStrictEqual({ required: true, allowNotes: 'withOption' });
    expect(questions[1]?.constraints).toStrictEqual({ required: true, secret: true, allowNotes: false });
  });

  it('asks the title even if the header is longer or missing', () => {
    const codex = { isOther: false, isSecret: false };
    const property = { type: 'string', title: 'Which?', description: 'Storage', _meta: { codex } };
    expect(questionsOf(formOf({ db: property }))).toMatchObject([{ question: 'Which?', header: 'Storage' }]);
    const [bare] = questionsOf(formOf({ db: { ...property, description: undefined } }));
    expect(bare).toMatchObject({ question: 'Which?' });
    expect(bare).not.toHaveProperty('header');
  });

  it('receives own words as the note of "None of the above" [R-RESULT]', () => {
    const lock = 'None of the above';
    const content = { lock, lock_note: 'an advisory lock', token: 't' };
    expect(contentOf(form, { selected: [], custom: 'an advisory lock' }, token)).toEqual(content);
    expect(contentOf(form, { selected: [2], notes: 'an advisory lock' }, token)).toEqual(content);
    expect(lossesOf(form, { selected: [2], notes: 'an advisory lock' }, token)).toEqual([]);
    expect(contentOf(form, { selected: [2] }, token)).toEqual({ lock, token: 't' });
    expect(contentOf(form, { selected: [0], notes: 'for now' }, token)).toEqual({
      lock: 'Row',
      lock_note: 'for now',
      token: 't',
    });
  });

  it('receives own words as a note alone if no option stands for them, as the client AIR sends them', () => {
    const note = { type: 'string', title: 'Additional answer or note', _meta: { codex: { questionId: 'lock' } } };
    const form = formOf({ lock: { type: 'string', enum: ['Row'] }, words: note }, ['lock']);
    expect(questionsOf(form)).toHaveLength(1);
    expect(contentOf(form, { selected: [], custom: 'x' })).toEqual({ words: 'x' });
  });
});

describe('a form of oh-my-pi', () => {
  it('asks the title, and never receives a note in the field that would replace the option', () => {
    const form = fixture('oh-my-pi-18.3.4');
    expect(questionsOf(form)).toMatchObject([
      { question: 'Which database should the importer use?', header: 'Database' },
      { question: 'Which parts should it import?', multiSelect: true },
    ]);
    const replies = [
      { selected: [1], notes: 'for now' },
      { selected: [0], custom: 'Taxes' },
    ];
    expect(contentOf(form, ...replies)).toEqual({ q0: 'SQLite', q1: ['Prices'], q1__other: 'Taxes' });
    expect(lossesOf(form, ...replies)).toEqual(['answers[0].notes']);
  });
});

describe('a form of Kimi Code', () => {
  const form = fixture('kimi-code-2.1.0') as ReturnType<typeof formOf> & { toolCallId: string };
  const properties = form.requestedSchema.properties as { q0: object; q1: object; q2: object };
  const alone = (message: string, more: object = {}) => ({
    ...formOf({ q0: { ...properties.q0, ...more } }, ['q0'], message),
    toolCallId: 't',
  });

  it('asks the lines of the message, with the titles as their headers [R-PARSE]', () => {
    const questions = questionsOf(form);
    expect(questions).toMatchObject([
      { id: 'q0', question: 'Which parser should the build keep?', header: 'Parser', multiSelect: false },
      { id: 'q1', question: 'Which targets should it build?', header: 'Targets', multiSelect: true },
      { id: 'q2', question: 'Publish it today?', multiSelect: false },
    ]);
    expect(questions.map(({ context }) => context)).toEqual([undefined, undefined, undefined]);
    expect(questions[2]).not.toHaveProperty('header');
    expect(questions[0]?.constraints).toStrictEqual({ required: true, allowCustom: false, allowNotes: false });
  });

  it('receives the labels by the number of the question [R-RESULT]', () => {
    const replies = [{ selected: [1] }, { selected: [0, 1] }, { selected: [0] }];
    expect(contentOf(form, ...replies)).toEqual({ q0: 'Table', q1: ['Browser', 'Node'], q2: 'Yes' });
    expect(lossesOf(form, ...replies)).toEqual([]);
  });

  it('asks its only question, which can have several lines and a text below it', () => {
    const [question] = questionsOf(alone('Read this.\nWhich parser?', { description: 'Both are *tested*.' }));
    expect(question).toMatchObject({
      question: 'Read this.\nWhich parser?',
      header: 'Parser',
      context: 'Both are *tested*.',
    });
    const [bare] = questionsOf(alone('Which parser?', { title: 'Which parser?' }));
    expect(bare).toMatchObject({ question: 'Which parser?' });
    expect(bare).not.toHaveProperty('header');
  });

  it.each<[string, object]>([
    ['it belongs to no call of a tool', { toolCallId: undefined }],
    ['its message has other lines', { message: `${form.message}\nor tomorrow?` }],
    ['a question is optional', { requestedSchema: { ...form.requestedSchema, required: ['q0', 'q1'] } }],
    [
      'its properties have other names',
      {
        requestedSchema: {
          properties: { a: properties.q0, b: properties.q1, c: properties.q2 },
          required: ['a', 'b', 'c'],
        },
      },
    ],
  ])('is that of another agent if %s', (_name, more) => {
    const questions = questionsOf({ ...form, ...more });
    expect(questions[0]).toMatchObject({ question: 'Parser', header: 'Parser' });
    expect(questions[0]?.context).toContain('Which parser should the build keep?');
  });

  it('is that of another agent if the title asks and the message does not', () => {
    expect(questionsOf(alone('An answer is needed.', { title: 'Which parser?' }))).toMatchObject([
      { question: 'Which parser?', context: 'An answer is needed.' },
    ]);
  });
});

describe('a field for own words', () => {
  const choice = { type: 'string', enum: ['a', 'b'] };
  const mark = (questionId: string) => ({ questionId, isCustomAnswer: true });

  it.each([
    ['the old mark of AIR', { _askUserQuestionCustomAnswer: mark('k') }],
    ['the mark of AIR', { jetbrains: { air: { customAnswer: mark('k') } } }],
    ['the mark of codex-acp', { codex: { questionId: 'k', role: 'user_note' } }],
  ])('belongs to its choice by %s, whatever its name is', (_name, _meta) => {
    const form = formOf({ k: choice, words: { type: 'string', _meta } });
    expect(questionsOf(form).map(({ id }) => id)).toEqual(['k']);
    expect(contentOf(form, { selected: [], custom: 'c' })).toEqual({ words: 'c' });
  });

  it.each<[string, object, readonly string[]]>([
    ['it is required', { k: choice, k_custom: { type: 'string' } }, ['k_custom']],
    ['the choice is required and nothing marks it', { k: choice, k_custom: { type: 'string' } }, ['k']],
    ['it is a number', { k: choice, k_custom: { type: 'integer' } }, []],
    ['the field before it is no choice', { k: { type: 'string' }, k_custom: { type: 'string' } }, []],
    ['its mark names no choice', { k: choice, w: { type: 'string', _meta: { codex: { questionId: 'z' } } } }, []],
  ])('is a question of its own if %s', (_name, properties, required) => {
    expect(questionsOf(formOf(properties, required))).toHaveLength(2);
  });

  it('leaves a longer title that asks the question, beside a text that does not', () => {
    const form = (message: string, description?: string) =>
      formOf({ k: { ...choice, title: 'Which color is it?', description }, k_custom: { type: 'string' } }, [], message);
    expect(questionsOf(form('Preferences'))).toMatchObject([
      { question: 'Which color is it?', context: 'Preferences' },
    ]);
    expect(questionsOf(form('m', 'Color'))).toMatchObject([{ question: 'Which color is it?', header: 'Color' }]);
  });

  it('with an empty name belongs to no choice', () => {
    expect(questionsOf(formOf({ k: choice, '': { type: 'string' } }))).toHaveLength(2);
  });

  it('with a rule receives no notes, because it could refuse them, so that the option still arrives', () => {
    const words = { type: 'string', description: 'Add a note.', maxLength: 3 };
    const form = formOf({ k: choice, k_custom: words });
    expect(allowedIn(form)).toEqual([false]);
    expect(contentOf(form, { selected: [0], notes: 'abcd' })).toEqual({ k: 'a' });
    expect(lossesOf(form, { selected: [0], notes: 'abcd' })).toEqual(['answers[0].notes']);
  });

  it('of a call with several forms receives notes, too', () => {
    const params = formOf({ k: choice, k_custom: { type: 'string', description: 'Add a note.' } });
    const input = {
      resultType: 'input_required',
      inputRequests: { a: { method: 'elicitation/create', params } },
    };
    const { wire, result, request } = run(mcpInputRequired, input, { selected: [1], notes: 'n' });
    expect(wire).toMatchObject({ inputResponses: { a: { content: { k: 'b', k_custom: 'n' } } } });
    expect(getLosses(mcpInputRequired, result, request)).toEqual([]);
  });
});

describe('a note for a form without a field for it', () => {
  it('is lost for an agent without this package, and only for one', () => {
    const params = formOf({ name: { type: 'string' } });
    const reply = { selected: [], custom: 'Ada', notes: 'n' };
    expect(lossesOf(params, reply)).toEqual(['answers[0].notes']);
    expect(allowedIn(params)).toEqual([false]);
    const questions = [{ id: 'name', question: 'Name?', options: [], multiSelect: false }];
    const ours = valueOf(mcpElicitation.formatRequest({ requestId: 'r', questions }));
    expect(lossesOf(ours, reply)).toEqual([]);
    expect(allowedIn(ours)).toEqual([undefined]);
  });

  it('is not allowed through this package either, if the question that the server asks disallows it', () => {
    const base = { question: 'Which?', options: [{ label: 'a' }, { label: 'b' }], multiSelect: false };
    const questions = ([true, false, 'withOption'] as const).map((allowNotes, i) => ({
      ...base,
      id: `q${i}`,
      constraints: { allowNotes },
    }));
    const ours = valueOf(mcpElicitation.formatRequest({ requestId: 'r', questions }));
    expect(allowedIn(ours)).toEqual([undefined, false, 'withOption']);
    const input = {
      resultType: 'input_required',
      inputRequests: { a: { method: 'elicitation/create', params: ours } },
    };
    const forms = valueOf(mcpInputRequired.parse(input)).questions;
    expect(forms.map(({ constraints }) => constraints?.allowNotes)).toEqual([false, false, false]);
  });
});

describe('the texts of a form', () => {
  const text = (title?: string, description?: string) => ({ type: 'string', title, description });
  const only = (property: object, message: string) => questionsOf(formOf({ k: property }, [], message))[0];

  it.each<[string, object, string, object]>([
    ['a message that asks', text('Layout'), 'Which layout?', { question: 'Which layout?', header: 'Layout' }],
    ['a message that asks in Japanese', text('形'), 'どの形？', { question: 'どの形？', header: '形' }],
    ['a title that is longer than the message', text('Which one of them?'), 'Which?', { context: 'Which?' }],
    ['a statement above a name', text('Name'), 'Before we start', { question: 'Name', context: 'Before we start' }],
    ['the longer description', text('Name', 'What is your name?'), 'm', { question: 'What is your name?' }],
    ['the description that asks', text('Database', 'Which?'), 'm', { question: 'Which?', header: 'Database' }],
    ['the longer title', text('What is your name?', 'Name'), 'm', { question: 'What is your name?', header: 'Name' }],
  ])('contain the question once: %s', (_name, property, message, expected) => {
    expect(only(property, message)).toMatchObject(expected);
    if ('header' in expected) expect(only(property, message)?.context ?? 'm').toBe('m');
  });

  it('include the description of the schema, and a title that is no class name', () => {
    const schema = (title: string) => ({
      type: 'object',
      title,
      description: 'The shop is frozen until Monday.',
      properties: { target: { type: 'string', title: 'Target', enum: ['staging', 'production'] } },
    });
    const contextOf = (title: string, message: string) =>
      questionsOf({ mode: 'form', message, requestedSchema: schema(title) })[0]?.context;
    expect(contextOf('DeployInput', 'Deploy?')).toBe('The shop is frozen until Monday.');
    expect(contextOf('Deploy the shop', 'Where?')).toBe(
      'Where?\n\nDeploy the shop\n\nThe shop is frozen until Monday.',
    );
    expect(contextOf('', 'The shop is frozen until Monday.')).toBe('The shop is frozen until Monday.');
  });

  it('mask a secret that Pydantic writes, beside a choice too', () => {
    const secret = { type: 'string', format: 'password', writeOnly: true };
    const form = formOf({ token: secret, k: { enum: ['a'] }, k_custom: secret });
    expect(questionsOf(form).map(({ constraints }) => constraints?.secret)).toEqual([true, true]);
  });
});

describe('a form of this package', () => {
  it('asks its question without the details in `_meta` too, and not the context in its message', () => {
    const options = [{ label: 'a' }, { label: 'b' }];
    for (const context of ['We deploy today.', 'May I ask a question?']) {
      const question = { id: 'q', question: 'Which?', context, options, multiSelect: false };
      const ours = valueOf(mcpElicitation.formatRequest({ requestId: 'r', questions: [question] }));
      expect(questionsOf({ ...(ours as object), _meta: undefined })).toMatchObject([{ question: 'Which?', context }]);
    }
  });

  it('receives a note in `_meta`, whatever the header of the question says', () => {
    const questions = [
      { id: 'q', question: 'Which?', header: 'Note', options: [{ label: 'a' }, { label: 'b' }], multiSelect: false },
    ];
    const ours = valueOf(mcpElicitation.formatRequest({ requestId: 'r', questions }));
    for (const form of [ours, { ...(ours as object), _meta: undefined }]) {
      expect(contentOf(form, { selected: [0], notes: 'n' })).toEqual({ q: 'a' });
    }
  });
});
