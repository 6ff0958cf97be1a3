import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { inTerminal } from './prompt-tmux.js';

const QUESTION = { question: 'Which?', options: ['A', 'B'] };
const RESULT = {
  answered: true,
  answers: [{ question: 'Which?', answer: 'B', selectedOption: 'B', wasCustom: false }],
};

async function chooseB(terminal: Awaited<ReturnType<typeof inTerminal>>): Promise<void> {
  await terminal.shows('Esc to cancel');
  await terminal.keys('Down');
  await terminal.shows('> 2. B');
  await terminal.keys('Enter');
}

describe('ask-user ask in a terminal [R-CLI]', () => {
  it('asks in the terminal even if the request was read from standard input', async () => {
    const terminal = await inTerminal(QUESTION, { piped: true, args: ['--dialect', 'askUserJson'] });
    await chooseB(terminal);
    expect(await terminal.ended()).toEqual({ code: 0, stdout: '2\n' });
  });

  it('saves an answer that standard output does not accept', async () => {
    const terminal = await inTerminal(QUESTION, { out: '/dev/full', columns: 200 });
    await chooseB(terminal);
    expect(await terminal.ended()).toMatchObject({ code: 1 });
    const folder = join(terminal.dir, '.ask-user');
    const [name = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    const line =
      'ask-user: Cannot write all of the result to standard output: disk full (ENOSPC). The answer is saved in';
    await terminal.shows(`${line} .ask-user/${name}`);
    expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toEqual(RESULT);
    expect(lstatSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('shows an answer that cannot be saved', async () => {
    const terminal = await inTerminal(QUESTION, { out: '/dev/full', columns: 300 });
    writeFileSync(join(terminal.dir, '.ask-user'), 'in the way');
    await chooseB(terminal);
    expect(await terminal.ended()).toMatchObject({ code: 1 });
    await terminal.shows(`disk full (ENOSPC). The answer is: ${JSON.stringify(RESULT)}`);
  });

  it('saves an answer if standard output is discarded', async () => {
    const terminal = await inTerminal(QUESTION, { out: '/dev/null', columns: 200 });
    await chooseB(terminal);
    expect(await terminal.ended()).toMatchObject({ code: 1 });
    const [name = ''] = readdirSync(join(terminal.dir, '.ask-user'));
    const line =
      'ask-user: Standard output is closed or /dev/null, so no program would read the answer. The answer is saved in';
    await terminal.shows(`${line} .ask-user/${name}`);
    expect(JSON.parse(readFileSync(join(terminal.dir, '.ask-user', name), 'utf8'))).toEqual(RESULT);
  });

  it.runIf(process.platform === 'linux')('shows an answer if no file can be written anymore', async () => {
    const terminal = await inTerminal(QUESTION, { columns: 300 });
    await terminal.shows('Esc to cancel');
    execFileSync('prlimit', ['--pid', readFileSync(join(terminal.dir, 'pid'), 'utf8').trim(), '--fsize=0']);
    await chooseB(terminal);
    expect(await terminal.ended()).toEqual({ code: 1, stdout: '' });
    await terminal.shows(`file size limit reached (EFBIG). The answer is: ${JSON.stringify(RESULT)}`);
  });

  it('shows the name of --asker, and never one from the request', async () => {
    const terminal = await inTerminal({ ...QUESTION, asker: 'Your bank' }, { args: ['--asker', 'Setup assistant'] });
    const screen = await terminal.shows('Esc to cancel');
    expect(screen).toContain(' Question from Setup assistant\n');
    expect(screen).not.toContain('Your bank');
    await terminal.keys('0');
    await terminal.type('C');
    await terminal.shows('│ C');
    await terminal.keys('Escape');
    await terminal.shows('Setup assistant will be told that you cancelled.');
    await terminal.keys('y');
    expect(await terminal.ended()).toMatchObject({ code: 3 });
  });

  it('prints the status of an unanswered request, and exits with 3', async () => {
    const terminal = await inTerminal(QUESTION);
    await terminal.shows('Which?');
    await terminal.keys('Escape');
    const { code, stdout } = await terminal.ended();
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({ answered: false, answers: [], cancelled: true });
  });
});

describe('answers that were not accepted, with --session [R-CARRY]', () => {
  const args = ['--session', 's1'];
  const file = (dir: string) => join(dir, '.ask-user/kept-answers.json');

  /** Returns what a prompt keeps in which the user typed an answer before Ctrl+C. */
  async function interrupted(options: Parameters<typeof inTerminal>[1] = {}) {
    const terminal = await inTerminal({ question: 'Its name?' }, options);
    await terminal.shows('Esc to cancel');
    await terminal.type('orders');
    await terminal.keys('C-c');
    await terminal.shows('Ctrl+C again to quit');
    await terminal.keys('C-c');
    expect(await terminal.ended()).toMatchObject({ code: 130 });
    return terminal.dir;
  }

  it('are kept in a private file, and offered to the next request of the session', async () => {
    const dir = await interrupted({ args });
    expect(lstatSync(file(dir)).mode & 0o777).toBe(0o600);
    const kept = readFileSync(file(dir), 'utf8');
    const terminal = await inTerminal({ question: 'Its name?' }, { args: [...args, '--dialect', 'askUser'], kept });
    await terminal.shows('You have already answered this question. Its name?: orders');
    await terminal.keys('C-r');
    await terminal.shows('Your earlier answers are filled in. Nothing has been sent.');
    await terminal.keys('Enter');
    const { code, stdout } = await terminal.ended();
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { answers: [{ answer: 'orders' }] }]);
    expect(existsSync(file(terminal.dir))).toBe(false);
  });

  it('are kept while the user types, so that a killed prompt loses at most a second', async () => {
    const terminal = await inTerminal({ question: 'Its name?' }, { args });
    await terminal.shows('Esc to cancel');
    await terminal.type('orders');
    const kept = await vi.waitFor(
      () => {
        const text = readFileSync(file(terminal.dir), 'utf8');
        expect(text).toContain('orders');
        return text;
      },
      { timeout: 5_000 },
    );
    expect(lstatSync(file(terminal.dir)).mode & 0o777).toBe(0o600);
    process.kill(Number(readFileSync(join(terminal.dir, 'pid'), 'utf8')), 'SIGKILL');
    expect(await terminal.ended()).toMatchObject({ code: 137 });
    const next = await inTerminal({ question: 'Its name?' }, { args: [...args, '--dialect', 'askUser'], kept });
    await next.shows('You have already answered this question. Its name?: orders');
    await next.keys('C-r');
    await next.keys('Enter');
    expect(await next.ended()).toMatchObject({ code: 0 });
    expect(existsSync(file(next.dir))).toBe(false);
  });

  it('are not kept without --session, and a file that cannot be read is replaced', async () => {
    expect(existsSync(join(await interrupted(), '.ask-user'))).toBe(false);
    expect(readFileSync(file(await interrupted({ args, kept: 'no record' })), 'utf8')).toContain('orders');
  });
});
