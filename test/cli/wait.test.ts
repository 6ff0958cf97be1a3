import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { askUser, ended, folder, json, main, shell, start } from './helpers.js';

const FILE = '.ask-user/pending-questions.json';
const REQUEST = {
  questions: [{ question: 'Which database?', options: ['PostgreSQL', 'SQLite'] }, { question: 'Name?' }],
};
const ANSWERED = {
  answered: true,
  answers: [
    { question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
    { question: 'Name?', answer: 'orders', wasCustom: true },
  ],
};
const PENDING = { answered: false, answers: [], pendingFile: FILE };
const filesIn = (cwd: string) => readdirSync(join(cwd, '.ask-user'));

/** Starts `ask --wait`, and waits until it waits. */
async function waiting({ args = [], cwd = folder({ 'q.json': REQUEST }) }: { args?: string[]; cwd?: string } = {}) {
  const child = start(process.execPath, [main, 'ask', 'q.json', '--wait', ...args], { cwd });
  onTestFinished(() => void child.kill('SIGKILL'));
  const run = ended(child);
  let text = '';
  child.stderr?.on('data', (chunk) => (text += chunk));
  const tells = (expected: string) =>
    vi.waitFor(() => expect(text).toContain(expected), { timeout: 15_000, interval: 20 });
  await tells('Waiting for the answers.');
  const path = join(cwd, FILE);
  const questions: readonly object[] = JSON.parse(readFileSync(path, 'utf8')).questions;
  /** The content of the file with these answers. */
  const content = (...answers: readonly unknown[]) =>
    JSON.stringify({
      ...JSON.parse(pristine),
      questions: questions.map((question, i) => ({ ...question, answer: answers[i] })),
    });
  const pristine = readFileSync(path, 'utf8');
  return { child, cwd, run, tells, path, content };
}

describe('ask --wait [R-CLI]', () => {
  it('prints ids and values with --details, also if `answer` names an option by its value', async () => {
    const question = { id: 'db', question: 'Which?', options: [{ label: 'PostgreSQL', value: 'pg' }, 'SQLite'] };
    const { cwd, run } = await waiting({ args: ['--details'], cwd: folder({ 'q.json': question }) });
    const answered = await askUser(['answer', '--answers', '{"db":"pg"}'], { cwd });
    expect(json(answered)).toMatchObject({ answers: [{ selectedOption: 'PostgreSQL' }] });
    const ran = await run;
    expect(json(ran)).toMatchObject({
      status: 'answered',
      answers: [{ questionId: 'db', selected: [{ index: 0, label: 'PostgreSQL', value: 'pg' }] }],
    });
    expect(ran.code).toBe(0);
  });

  it.each<[string, (path: string, text: string) => void]>([
    ['rewritten', (path, text) => writeFileSync(path, text)],
    [
      'replaced by another file',
      (path, text) => {
        writeFileSync(`${path}~`, text);
        renameSync(`${path}~`, path);
      },
    ],
    [
      'removed and created again',
      (path, text) => {
        rmSync(path);
        writeFileSync(path, text);
      },
    ],
  ])('prints the answers once the file is %s, and removes it', async (_, save) => {
    const { cwd, run, path, content } = await waiting();
    save(path, content('SQLite', 'orders'));
    const ran = await run;
    expect(json(ran)).toEqual(ANSWERED);
    expect(ran).toMatchObject({ code: 0, signal: null });
    expect(filesIn(cwd)).toEqual([]);
  });

  it('keeps waiting while the file is incomplete or invalid, and gives each reason once', async () => {
    const { cwd, run, path, content, tells } = await waiting();
    const whole = content('SQLite', 'orders');
    writeFileSync(path, whole.slice(0, 90));
    await tells('is not valid JSON');
    writeFileSync(path, '');
    await tells('is empty. Expected JSON. Still waiting.');
    writeFileSync(path, content(2, 'orders'));
    await tells('question 1 ("Which database?"): must be a string: "2"');
    writeFileSync(path, '{"questions":[{"question":"Which database?","answer":"SQLite"}]}');
    await tells('has 1 questions, but the agent asked 2');
    rmSync(path);
    mkdirSync(path);
    await tells('is a folder (EISDIR)');
    rmSync(path, { recursive: true });
    await shell(`mkfifo ${FILE}`, { cwd });
    await tells('not a regular file');
    rmSync(path);
    writeFileSync(path, content('SQLite', null));
    writeFileSync(path, whole);
    const ran = await run;
    expect(json(ran)).toEqual(ANSWERED);
    expect(ran.stderr.match(/is not valid JSON/g)).toHaveLength(1);
  });

  it('does not take an optional question as left blank before the user has written that', async () => {
    const text = { type: 'text' };
    const questions = [
      { question: 'Name?', ...text },
      { question: 'Which port?', ...text, required: false },
    ];
    const cwd = folder({ 'q.json': { questions } });
    const { run, path, content, tells } = await waiting({ cwd, args: ['--dialect', 'deepAgents'] });
    writeFileSync(path, content('orders', null));
    await tells('question 2 has no answer. Write "" to leave it blank. Still waiting.');
    writeFileSync(path, content('orders', ''));
    expect(json(await run)).toEqual({ type: 'answered', status: 'answered', answers: ['orders', ''] });
  });

  it('takes a file of which the user has left only questions and answers', async () => {
    const { run, path } = await waiting();
    const questions = [
      { question: 'Database?', answer: 'SQLite' },
      { question: 'Name?', answer: 'orders' },
    ];
    writeFileSync(path, JSON.stringify({ questions }));
    expect(json(await run)).toEqual(ANSWERED);
  });

  it.each([
    [['SQLite', 'orders'], undefined],
    [{ 'Name?': 'orders', q1: 'SQLite' }, undefined],
    [undefined, ['SQLite', 'orders']],
  ])('and the command `answer` both print the answers %j %j', async (flag, edited) => {
    const { cwd, run, path, content } = await waiting();
    const second = await waiting({ cwd });
    if (edited) writeFileSync(path, content(...edited));
    const answer = await askUser(['answer', ...(flag ? ['--answers', JSON.stringify(flag)] : [])], { cwd });
    expect(answer).toMatchObject({ code: 0, stderr: '' });
    const runs = [answer, await run, await second.run];
    expect(runs.map((ran) => [ran.code, json(ran)])).toEqual(runs.map(() => [0, ANSWERED]));
    expect(filesIn(cwd)).toEqual([]);
  });

  it('prints the answers of a file whose first `answer` was killed', async () => {
    const { cwd, run, path, content } = await waiting();
    const claimed = `${path}.answering-1`;
    renameSync(path, claimed);
    writeFileSync(claimed, content('SQLite', 'orders'));
    expect(await askUser(['answer', claimed], { cwd })).toMatchObject({ code: 0 });
    expect(json(await run)).toEqual(ANSWERED);
    expect(filesIn(cwd)).toEqual([]);
  });

  it('exits with 4 after --timeout, and the next run continues with the answers so far', async () => {
    const { cwd, run, path, content } = await waiting({ args: ['--timeout', '1s'] });
    const partly = content('SQLite', null);
    writeFileSync(path, partly);
    const ran = await run;
    expect(json(ran)).toEqual(PENDING);
    expect(ran.code).toBe(4);
    expect(ran.stderr).toMatch(/Nobody has answered within 1s\. The questions are still in \.ask-user\/.*\.\n$/);
    expect(filesIn(cwd)).toEqual(['pending-questions.json']);
    const next = await waiting({ cwd });
    expect(readFileSync(path, 'utf8')).toBe(partly);
    writeFileSync(path, content('SQLite', 'orders'));
    expect(json(await next.run)).toEqual(ANSWERED);
  });

  it.each([
    ['SIGINT', 130, 'Interrupted.'],
    ['SIGTERM', 143, 'Terminated.'],
    ['SIGHUP', 129, 'Hung up.'],
  ] as const)('ends with %s, prints nothing, and leaves the file', async (signal, code, why) => {
    const { child, cwd, run, path } = await waiting();
    const before = readFileSync(path, 'utf8');
    child.kill(signal);
    const ran = await run;
    expect(ran).toMatchObject({ code, signal: null, stdout: '' });
    expect(ran.stderr).toContain(`\nask-user: ${why} The questions are still in ${FILE}.\n`);
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(filesIn(cwd)).toEqual(['pending-questions.json']);
  });

  it.each([
    ['cleared', []],
    ['replaced by other questions', ['ask', 'other.json', '--print', '--force']],
  ])('exits with 3 if the questions are %s, and claims no answer and no cancellation', async (_, replace) => {
    const { cwd, run } = await waiting({
      cwd: folder({ 'q.json': REQUEST, 'other.json': { question: 'What else?' } }),
    });
    await askUser(replace.length > 0 ? replace : ['questions', 'clear'], { cwd });
    const ran = await run;
    expect(ran.code).toBe(3);
    expect(json(ran)).toEqual({
      answered: false,
      answers: [],
      status: 'unavailable',
      reason: `The questions were removed from ${FILE} before anybody answered them.`,
    });
    expect(filesIn(cwd)).toEqual(replace.length > 0 ? ['pending-questions.json'] : []);
  });

  it('never prints the answers to other questions', async () => {
    const { cwd, run } = await waiting({
      cwd: folder({ 'q.json': REQUEST, 'other.json': { question: 'What else?' } }),
    });
    await askUser(['questions', 'clear'], { cwd });
    await askUser(['ask', 'other.json', '--print'], { cwd });
    await askUser(['answer', '--answers', '["x"]'], { cwd });
    expect(json(await run)).toMatchObject({ answered: false, status: 'unavailable' });
  });

  it('removes what a killed run has left, but not while it can still be read', async () => {
    const cwd = folder({ 'q.json': REQUEST });
    mkdirSync(join(cwd, '.ask-user'));
    const left = ['old', 'new', 'empty'].map((name) => join(cwd, `${FILE}.waiting-${name}`));
    for (const [i, path] of left.entries()) writeFileSync(path, i === 2 ? '' : '{}');
    utimesSync(left[0]!, 1, 1);
    utimesSync(left[2]!, 1, 1);
    const { child, run } = await waiting({ cwd });
    child.kill('SIGTERM');
    await run;
    expect(left.map((path) => existsSync(path))).toEqual([false, true, true]);
  });
});

describe('the exit code of ask in a script without a terminal [R-CLI]', () => {
  it('does not let a script go on that nobody has answered', async () => {
    const cwd = folder({ 'q.json': REQUEST });
    const line = 'if npx react-ask-user ask q.json; then echo deployed; else echo "code $?"; fi';
    const first = await shell(line, { cwd });
    expect(first.stdout).toBe(`${JSON.stringify(PENDING)}\ncode 4\n`);
    expect(first.stderr).toMatch(/^No terminal is available\. .*\nQuestions pending\. User input required\.\n/);
    const file = readFileSync(join(cwd, FILE), 'utf8');
    const second = await shell(line, { cwd });
    expect(second).toEqual(first);
    expect(readFileSync(join(cwd, FILE), 'utf8')).toBe(file);
    // The printed command works as it is.
    const [, command = ''] = /re-run with:\n {2}(.*)\n/.exec(first.stderr) ?? [];
    expect(json(await shell(command, { cwd }))).toMatchObject({
      answers: [{ answer: 'answer 1' }, { answer: 'answer 2' }],
    });
    expect(await shell(line, { cwd })).toEqual(first);
  });

  it('is 1 while other questions are pending, and 1 for a file that cannot be read', async () => {
    const cwd = folder({ 'q.json': REQUEST, 'other.json': { question: 'What else?' } });
    await askUser(['ask', 'q.json'], { cwd });
    const other = await askUser(['ask', 'other.json'], { cwd });
    expect(other).toMatchObject({ code: 1, stdout: '' });
    expect(other.stderr).toContain(
      `ask-user: ${FILE} has other questions, so these questions were not saved. Answer those`,
    );
    const path = join(cwd, FILE);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 100));
    const broken = await askUser(['ask', 'q.json', '--wait'], { cwd });
    expect(broken).toMatchObject({ code: 1, stdout: '' });
    expect(broken.stderr).toMatch(/ already exists, so these questions were not saved\. .* is not valid JSON: .*\n$/);
    expect(filesIn(cwd)).toEqual(['pending-questions.json']);
  });
});
