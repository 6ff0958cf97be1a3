import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/dialects/index.js';
import { askUser, DATABASE_AND_NAME, folder, inside, json } from './helpers.js';

const FIVE = { question: 'Which?', context: 'Why', options: ['A', 'B', 'C', 'D', 'E'] };

describe('ask-user validate [R-CLI]', () => {
  it('reports that a request can be asked', async () => {
    const ran = await askUser(['validate', 'q.json', '--dialect', 'askUser'], {
      cwd: folder({ 'q.json': DATABASE_AND_NAME }),
    });
    expect(json(ran)).toEqual({ ok: true, dialect: 'askUser', issues: [], warnings: [] });
    expect(ran).toMatchObject({ code: 0, stderr: 'q.json: valid request\n' });
  });

  it('detects the dialect of a request, or reports that it is ambiguous', async () => {
    const ran = await inside(['validate'], { input: JSON.stringify(DATABASE_AND_NAME) });
    expect(json(ran)).toMatchObject({ ok: true, dialect: 'askUser' });
    expect(ran.stderr).toMatch(/^Read as askUser\. The request also matches [\w, ]+\. Use --dialect to select one\.\n/);
  });

  it('reports the limits of an agent as warnings, and as errors with --strict [R-LIMITS]', async () => {
    const args = ['validate', '--dialect', 'askUserQuestion'];
    const issue = { code: 'too_many', path: 'options', message: 'Must have 2-4 items, has 5.' };
    const lenient = await inside(args, { input: JSON.stringify(FIVE) });
    expect(json(lenient)).toEqual({ ok: true, dialect: 'askUserQuestion', issues: [], warnings: [issue] });
    expect(lenient).toMatchObject({
      code: 0,
      stderr: 'warning: options: Must have 2-4 items, has 5.\nstandard input: valid request\n',
    });
    const strict = await inside([...args, '--strict'], { input: JSON.stringify(FIVE) });
    expect(json(strict)).toEqual({ ok: false, dialect: 'askUserQuestion', issues: [issue], warnings: [] });
    expect(strict).toMatchObject({
      code: 1,
      stderr: 'error: options: Must have 2-4 items, has 5.\nstandard input: invalid request\n',
    });
  });

  it('reports fields that a model must not set', async () => {
    const ran = await inside(['validate', '--dialect', 'askUser'], {
      input: JSON.stringify({ ...FIVE, asker: 'Bank' }),
    });
    expect(json(ran)).toMatchObject({ ok: true, warnings: [{ code: 'dropped', path: 'asker' }] });
  });

  it('reports a label without visible text as a warning, and a question without any as an error', async () => {
    const input = JSON.stringify({ questions: [{ question: 'A?', options: ['', 'B', ' \u200b'] }, { question: ' ' }] });
    const ran = await inside(['validate', '--dialect', 'askUser'], { input });
    expect(json(ran)).toMatchObject({
      ok: false,
      issues: [{ code: 'empty', path: 'questions[1].question', message: 'Must contain visible text.' }],
      warnings: [
        { code: 'empty', path: 'questions[0].options[0].label', message: 'Has no visible text.' },
        { code: 'empty', path: 'questions[0].options[2].label', message: 'Has no visible text.' },
      ],
    });
    expect(ran.code).toBe(1);
  });

  it('reports a question that already has an answer', async () => {
    const input = JSON.stringify({
      questions: [
        { question: 'A?', answer: null },
        { question: 'B?', answer: 'yes' },
      ],
    });
    const ran = await inside(['validate', '--dialect', 'askUser'], { input });
    const message = 'Has an answer, so it cannot be asked. Remove the answer.';
    expect(json(ran)).toMatchObject({
      ok: false,
      issues: [{ code: 'answered', path: 'questions[1].answer', message }],
    });
    expect(ran.code).toBe(1);
  });

  it('prints nothing from an agent that controls the terminal', async () => {
    const ran = await inside(['validate', '--dialect', 'askUser'], {
      input: JSON.stringify({ question: '?', id: 7, multiSelect: '\u001b[2J', options: [{ label: 1 }] }),
    });
    expect(json(ran)).toMatchObject({ ok: true });
    expect(ran.stderr).not.toMatch(/[^\n\u0020-\u007e\u2019]/);
  });
});

describe('the JSON on standard output', () => {
  const STEERS = /[\u0080-\u009f\u200b\u202a-\u202e\u2066-\u2069]/;
  const evil = 'red\u009b31m \u202eevil\u202c \u2066x\u200b 👩‍💻';
  const questions = [{ question: evil, header: 'h', options: [{ label: evil }, { label: 'B' }] }];

  it.each([
    ['convert', ['convert', '--from', 'askUser', '--to', 'askUserQuestion']],
    ['ask --print', ['ask', '--print']],
    ['validate', ['validate', '--dialect', 'askUser']],
  ])('of %s contains no character that controls a terminal [R-CLI]', async (_, args) => {
    const ran = await inside(args, { input: JSON.stringify({ questions }), cwd: folder({}) });
    expect(ran.stdout).not.toMatch(STEERS);
    expect(JSON.parse(ran.stdout)).toBeTruthy();
  });

  it('contains the answer as the agent wrote it, byte for byte once it is parsed [R-CLI] [R-VERBATIM]', async () => {
    const cwd = folder({ 'q.json': { questions } });
    await inside(['ask', 'q.json', '--print'], { cwd });
    const ran = await inside(['answer', '--answers', '["1"]'], { cwd });
    expect(ran.stdout).not.toMatch(STEERS);
    expect(ran.stdout).toContain('👩‍💻');
    expect(JSON.stringify(JSON.parse(ran.stdout))).toContain(JSON.stringify(evil).slice(1, -1));
  });
});

describe('ask-user convert [R-CLI]', () => {
  it('writes the shape of another dialect, and reports losses and exceeded limits', async () => {
    const ran = await askUser(['convert', '--from', 'askUser', '--to', 'askUserQuestion'], {
      input: JSON.stringify(FIVE),
    });
    const options = FIVE.options.map((label) => ({ label }));
    expect(json(ran)).toEqual({ questions: [{ question: 'Which?', options, multiSelect: false }] });
    expect(ran).toMatchObject({
      code: 0,
      stderr:
        'lost: questions[0].context: This format has no context.\n' +
        'warning: questions[0].options: Must have 2-4 items, has 5.\n',
    });
  });

  it('prints no request with --strict if there are losses or exceeded limits', async () => {
    const ran = await inside(['convert', '--to', 'askUserQuestion', '--strict'], { input: JSON.stringify(FIVE) });
    const why = 'standard input does not fit askUserQuestion: questions[0].context: This format has no context.';
    const more = '1 more: omit --strict to see them.';
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: `ask-user: ${why} ${more}\n` });
  });

  it('reports a request that cannot be written, and one that cannot be read', async () => {
    const args = ['convert', '--from', 'askUser', '--to', 'askUserJson'];
    const several = await inside(args, { input: JSON.stringify(DATABASE_AND_NAME) });
    expect(several).toMatchObject({ code: 1, stdout: '' });
    expect(several.stderr).toMatch(/^ask-user: Cannot convert standard input to askUserJson: questions: .*\n$/);
    const broken = await inside(args, { input: '{"questions":[{},{}]}' });
    expect(broken).toMatchObject({ code: 1, stdout: '' });
    expect(broken.stderr).toMatch(
      /^ask-user: standard input: invalid request\. .* 1 more: run npx react-ask-user validate\.\n$/,
    );
  });

  it('requires --to', async () => {
    expect(await inside(['convert', 'q.json'])).toMatchObject({
      code: 2,
      stderr: 'ask-user: convert requires --to NAME. See: npx react-ask-user convert --help\n',
    });
  });
});

describe('ask-user schema [R-CLI]', () => {
  it('lists the dialects', async () => {
    const ran = await askUser(['schema']);
    expect(json(ran)).toEqual(DIALECTS.map(({ name }) => name));
    expect(ran.stderr).toContain('askUser: pi `ask_user`\n');
  });

  it.each(['askUser', 'askUserQuestion', 'pilotDeck', 'askUserJson'])('prints the tool of %s', async (name) => {
    const tool = DIALECTS.find((dialect) => dialect.name === name)?.tool;
    expect(json(await inside(['schema', '--dialect', name]))).toEqual({
      name: tool?.name,
      description: tool?.description,
      input_schema: tool?.inputSchema,
    });
  });

  it('lists the known dialects for an unknown one', async () => {
    const ran = await inside(['schema', '--dialect', 'askuserQuestoin']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(
      /^ask-user: Unknown dialect "askuserQuestoin"\. Did you mean "askUserQuestion"\? Known dialects: agUi, askUser, [\w, ]+\. See: .*\n$/,
    );
  });
});
