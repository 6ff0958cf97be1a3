import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askUser } from '../../src/dialects/ask-user.js';
import {
  createGivenAnswers,
  FILE,
  holdsFile,
  pendingTransportOf,
  runQuestions,
  takePending,
} from '../../src/pi/pending.js';
import type { PiContext } from '../../src/pi/types.js';

const QUESTIONS = [{ question: 'Which one?', options: ['A', 'B'] }, { question: 'Why?' }];

interface File {
  sessionId?: string;
  questions: { answer: unknown }[];
}

let home = '';
const started = process.cwd();

beforeEach(() => {
  home = mkdtempSync(`${tmpdir()}/pi-pending-`);
  process.chdir(home);
});

afterEach(() => {
  process.chdir(started);
  rmSync(home, { recursive: true, force: true });
});

const contextOf = (sessionId: string, branch: readonly unknown[] = [], hasUI = true) =>
  ({ hasUI, sessionManager: { getSessionId: () => sessionId, getBranch: () => branch } }) as object as PiContext;

/** Writes the questions to the file for a session. */
async function leave(sessionId: string): Promise<void> {
  const parsed = askUser.parse({ questions: QUESTIONS });
  if (!parsed.ok) throw new Error('not a request');
  const result = await pendingTransportOf(contextOf(sessionId)).ask(parsed.value);
  expect(result).toMatchObject({ status: 'unavailable', pendingFile: FILE });
}

function edit(change: (file: File) => void): void {
  const file = JSON.parse(readFileSync(FILE, 'utf8')) as File;
  change(file);
  writeFileSync(FILE, JSON.stringify(file));
}

const answer = (...answers: readonly unknown[]) =>
  edit(({ questions }) => questions.forEach((question, i) => (question.answer = answers[i])));

const none = createGivenAnswers(() => undefined);

describe('takePending', () => {
  it('returns the answers of its session, and removes the file when `done` is called [R-PI]', async () => {
    await leave('one');
    answer('B', 'because');
    const notify = vi.fn();
    expect(takePending(contextOf('two'), none, notify)).toBeUndefined();
    const taken = takePending(contextOf('one'), none, notify);
    expect(taken?.record).toMatchObject({
      mode: 'print',
      result: { status: 'answered' },
      answers: [{ answer: 'B' }, { answer: 'because' }],
    });
    taken?.done();
    expect(takePending(contextOf('one'), none, notify)).toBeUndefined();
    expect(notify).not.toHaveBeenCalled();
  });

  it('shows a warning if the file cannot be removed, because the answers are in the session [R-PI]', async () => {
    await leave('one');
    answer('B', 'because');
    const notify = vi.fn();
    const taken = takePending(contextOf('one'), none, notify);
    rmSync(dirname(FILE), { recursive: true });
    taken?.done();
    expect(notify).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('cannot be removed'), 'warning');
  });

  it('returns the answers of a file without a session id only in a conversation that continues [R-PI]', async () => {
    await leave('one');
    answer('B', 'because');
    edit((file) => delete file.sessionId);
    const start = [{ type: 'model_change' }];
    expect(takePending(contextOf('two', start), none, vi.fn())).toBeUndefined();
    const taken = takePending(contextOf('two', [...start, { type: 'message' }]), none, vi.fn());
    expect(taken?.record.answers).toHaveLength(2);
    taken?.done();
  });

  it('returns a different id in every record [R-PI]', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2]) {
      await leave('one');
      answer('B', 'because');
      const taken = takePending(contextOf('one'), none, vi.fn());
      ids.push(taken?.record.requestId ?? '');
      taken?.done();
    }
    expect(new Set(ids).size).toBe(2);
  });

  it('announces the pending file, except in print mode, in which the prompt may be the answer [R-PI]', async () => {
    await leave('one');
    const notify = vi.fn();
    takePending(contextOf('one', [], false), none, notify);
    expect(notify).not.toHaveBeenCalled();
    takePending(contextOf('one'), none, notify);
    expect(notify).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^2 questions are pending in /), 'info');
  });

  it('warns about a missing answer, and leaves the file [R-PI]', async () => {
    await leave('one');
    answer('B', null);
    const before = readFileSync(FILE, 'utf8');
    const notify = vi.fn();
    expect(takePending(contextOf('one'), none, notify)).toBeUndefined();
    expect(notify).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('no answer to question 2'), 'warning');
    expect(readFileSync(FILE, 'utf8')).toBe(before);
  });

  it('does not use --answers for other questions after they did not match the file [R-PI]', async () => {
    await leave('one');
    const given = createGivenAnswers(() => '["only one"]');
    const notify = vi.fn();
    expect(takePending(contextOf('two'), given, notify)).toBeUndefined();
    expect(notify).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('expected 2 answers'), 'warning');
    const other = askUser.parse({ questions: [{ question: 'Name?' }] });
    expect(other.ok && given.resultFor(other.value, vi.fn())).toBeUndefined();
  });

  it('refuses a folder that is a symbolic link [R-PI]', () => {
    mkdirSync('elsewhere');
    symlinkSync('elsewhere', '.pi');
    const notify = vi.fn();
    expect(takePending(contextOf('one'), none, notify)).toBeUndefined();
    expect(notify).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('is a symbolic link'), 'warning');
  });
});

describe('/questions', () => {
  it('lists the questions with the answers so far, and clears them [R-PI]', async () => {
    const context = contextOf('one');
    expect(runQuestions('', context)).toEqual({ message: 'No questions are pending.', type: 'info' });
    await leave('one');
    answer('B', null);
    const { message } = runQuestions(' show ', context);
    expect(message.split('\n').slice(1)).toEqual(['1. Which one? "B"', '2. Why? (no answer yet)']);
    expect(runQuestions('', context).message).toBe(message);
    expect(runQuestions('clear', context).message).toContain('Removed .pi/pending-questions.json');
    expect(runQuestions('clear', context).message).toBe('No questions are pending.');
  });

  it('shows its usage, and reports a malformed file [R-PI]', () => {
    expect(runQuestions('delete', contextOf('one'))).toEqual({
      message: 'Usage: /questions [show | clear]',
      type: 'warning',
    });
    mkdirSync('.pi');
    writeFileSync(FILE, '[]');
    expect(runQuestions('', contextOf('one'))).toMatchObject({ type: 'warning' });
  });
});

it('holdsFile finds the file in a prompt only by its full path [R-PI]', () => {
  expect(holdsFile(`<file name="${process.cwd()}/${FILE}">\n{}\n</file>\n`)).toBe(true);
  expect(holdsFile(`<file name="/elsewhere/${FILE}">\n{}\n</file>\n`)).toBe(false);
});
