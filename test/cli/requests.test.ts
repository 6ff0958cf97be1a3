import { describe, expect, it } from 'vitest';
import { DIALECTS, TOOLS } from '../../src/dialects/index.js';
import { askUser, DATABASE_AND_NAME, folder, inside, json } from './helpers.js';

const FIVE = { question: 'Which?', context: 'Why', options: ['A', 'B', 'C', 'D', 'E'] };

describe('[R-CLI] ask-user validate', () => {
  it('says that a request can be asked', async () => {
    const ran = await askUser(['validate', 'q.json', '--dialect', 'askUser'], {
      cwd: folder({ 'q.json': DATABASE_AND_NAME }),
    });
    expect(json(ran)).toEqual({ ok: true, dialect: 'askUser', issues: [], warnings: [] });
    expect(ran).toMatchObject({ code: 0, stderr: 'q.json can be asked.\n' });
  });

  it('finds out whose request it is, or says that it did not', async () => {
    const ran = await inside(['validate'], { input: JSON.stringify(DATABASE_AND_NAME) });
    expect(json(ran)).toMatchObject({ ok: true, dialect: 'askUser' });
    expect(ran.stderr).toMatch(
      /^Read as askUser\. It may be a request of [\w, ]+ as well: name the one that asked with --dialect\.\n/,
    );
  });

  it('[R-LIMITS] reports an agent’s limits as warnings, and as errors where it is strict', async () => {
    const args = ['validate', '--dialect', 'askUserQuestion'];
    const issue = { code: 'too_many', path: 'options', message: 'Has a length of 5. Make it 2-4.' };
    const lenient = await inside(args, { input: JSON.stringify(FIVE) });
    expect(json(lenient)).toEqual({ ok: true, dialect: 'askUserQuestion', issues: [], warnings: [issue] });
    expect(lenient).toMatchObject({
      code: 0,
      stderr: 'warning: options: Has a length of 5. Make it 2-4.\nstandard input can be asked.\n',
    });
    const strict = await inside([...args, '--strict'], { input: JSON.stringify(FIVE) });
    expect(json(strict)).toEqual({ ok: false, dialect: 'askUserQuestion', issues: [issue], warnings: [] });
    expect(strict).toMatchObject({
      code: 1,
      stderr: "error: options: Has a length of 5. Make it 2-4.\nstandard input can't be asked.\n",
    });
  });

  it('reports what a model must not say', async () => {
    const ran = await inside(['validate', '--dialect', 'askUser'], {
      input: JSON.stringify({ ...FIVE, asker: 'Bank' }),
    });
    expect(json(ran)).toMatchObject({ ok: true, warnings: [{ code: 'dropped', path: 'asker' }] });
  });

  it('keeps what an agent wrote from steering the terminal', async () => {
    const ran = await inside(['validate', '--dialect', 'askUser'], {
      input: JSON.stringify({ question: '?', id: 7, multiSelect: '\u001b[2J', options: [{ label: 1 }] }),
    });
    expect(json(ran)).toMatchObject({ ok: true });
    expect(ran.stderr).not.toMatch(/[^\n\u0020-\u007e\u2019]/);
  });
});

describe('JSON on standard output', () => {
  const STEERS = /[\u0080-\u009f\u200b\u202a-\u202e\u2066-\u2069]/;
  const evil = 'red\u009b31m \u202eevil\u202c \u2066x\u200b 👩‍💻';
  const questions = [{ question: evil, header: 'h', options: [{ label: evil }, { label: 'B' }] }];

  it.each([
    ['convert', ['convert', '--from', 'askUser', '--to', 'askUserQuestion']],
    ['ask --print', ['ask', '--print']],
    ['validate', ['validate', '--dialect', 'askUser']],
  ])('of %s has no character that steers a terminal, and is the same value [R-CLI]', async (_, args) => {
    const ran = await inside(args, { input: JSON.stringify({ questions }), cwd: folder({}) });
    expect(ran.stdout).not.toMatch(STEERS);
    expect(JSON.parse(ran.stdout)).toBeTruthy();
  });

  it('has the answer that an agent wrote itself, byte for byte once it is parsed [R-CLI] [R-VERBATIM]', async () => {
    const cwd = folder({ 'q.json': { questions } });
    await inside(['ask', 'q.json', '--print'], { cwd });
    const ran = await inside(['answer', '--answers', '["1"]'], { cwd });
    expect(ran.stdout).not.toMatch(STEERS);
    expect(ran.stdout).toContain('👩‍💻');
    expect(JSON.stringify(JSON.parse(ran.stdout))).toContain(JSON.stringify(evil).slice(1, -1));
  });
});

describe('[R-CLI] ask-user convert', () => {
  it('writes the other family’s shape, and says what is lost and what is beyond its limits', async () => {
    const ran = await askUser(['convert', '--from', 'askUser', '--to', 'askUserQuestion'], {
      input: JSON.stringify(FIVE),
    });
    const options = FIVE.options.map((label) => ({ label }));
    expect(json(ran)).toEqual({ questions: [{ question: 'Which?', options, multiSelect: false }] });
    expect(ran).toMatchObject({
      code: 0,
      stderr:
        'lost: questions[0].context: This format has no context.\n' +
        'warning: questions[0].options: Has a length of 5. Make it 2-4.\n',
    });
  });

  it('prints nothing of that where it is strict', async () => {
    const ran = await inside(['convert', '--to', 'askUserQuestion', '--strict'], { input: JSON.stringify(FIVE) });
    const why = 'standard input does not fit askUserQuestion: questions[0].context: This format has no context.';
    const more = '(and 1 more: leave --strict out to see them)';
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: `ask-user: ${why} ${more}\n` });
  });

  it('says what can’t be written at all, and what can’t be read', async () => {
    const args = ['convert', '--from', 'askUser', '--to', 'askUserJson'];
    const several = await inside(args, { input: JSON.stringify(DATABASE_AND_NAME) });
    expect(several).toMatchObject({ code: 1, stdout: '' });
    expect(several.stderr).toMatch(/^ask-user: standard input can't be written for askUserJson: questions: .*\n$/);
    const broken = await inside(args, { input: '{"questions":[{},{}]}' });
    expect(broken).toMatchObject({ code: 1, stdout: '' });
    expect(broken.stderr).toMatch(
      /^ask-user: standard input can't be asked: .* \(and 1 more: ask-user validate lists them\)\n$/,
    );
  });

  it('needs to know for whom', async () => {
    expect(await inside(['convert', 'q.json'])).toMatchObject({
      code: 2,
      stderr: 'ask-user: Say which agent it is for with --to NAME. See: ask-user convert --help\n',
    });
  });
});

describe('[R-CLI] ask-user schema', () => {
  it('lists the dialects', async () => {
    const ran = await askUser(['schema']);
    expect(json(ran)).toEqual(DIALECTS.map(({ name }) => name));
    expect(ran.stderr).toContain('askUser: pi `ask_user`\n');
  });

  it.each(['askUser', 'askUserQuestion', 'pilotDeck', 'askUserJson'])('prints the tool of %s', async (name) => {
    const tool = TOOLS.find(({ dialect }) => dialect.name === name);
    expect(json(await inside(['schema', '--dialect', name]))).toEqual({
      name: tool?.name,
      description: tool?.description,
      input_schema: tool?.inputSchema,
    });
  });

  it('says which dialects there are', async () => {
    const ran = await inside(['schema', '--dialect', 'askuserQuestoin']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(
      /^ask-user: There is no dialect "askuserQuestoin"\. Did you mean "askUserQuestion"\? Known: askUser, [\w, ]+\. See: .*\n$/,
    );
  });
});
