import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askUser, DATABASE_AND_NAME, ended, folder, inside, json, main, shell, start } from './helpers.js';

const QUESTION = { question: 'Which?', options: ['A', 'B'] };
const OUT = 'ask-user: Cannot write all of the result to standard output: ';

/** Every command that prints, with arguments that succeed. */
const PRINTING = [
  ['schema', 'ask-user schema --dialect askUser'],
  ['validate', 'ask-user validate q.json --dialect askUser'],
  ['convert', 'ask-user convert q.json --from askUser --to askUserJson'],
  ['questions', 'ask-user questions'],
  ['help', 'ask-user help ask'],
  ['a toolbox', 'TOOLBOX_ACTION=execute ask-user < q.json'],
] as const;

describe('a standard output that cannot be written [R-CLI]', () => {
  it.each(PRINTING)('is reported on a full disk: %s', async (_, line) => {
    const ran = await shell(`(${line}) > /dev/full`, { cwd: folder({ 'q.json': QUESTION }) });
    expect(ran).toMatchObject({ code: 1, stderr: `${OUT}disk full (ENOSPC).\n` });
  });

  it.each(PRINTING)('is reported at the limit for file sizes: %s', async (_, line) => {
    const cwd = folder({ 'q.json': QUESTION });
    const ran = await shell(`ulimit -f 0; (${line}) > out`, { cwd });
    expect(ran).toMatchObject({ code: 1, stderr: `${OUT}file size limit reached (EFBIG).\n` });
    expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe('');
  });

  it('is reported if its pipe is closed', async () => {
    const child = start(process.execPath, [main, 'validate', '--dialect', 'askUser']);
    // The command waits for its input until the reader of its output has closed.
    await new Promise((resolve) => child.stdout?.once('close', resolve).destroy());
    child.stdin?.end(JSON.stringify(QUESTION));
    expect(await ended(child)).toMatchObject({ code: 1, stderr: `${OUT}closed by the reader (EPIPE).\n` });
  });

  it('causes a message that names the file of the pending questions', async () => {
    const cwd = folder({ 'q.json': DATABASE_AND_NAME });
    const ran = await shell('ask-user ask q.json --print > /dev/full', { cwd });
    const kept = ' The questions are saved in .ask-user/pending-questions.json.\n';
    expect(ran).toMatchObject({ code: 1, stderr: `${OUT}disk full (ENOSPC).${kept}` });
    expect(existsSync(join(cwd, '.ask-user/pending-questions.json'))).toBe(true);
  });

  it('differs from one with a result larger than a pipe buffer, which is written completely', async () => {
    const questions = Array.from({ length: 50 }, (_, i) => ({
      question: `${i} ${'x'.repeat(9_000)}`,
      options: ['A', 'B'],
    }));
    const cwd = folder({ 'q.json': { questions } });
    const ran = await shell('ask-user convert q.json --from askUser --to askUser | cat', { cwd });
    expect(ran.stdout).toHaveLength(JSON.stringify(json(ran)).length + 1);
    expect(ran.stdout.length).toBeGreaterThan(450_000);
  });
});

describe('a disk that cannot be written [R-CLI]', () => {
  it('leaves no file of pending questions, and no part of one', async () => {
    const cwd = folder({ 'q.json': DATABASE_AND_NAME });
    const ran = await shell('ulimit -f 0; ask-user ask q.json --print', { cwd });
    expect(ran).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'ask-user: Cannot write .ask-user/pending-questions.json: file size limit reached (EFBIG).\n',
    });
    expect(readdirSync(join(cwd, '.ask-user'))).toEqual([]);
  });

  it('leaves pending questions unchanged', async () => {
    const mine = JSON.stringify({ questions: [{ question: 'Which?', answer: null }] });
    const cwd = folder({ 'q.json': DATABASE_AND_NAME, 'p.json': mine });
    const ran = await shell('ulimit -f 0; ask-user ask q.json --print --force --file p.json', { cwd });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(readFileSync(join(cwd, 'p.json'), 'utf8')).toBe(mine);
    expect(readdirSync(cwd).sort()).toEqual(['p.json', 'q.json']);
  });
});

describe('the input of a command [R-CLI]', () => {
  it.each(['validate', 'ask --print', 'ask', 'ask --web --no-open', 'convert --to askUser'])(
    'causes one line for %s if it cannot be read',
    async (command) => {
      const cwd = folder({ 'bad.json': '{"question":\n\u001b[2J', 'empty.json': ' \n', 'utf16.json': '' });
      const args = command.split(' ');
      // All commands use the same code to read.
      const run = command === 'validate' ? askUser : inside;
      const runs: [string[], string | Uint8Array, RegExp][] = [
        [['missing.json'], '', /^ask-user: Cannot read missing\.json: no such file or folder \(ENOENT\)\.\n$/],
        [['.'], '', /^ask-user: Cannot read \.: is a folder \(EISDIR\)\.\n$/],
        [['bad.json'], '', /^ask-user: bad\.json is not valid JSON: \P{Cc}+\n$/u],
        [['empty.json'], '', /^ask-user: empty\.json is empty\. Expected JSON\.\n$/],
        [[], '', /^ask-user: standard input is empty\. Expected JSON\.\n$/],
        [
          ['-'],
          Uint8Array.of(0x22, 0xff, 0x22),
          /^ask-user: standard input is not valid UTF-8\. Save it as UTF-8\.\n$/,
        ],
      ];
      for (const [file, input, line] of runs) {
        const ran = await run([...args, ...file], { cwd, input });
        expect(ran).toMatchObject({ code: 1, stdout: '' });
        expect(ran.stderr).toMatch(line);
      }
      expect(existsSync(join(cwd, '.ask-user'))).toBe(false);
    },
  );

  it('is empty if standard input is closed', async () => {
    const ran = await shell('ask-user validate <&-');
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: 'ask-user: standard input is empty. Expected JSON.\n' });
  });

  it('may start with a byte order mark', async () => {
    const ran = await askUser(['validate', '--dialect', 'askUser'], { input: `\uFEFF${JSON.stringify(QUESTION)}` });
    expect(json(ran)).toEqual({ ok: true, dialect: 'askUser', issues: [], warnings: [] });
  });

  it('may be a named pipe', async () => {
    const cwd = folder({ 'q.json': QUESTION });
    const ran = await shell('mkfifo pipe; cat q.json > pipe & ask-user validate pipe --dialect askUser', { cwd });
    expect(json(ran)).toMatchObject({ ok: true });
  });

  it('may have 10 MB, and is refused beyond that', async () => {
    const most = 10 * 1024 * 1024;
    const fits = JSON.stringify(QUESTION).padEnd(most, ' ');
    expect(json(await askUser(['validate', '--dialect', 'askUser'], { input: fits }))).toMatchObject({ ok: true });
    const cwd = folder({ 'q.json': `${fits} ` });
    for (const [args, name] of [
      [['validate'], 'standard input'],
      [['validate', 'q.json'], 'q.json'],
    ] as const) {
      const ran = await askUser(args, { cwd, input: `${fits} ` });
      expect(ran).toMatchObject({ code: 1, stdout: '', stderr: `ask-user: ${name} is larger than 10 MB.\n` });
    }
  });
});

describe('a signal [R-CLI]', () => {
  const ends = [
    ['SIGINT', 130, 'ask-user: Interrupted.\n'],
    ['SIGTERM', 143, 'ask-user: Terminated.\n'],
  ] as const;

  it.each(ends)('ends the command with %s while it reads a request', async (name, code, stderr) => {
    const cwd = folder();
    await shell('mkfifo pipe', { cwd });
    const child = start(process.execPath, [main, 'ask', 'pipe'], { cwd });
    const run = ended(child);
    // A pipe can be opened for writing once a reader has opened it, so the program is running.
    const pipe = createWriteStream(join(cwd, 'pipe'));
    await new Promise((resolve) => pipe.once('open', resolve));
    child.kill(name);
    expect(await run).toEqual({ code, signal: null, stdout: '', stderr });
    pipe.destroy();
  });

  it.each(ends)('ends the command with %s while it asks in a page', async (name, code, stderr) => {
    const child = start(process.execPath, [main, 'ask', 'q.json', '--web', '--no-open'], {
      cwd: folder({ 'q.json': QUESTION }),
    });
    const run = ended(child);
    await new Promise((resolve) => child.stderr?.once('data', resolve));
    child.kill(name);
    const ran = await run;
    expect(ran).toMatchObject({ code, signal: null, stdout: '' });
    expect(ran.stderr.endsWith(stderr)).toBe(true);
  });
});
