import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DATABASE, FEATURES, NAME } from '../terminal/at-terminal.js';
import { ended, folder, main, start } from './helpers.js';
import { inTerminal } from './prompt-tmux.js';
import { openPage } from './open-page.js';

const THREE = { questions: [DATABASE, NAME, FEATURES] };
const SQLITE = { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false };
const SKIPPED = { answer: '', wasCustom: false, skipped: true };

/** Selects SQLite, and waits for the next question. */
async function chooseSqlite(terminal: Awaited<ReturnType<typeof inTerminal>>): Promise<void> {
  await terminal.shows('Which database');
  await terminal.keys('2', 'Enter');
  await terminal.shows('What should we name');
}

/** Opens the field, types a message, and sends it. */
async function discuss(terminal: Awaited<ReturnType<typeof inTerminal>>, message: string): Promise<void> {
  await terminal.keys('C-t');
  await terminal.shows('Discuss the questions first?');
  await terminal.type(message);
  await terminal.shows(`> ${message}`);
  await terminal.keys('Enter');
}

describe('ask-user ask --allow-partial', () => {
  it('sends the answers so far, exits with 0, and leaves them on the screen [R-PARTIAL]', async () => {
    const terminal = await inTerminal(THREE, { args: ['--allow-partial'] });
    await chooseSqlite(terminal);
    await terminal.keys('Tab', 'Tab');
    await terminal.shows('2 of 3 questions stay unanswered. Assistant will be told so.');
    await terminal.keys('Down');
    await terminal.shows('> Send what I have');
    await terminal.keys('Enter');
    const { code, stdout } = await terminal.ended();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      answered: true,
      answers: [SQLITE, { question: NAME.question, ...SKIPPED }, { question: FEATURES.question, ...SKIPPED }],
    });
    expect(await terminal.shows('ended')).toBe(
      '✓ Database: SQLite\n– Service Name: skipped\n– Features: skipped\nended',
    );
  });
});

it('ask-user ask --no-recommended does not offer to use the recommended options [R-TAKE]', async () => {
  const database = { ...DATABASE, options: ['SQLite', 'PostgreSQL (Recommended)'] };
  const review = async (args: readonly string[]) => {
    const terminal = await inTerminal({ questions: [database, NAME] }, { args });
    await terminal.shows('Which database');
    await terminal.keys('Tab', 'Tab');
    return terminal;
  };
  await (await review([])).shows('Ctrl+E use recommended');
  const terminal = await review(['--no-recommended']);
  expect(await terminal.shows('Check your answers')).not.toContain('Ctrl+E');
});

describe('ask-user ask --allow-discuss', () => {
  it('sends the message and the answers so far, exits with 3, and leaves them on the screen [R-DISCUSS]', async () => {
    const terminal = await inTerminal(THREE, { args: ['--allow-discuss'] });
    await chooseSqlite(terminal);
    await discuss(terminal, 'How many users?');
    const { code, stdout } = await terminal.ended();
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      answered: false,
      answers: [SQLITE],
      status: 'declined',
      discuss: true,
      reason: 'How many users?',
    });
    expect(await terminal.shows('ended')).toBe(
      [
        'You asked to discuss the questions of Assistant first',
        '  “How many users?”',
        '    Database: SQLite',
        'ended',
      ].join('\n'),
    );
  });

  it('saves a message that standard output does not accept [R-KEEP]', async () => {
    const terminal = await inTerminal(THREE, { args: ['--allow-discuss'], out: '/dev/full', columns: 200 });
    await chooseSqlite(terminal);
    await discuss(terminal, 'How many users?');
    expect(await terminal.ended()).toMatchObject({ code: 1 });
    const folder = join(terminal.dir, '.ask-user');
    const [name = ''] = readdirSync(folder);
    await terminal.shows(`disk full (ENOSPC). The message is saved in .ask-user/${name}`);
    expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toMatchObject({ reason: 'How many users?' });
  });

  it('prints a message that was sent before a signal ended the command [R-KEEP]', async () => {
    const cwd = folder({ 'questions.json': THREE });
    const args = [main, 'ask', 'questions.json', '--web', '--no-open', '--allow-discuss'];
    const child = start(process.execPath, args, { cwd });
    onTestFinished(() => void child.kill('SIGKILL'));
    const run = ended(child);
    const line = await new Promise<string>((resolve) => child.stderr!.once('data', resolve));
    // This page stays connected, which delays the end of the command.
    const { client, request } = await openPage(/http:\S+/.exec(line)![0]);
    const replies = [{ questionId: 'q1', selected: [1] }];
    const reason = 'How many users?';
    expect(await client.decline(request.requestId, { discuss: true, reason, replies })).toEqual({ ok: true });
    child.kill('SIGTERM');
    const { code, stdout } = await run;
    expect(JSON.parse(stdout)).toMatchObject({ discuss: true, reason: 'How many users?', answers: [SQLITE] });
    expect(code).toBe(3);
  });

  it('prints the output for Claude Code: a denial with the message and the answers so far [R-DISCUSS]', async () => {
    const claudeCode = { questions: [DATABASE, FEATURES] };
    const terminal = await inTerminal(claudeCode, { args: ['--allow-discuss', '--dialect', 'claudeCode'] });
    await terminal.shows('Which database');
    await terminal.keys('2', 'Enter');
    await terminal.shows('Which features');
    await discuss(terminal, 'How many users?');
    const { code, stdout } = await terminal.ended();
    expect(code).toBe(3);
    const { behavior, message } = JSON.parse(stdout) as { behavior: string; message: string };
    expect(behavior).toBe('deny');
    expect(message).toMatch(/^The user wants to clarify these questions, and has not answered yet\./);
    expect(message).toContain('How many users?');
    expect(message).toContain('SQLite');
  });

  it('is ignored with a notice if the agent’s format cannot represent it [R-DISCUSS]', async () => {
    const input = { questions: [{ ...DATABASE, multiple: false }] };
    const terminal = await inTerminal(input, { args: ['--allow-discuss', '--dialect', 'opencode'], columns: 120 });
    const screen = await terminal.shows('Esc to cancel');
    expect(screen).toContain(
      '--allow-discuss has no effect: opencode cannot represent a request to discuss the questions.',
    );
    expect(screen).not.toContain('Ctrl+T');
    await terminal.keys('C-t', 'Escape');
    expect(await terminal.ended()).toMatchObject({ code: 3 });
  });
});
