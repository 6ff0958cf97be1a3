import { describe, expect, it } from 'vitest';
import { askUser, folder, inside, json, shell } from './helpers.js';

const execute = (input: unknown) =>
  inside([], {
    input: typeof input === 'string' || input instanceof Uint8Array ? input : JSON.stringify(input),
    action: 'execute',
  });

const promptOf = (question: string, options: readonly object[], markdown: string, context?: string) => ({
  tool: 'ask_user',
  version: 1,
  status: 'ok',
  prompt: {
    question,
    ...(context !== undefined && { context }),
    kind: 'single_select',
    options,
    answer_instructions: `Reply with the option number (1-${options.length}).`,
    answer_format: { type: 'integer', min: 1, max: options.length },
  },
  rendered_markdown: markdown,
});

const AB = promptOf(
  'Pick one',
  [
    { id: '1', label: 'A' },
    { id: '2', label: 'B' },
  ],
  'Pick one\n\n1. A\n2. B\n\nReply with the option number (1-2).',
);

describe('TOOLBOX_ACTION=execute [R-CLI]', () => {
  it('prints the object of the specification for options as JSON text', async () => {
    const ran = await shell(
      `echo '{"question":"Pick one","options":"[\\"A\\", \\"B\\"]"}' | TOOLBOX_ACTION=execute ask-user`,
    );
    expect(ran).toEqual({ code: 0, signal: null, stdout: `${JSON.stringify(AB)}\n`, stderr: '' });
  });

  it.each([
    ['strings', ['A', 'B']],
    ['objects', [{ label: 'A' }, { label: 'B' }]],
    ['both', ['A', { label: 'B' }]],
    ['JSON text of objects', '[{"label":"A"},{"label":"B"}]'],
    ['JSON text of an object each', ['{"label":"A"}', '{"label":"B"}']],
  ])('reads options that are %s', async (_, options) => {
    expect(json(await execute({ question: 'Pick one', options }))).toEqual(AB);
  });

  it('prints descriptions and the context, for the agent and as Markdown', async () => {
    const ran = await execute({
      question: 'What approach should we use?',
      context: 'We need to decide between implementation patterns.',
      options: [
        { label: 'Option A', description: 'Pros: X, Cons: Y' },
        { label: 'Option B', description: 'Pros: Z, Cons: W' },
      ],
    });
    expect(json(ran)).toEqual(
      promptOf(
        'What approach should we use?',
        [
          { id: '1', label: 'Option A', description: 'Pros: X, Cons: Y' },
          { id: '2', label: 'Option B', description: 'Pros: Z, Cons: W' },
        ],
        'What approach should we use?\n\nWe need to decide between implementation patterns.\n\n' +
          '1. Option A - Pros: X, Cons: Y\n2. Option B - Pros: Z, Cons: W\n\nReply with the option number (1-2).',
        'We need to decide between implementation patterns.',
      ),
    );
  });

  it('reads a byte order mark, and 20 options', async () => {
    const options = Array.from({ length: 20 }, (_, i) => `Option ${i + 1}`);
    const ran = await execute(`\uFEFF${JSON.stringify({ question: 'Which?', options })}`);
    expect(json(ran)).toMatchObject({ status: 'ok', prompt: { answer_format: { type: 'integer', min: 1, max: 20 } } });
  });

  it.each([
    ['INVALID_JSON', '{"question":', 'input is not valid JSON', true],
    ['INVALID_JSON', '', 'input is not valid JSON', true],
    ['INVALID_JSON', '42', 'input must be a JSON object', false],
    ['INVALID_JSON', '[]', 'input must be a JSON object', false],
    ['INVALID_JSON', [{ question: 'Which?', options: ['A', 'B'] }], 'input must be a JSON object', false],
    ['INVALID_JSON', Uint8Array.of(0xff, 0xfe, 0x7b, 0x00), 'input is not valid UTF-8. Save it as UTF-8.', false],
    ['MISSING_QUESTION', { options: ['A', 'B'] }, 'question must be a non-empty string', false],
    ['MISSING_QUESTION', { question: ' ', options: ['A', 'B'] }, 'question must be a non-empty string', false],
    ['MISSING_OPTIONS', { question: 'Which?' }, 'options is required', false],
    ['INVALID_OPTIONS_JSON', { question: 'Which?', options: '["A",' }, 'options is not valid JSON', true],
    ['INVALID_OPTIONS', { question: 'Which?', options: ['A'] }, 'options must have at least 2 items', false],
    [
      'INVALID_OPTIONS',
      { question: 'Which?', options: Array(21).fill('A') },
      'options must have at most 20 items',
      false,
    ],
    ['INVALID_OPTIONS', { question: 'Which?', options: 7 }, 'options must be an array', false],
    [
      'INVALID_OPTIONS',
      { question: 'Which?', options: ['A', 5] },
      'options[1]: Must be a string, or an object with a label.',
      false,
    ],
  ] as const)('ends with %s for %j', async (code, input, message, parser) => {
    const ran = await execute(input);
    const parseError = parser ? { parseError: expect.any(String) } : {};
    expect(json(ran)).toEqual({
      tool: 'ask_user',
      version: 1,
      status: 'error',
      error: { code, message, ...parseError },
    });
    expect(ran).toMatchObject({ code: 1, stderr: '' });
  });

  it.each([
    [
      'a standard input that can’t be read',
      'TOOLBOX_ACTION=execute ask-user 0> file',
      'not open for this operation (EBADF)',
    ],
    ['a folder', 'TOOLBOX_ACTION=execute ask-user < .', 'is a folder (EISDIR)'],
  ])('ends with INTERNAL_ERROR for %s', async (_, line, why) => {
    const ran = await shell(line, { cwd: folder() });
    const message = `Cannot read standard input: ${why}.`;
    expect(json(ran)).toEqual({
      tool: 'ask_user',
      version: 1,
      status: 'error',
      error: { code: 'INTERNAL_ERROR', message },
    });
    expect(ran).toMatchObject({ code: 1, stderr: '' });
  });
});

describe('TOOLBOX_ACTION [R-CLI]', () => {
  it('describes the tool, for Amp and as in the example of the specification', async () => {
    const schema = {
      type: 'object',
      properties: { question: { type: 'string' }, options: { type: 'array' }, context: { type: 'string' } },
      required: ['question', 'options'],
    };
    const ran = await askUser([], { env: { TOOLBOX_ACTION: 'describe' } });
    expect(json(ran)).toEqual({
      name: 'ask_user',
      description: 'Ask user to choose from options',
      inputSchema: schema,
      input_schema: schema,
      execute: 'TOOLBOX_ACTION=execute ask-user',
    });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
  });

  it('prints an error object for an unknown action', async () => {
    const ran = await inside([], { action: 'run' });
    const message = 'TOOLBOX_ACTION must be "describe" or "execute", not "run"';
    expect(json(ran)).toMatchObject({ status: 'error', error: { code: 'INVALID_INPUT', message } });
    expect(ran).toMatchObject({ code: 1, stderr: '' });
  });

  it('is ignored if a command is given', async () => {
    const ran = await askUser(['--version'], { env: { TOOLBOX_ACTION: 'describe' } });
    expect(ran.stdout).toMatch(/^\d+\.\d+\.\d+/);
  });
});

describe('ask-user check [R-CLI]', () => {
  const OK = { tool: 'ask_user', version: 1, status: 'ok' };

  it.each([
    ['1', { ...OK, answer: 1, option: { id: '1', label: 'A' } }],
    [' 2 ', { ...OK, answer: 2, option: { id: '2', label: 'B' } }],
  ])('prints the option of %j', async (reply, expected) => {
    const ran = await askUser(['check', 'prompt.json', reply], { cwd: folder({ 'prompt.json': AB }) });
    expect(json(ran)).toEqual(expected);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
  });

  it.each(['0', '3', '-1', '1.5', 'A', '1 2', ''])('refuses %j', async (reply) => {
    const ran = await inside(['check', '-', reply], { input: JSON.stringify(AB) });
    const message = 'the reply must be an option number (1-2)';
    expect(json(ran)).toEqual({ ...OK, status: 'error', error: { code: 'INVALID_ANSWER', message } });
    expect(ran).toMatchObject({ code: 1, stderr: `ask-user: ${message}\n` });
  });

  it('reads an option after a negative number', async () => {
    const { code, stdout } = await inside(['check', '-', '-1', '--pretty'], { input: JSON.stringify(AB) });
    expect(code).toBe(1);
    expect(stdout).toContain('\n    "code": "INVALID_ANSWER",\n');
  });

  it.each([
    ['an error object', { ...OK, status: 'error', error: { code: 'INVALID_JSON', message: '' } }],
    [
      'a prompt with another range',
      { ...AB, prompt: { ...AB.prompt, answer_format: { type: 'integer', min: 1, max: 9 } } },
    ],
    ['a number', 2],
  ])('refuses %s instead of a prompt', async (_, prompt) => {
    const ran = await inside(['check', '-', '1'], { input: JSON.stringify(prompt) });
    expect(ran).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'ask-user: standard input does not contain a prompt printed by TOOLBOX_ACTION=execute.\n',
    });
  });

  it('requires a prompt and a reply', async () => {
    expect(await inside(['check', 'prompt.json'])).toMatchObject({
      code: 2,
      stderr: 'ask-user: check requires FILE and REPLY. See: npx react-ask-user check --help\n',
    });
  });
});
