import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askUser, askUserAsOrdinaryUser, DATABASE_AND_NAME, folder, inside, json, shell } from './helpers.js';

const FILE = '.ask-user/pending-questions.json';
const PENDING = { answered: false, answers: [], pendingFile: FILE };

const read = (cwd: string, file = FILE): unknown => JSON.parse(readFileSync(join(cwd, file), 'utf8'));
const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);
const asked = () => folder({ 'q.json': DATABASE_AND_NAME });

describe('ask-user ask --print [R-CLI]', () => {
  it('writes the questions to a file in the format of the specification, with the agent’s request', async () => {
    const cwd = asked();
    const ran = await askUser(['ask', 'q.json', '--print', '--session', 'abc123'], { cwd });
    expect(json(ran)).toEqual(PENDING);
    expect(ran.code).toBe(4);
    const file = read(cwd);
    expect(file).toEqual({
      sessionId: 'abc123',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      questions: [
        {
          question: 'Which database should we use?',
          header: 'Database Selection',
          options: ['PostgreSQL (Recommended)', 'SQLite', 'MongoDB'],
          answer: null,
        },
        { question: 'What should we name this service?', header: 'Service Setup', answer: null },
      ],
      dialect: 'askUser',
      request: DATABASE_AND_NAME,
    });
  });

  it('explains on standard error how to answer', async () => {
    const { stderr } = await inside(['ask', 'q.json', '--print'], { cwd: asked() });
    expect(stderr).toBe(
      [
        'Questions pending. User input required.',
        '',
        'To answer, re-run with:',
        `  npx react-ask-user answer ${FILE} --answers '["answer 1","answer 2"]'`,
        '',
        'Or edit the JSON file and run:',
        '  npx react-ask-user answer',
        '',
        `Questions saved to: ${FILE}`,
        '',
      ].join('\n'),
    );
  });

  it('quotes the name of a file for the shell', async () => {
    const { stderr } = await inside(['ask', 'q.json', '--print', '--file', "it's here.json"], { cwd: asked() });
    expect(stderr).toContain(String.raw`  npx react-ask-user answer 'it'\''s here.json'` + '\n\nQuestions saved');
  });

  it('protects the file from other users, and leaves no other file', async () => {
    const cwd = asked();
    await askUser(['ask', 'q.json', '--print'], { cwd });
    expect(modeOf(join(cwd, '.ask-user'))).toBe('700');
    expect(modeOf(join(cwd, FILE))).toBe('600');
    expect(readdirSync(join(cwd, '.ask-user'))).toEqual(['pending-questions.json']);
  });

  it.each([
    [['SQLite', 'orders'], `${FILE} has an answer to each question. To print the result, run:`],
    [['SQLite', null], `${FILE} has 1 of 2 answers. Replace each other null, and run:`],
  ])('says that the file already has the answers %j', async (answers, line) => {
    const cwd = asked();
    await inside(['ask', 'q.json', '--print'], { cwd });
    const file = read(cwd) as { questions: object[] };
    const questions = file.questions.map((question, i) => ({ ...question, answer: answers[i] }));
    writeFileSync(join(cwd, FILE), JSON.stringify({ ...file, questions }));
    const ran = await inside(['ask', 'q.json', '--print'], { cwd });
    expect(json(ran)).toEqual(PENDING);
    expect(ran).toMatchObject({ code: 4, stderr: `${line}\n  npx react-ask-user answer\n` });
  });

  it.each([
    ['a file of answers', { questions: [{ question: 'Which?', answer: 'A' }] }],
    [
      'a pending-questions file',
      { sessionId: 's', questions: [{ question: 'Which?', answer: 'A' }], dialect: 'askUser' },
    ],
  ])('refuses %s that already has an answer, and names the command that reads it', async (_, file) => {
    const cwd = folder({ 'a.json': file });
    const ran = await inside(['ask', 'a.json', '--print'], { cwd });
    expect(ran).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'ask-user: a.json already has an answer to question 1, so nothing was asked. To print the result, run npx react-ask-user answer a.json. To ask, remove the answers.\n',
    });
    expect(existsSync(join(cwd, FILE))).toBe(false);
  });

  it('is the default without a terminal, with a notice', async () => {
    const cwd = asked();
    const ran = await askUser(['ask', 'q.json'], { cwd });
    expect(json(ran)).toEqual(PENDING);
    expect(ran.stderr).toMatch(/^No terminal is available\. Continuing as with --print\.\nQuestions pending\./);
    expect(existsSync(join(cwd, FILE))).toBe(true);
  });

  it('generates a session id if none is given', async () => {
    const cwd = asked();
    await inside(['ask', '-', '--print'], {
      cwd,
      input: '{"question":"Which?","options":["A","B"],"multiSelect":true}',
    });
    expect(read(cwd)).toMatchObject({
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      questions: [{ question: 'Which?', multiSelect: true, options: ['A', 'B'], answer: null }],
    });
  });

  it('does not replace pending questions without --force', async () => {
    const cwd = asked();
    await askUser(['ask', 'q.json', '--print', '--session', 'first'], { cwd });
    const ran = await askUser(['ask', 'q.json', '--print', '--session', 'second'], { cwd });
    expect(ran).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: `ask-user: ${FILE} has the questions of another session, so these questions were not saved. Answer those first with npx react-ask-user answer, or replace them with --force. See npx react-ask-user questions show|clear.\n`,
    });
    expect(read(cwd)).toMatchObject({ sessionId: 'first' });
    const forced = await askUser(['ask', 'q.json', '--print', '--session', 'second', '--force'], { cwd });
    expect(forced.code).toBe(4);
    expect(read(cwd)).toMatchObject({ sessionId: 'second' });
    expect(modeOf(join(cwd, FILE))).toBe('600');
  });

  it('succeeds for exactly one of several concurrent runs', async () => {
    const cwd = asked();
    const sessions = ['a', 'b', 'c', 'd'];
    const runs = await Promise.all(
      sessions.map((session) => askUser(['ask', 'q.json', '--print', '--session', session], { cwd })),
    );
    const winners = sessions.filter((_, i) => runs[i]?.code === 4);
    expect(winners).toHaveLength(1);
    expect(runs.filter(({ code, stdout }) => code === 1 && stdout === '')).toHaveLength(3);
    expect(read(cwd)).toMatchObject({ sessionId: winners[0] });
    expect(readdirSync(join(cwd, '.ask-user'))).toEqual(['pending-questions.json']);
  });

  it.each([
    ['that leads to a file', 'target.json'],
    ['that leads nowhere', 'missing.json'],
  ])('does not write through a symbolic link %s', async (_, target) => {
    const cwd = folder({ 'q.json': DATABASE_AND_NAME, 'target.json': 'mine' });
    symlinkSync(target, join(cwd, 'pending.json'));
    const args = ['ask', 'q.json', '--print', '--file', 'pending.json'];
    const ran = await inside(args, { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(
      /^ask-user: pending\.json already exists, so these questions were not saved\. Cannot read pending\.json: is a symbolic link \(ELOOP\)\. .*\n$/,
    );
    expect(await inside([...args, '--force'], { cwd })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'ask-user: Cannot read pending.json: is a symbolic link (ELOOP).\n',
    });
    expect(lstatSync(join(cwd, 'pending.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(cwd, 'target.json'), 'utf8')).toBe('mine');
    expect(existsSync(join(cwd, 'missing.json'))).toBe(false);
  });

  it.each([
    ['another file', 'package.json', /^ask-user: package\.json does not contain pending questions\. .*\n$/],
    ['the request itself', 'q.json', /^ask-user: q\.json does not contain pending questions\. .*\n$/],
    ['a request that resembles a pending file', 'w.json', /^ask-user: w\.json contains the request itself\. .*\n$/],
    ['a named pipe', 'pipe', /^ask-user: Cannot read pipe: not a regular file\.\n$/],
  ])('does not replace %s, even with --force', async (_, file, line) => {
    const files = {
      'package.json': { name: 'mine' },
      'q.json': DATABASE_AND_NAME,
      'w.json': { ...DATABASE_AND_NAME, sessionId: 'x' },
    };
    const cwd = folder(files);
    await shell('mkfifo pipe', { cwd });
    const from = file === 'w.json' ? file : 'q.json';
    const ran = await inside(['ask', from, '--print', '--dialect', 'askUser', '--force', '--file', file], { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(line);
    for (const [name, content] of Object.entries(files)) expect(read(cwd, name)).toEqual(content);
  });

  it('creates a missing file with --force, and replaces a broken one at the default path', async () => {
    const cwd = asked();
    mkdirSync(join(cwd, '.ask-user'));
    writeFileSync(join(cwd, FILE), '{"questions":');
    expect((await inside(['ask', 'q.json', '--print', '--force'], { cwd })).code).toBe(4);
    expect((await inside(['ask', 'q.json', '--print', '--force', '--file', 'p.json'], { cwd })).code).toBe(4);
    expect(read(cwd)).toMatchObject({ request: DATABASE_AND_NAME });
    expect(read(cwd, 'p.json')).toMatchObject({ request: DATABASE_AND_NAME });
  });

  it.each(['--print', '--web'])('refuses with %s a question that has no visible text', async (way) => {
    const cwd = folder({ 'q.json': { questions: [...DATABASE_AND_NAME.questions, { question: '\u200b\u2800' }] } });
    const ran = await inside(['ask', 'q.json', way, '--dialect', 'askUser'], { cwd });
    expect(json(ran)).toMatchObject({ answered: false, status: 'invalid' });
    expect(ran).toMatchObject({
      code: 1,
      stderr: 'ask-user: q.json: invalid request. questions[2].question: Must contain visible text.\n',
    });
    expect(existsSync(join(cwd, FILE))).toBe(false);
  });

  it.each([
    ['below a file', 'q.json/pending.json', /^ask-user: Cannot read q\.json\/pending\.json: .*\(ENOTDIR\)\.\n$/],
    ['over a folder', 'taken', /^ask-user: Cannot read taken: is a folder \(EISDIR\)\.\n$/],
  ])('reports why the file cannot be written %s', async (_, file, line) => {
    const cwd = asked();
    mkdirSync(join(cwd, 'taken'));
    const ran = await inside(['ask', 'q.json', '--print', '--force', '--file', file], { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(line);
    expect(readdirSync(cwd).sort()).toEqual(['q.json', 'taken']);
  });

  it('reports why the file cannot be written in a read-only folder', async () => {
    const cwd = asked();
    chmodSync(cwd, 0o555);
    const ran = await askUserAsOrdinaryUser(['ask', 'q.json', '--print', '--file', 'p.json'], { cwd });
    chmodSync(cwd, 0o755);
    expect(ran).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'ask-user: Cannot write p.json: permission denied (EACCES).\n',
    });
  });

  it('refuses a secret question, because the file would contain the answer', async () => {
    const cwd = folder({
      'q.json': { questions: [{ id: 'key', header: 'Key', question: 'Which key?', isSecret: true }] },
    });
    expect(await inside(['ask', 'q.json', '--print', '--dialect', 'codex'], { cwd })).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'ask-user: Question 1 is secret, and the file would contain its answer in plain text. Ask it in a terminal or a dialog.\n',
    });
    expect(existsSync(join(cwd, FILE))).toBe(false);
  });

  it('refuses a request without questions, and informs the agent', async () => {
    const cwd = folder({ 'q.json': { questions: [] } });
    const ran = await inside(['ask', 'q.json', '--print'], { cwd });
    expect(json(ran)).toEqual({
      answered: false,
      answers: [],
      status: 'invalid',
      reason: '- questions: Must have at least one question.',
    });
    expect(ran).toMatchObject({
      code: 1,
      stderr: 'ask-user: q.json: invalid request. questions: Must have at least one question.\n',
    });
    expect(existsSync(join(cwd, FILE))).toBe(false);
  });
});

describe('ask-user questions [R-CLI]', () => {
  it('shows the pending questions and their answers', async () => {
    const cwd = asked();
    await askUser(['ask', 'q.json', '--print', '--session', 'abc'], { cwd });
    const file = readFileSync(join(cwd, FILE), 'utf8');
    writeFileSync(join(cwd, FILE), file.replace('"answer": null', '"answer": "SQLite"'));
    const ran = await askUser(['questions'], { cwd });
    expect(json(ran)).toMatchObject({
      pending: true,
      pendingFile: FILE,
      sessionId: 'abc',
      dialect: 'askUser',
      questions: [{ answer: 'SQLite' }, { answer: null }],
    });
    expect(ran.stderr).toBe('1. Which database should we use? = "SQLite"\n2. What should we name this service?\n');
    expect(await askUser(['questions', 'show', FILE], { cwd })).toEqual(ran);
  });

  it('shows invisible characters as escapes, with the same JSON value', async () => {
    const question = 'Which\u200b \u202eone\u{e0041}\u009b? 👩🏽‍💻 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿';
    const cwd = folder({ 'q.json': { question, options: ['A', 'B'] } });
    await inside(['ask', 'q.json', '--print', '--dialect', 'askUser'], { cwd });
    const ran = await inside(['questions', 'show'], { cwd });
    expect(json(ran)).toMatchObject({ questions: [{ question, options: ['A', 'B'] }] });
    const escaped = String.raw`Which\u200b \u202eone\udb40\udc41\u009b? 👩🏽‍💻 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿`;
    expect(ran.stdout).toContain(`"question":"${escaped}"`);
    expect(ran.stderr).toBe(`1. ${escaped}\n`);
  });

  it('removes the pending file', async () => {
    const cwd = asked();
    await askUser(['ask', 'q.json', '--print'], { cwd });
    const ran = await askUser(['questions', 'clear'], { cwd });
    expect(json(ran)).toEqual({ cleared: true, pendingFile: FILE });
    expect(ran).toMatchObject({ code: 0, stderr: `Removed ${FILE}.\n` });
    expect(readdirSync(join(cwd, '.ask-user'))).toEqual([]);
  });

  it.each([
    ['show', { pending: false, pendingFile: FILE }],
    ['clear', { cleared: false, pendingFile: FILE }],
  ])('reports with %s that nothing is pending', async (action, expected) => {
    const ran = await inside(['questions', action], { cwd: folder() });
    expect(json(ran)).toEqual(expected);
    expect(ran).toMatchObject({ code: 0, stderr: 'No questions are pending.\n' });
  });

  it('removes an unreadable file at the default path', async () => {
    const cwd = folder();
    mkdirSync(join(cwd, '.ask-user'));
    writeFileSync(join(cwd, FILE), '{"questions":');
    expect(await inside(['questions', 'show'], { cwd })).toMatchObject({ code: 1, stdout: '' });
    expect(json(await inside(['questions', 'clear'], { cwd }))).toEqual({ cleared: true, pendingFile: FILE });
  });

  it('never removes another file', async () => {
    const cwd = folder({ 'package.json': { name: 'mine' } });
    const ran = await inside(['questions', 'clear', 'package.json'], { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(/^ask-user: package\.json does not contain pending questions\. .*\n$/);
    expect(read(cwd, 'package.json')).toEqual({ name: 'mine' });
  });

  it('never removes a request', async () => {
    const cwd = asked();
    expect(await inside(['questions', 'clear', 'q.json'], { cwd })).toMatchObject({ code: 1, stdout: '' });
    expect(read(cwd, 'q.json')).toEqual(DATABASE_AND_NAME);
  });

  it('refuses any other action', async () => {
    expect(await inside(['questions', 'claer'])).toMatchObject({
      code: 2,
      stderr:
        'ask-user: Unknown action "claer". Did you mean "clear"? questions takes show or clear, and then FILE. See: npx react-ask-user questions --help\n',
    });
  });
});
