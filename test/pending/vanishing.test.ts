import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPendingTransport, PendingFileError } from '../../src/pending/index.js';
import { claim, strandedOf } from '../../src/pending/claim.js';
import { readPrivate, writePrivate } from '../../src/pending/files.js';
import { openMailbox } from '../../src/pending/mailbox.js';
import { waitForAnswers } from '../../src/pending/wait.js';
import { askUser } from '../../src/dialects/index.js';
import { DATABASE, NAME, requestOf } from '../terminal/at-terminal.js';

const { linkSync, renameSync, unlinkSync, lstatSync, writeFileSync, readFileSync, readdirSync, existsSync } = fs;
const TEXT = '{"questions":[{"question":"Name?","answer":"orders"}]}';

/** Replaces a function of `node:fs` until the test has finished. */
function replace(name: 'linkSync' | 'renameSync' | 'lstatSync' | 'copyFileSync', fake: (...args: never[]) => unknown) {
  const spy = vi.spyOn(fs, name).mockImplementation(fake as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

const failure = (code: string) => Object.assign(new Error(code), { code });

/** Makes hard links fail, as on FAT. Copying fails halfway, as if the process were killed. */
function withoutLinks(): void {
  replace('linkSync', () => {
    throw failure('EPERM');
  });
  replace('copyFileSync', (from: string, to: string) => {
    writeFileSync(to, readFileSync(from, 'utf8').slice(0, 20), { flag: 'wx' });
    throw new Error('killed');
  });
}

function folder() {
  const dir = fs.mkdtempSync(join(tmpdir(), 'pending-'));
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }));
  return { dir, file: join(dir, 'pending.json') };
}

function host() {
  const { dir, file } = folder();
  const transport = createPendingTransport({ file, commands: () => ({ answer: 'answer', edit: 'edit' }) });
  return { dir, file, transport };
}

function readFile() {
  const { dir, file } = folder();
  writeFileSync(file, TEXT);
  return { dir, file, read: readPrivate(file)! };
}

describe('a pending file on a disk without hard links [R-PENDING]', () => {
  it('is written as a whole', async () => {
    withoutLinks();
    const { dir, file, transport } = host();
    expect(await transport.ask(requestOf([NAME]))).toMatchObject({ pendingFile: file });
    expect(transport.read()?.questions).toMatchObject([{ question: NAME.question, answer: null }]);
    expect(readdirSync(dir)).toEqual(['pending.json']);
    expect((lstatSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  it('does not replace another file', () => {
    withoutLinks();
    const { dir, file } = readFile();
    expect(writePrivate(file, 'other')).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe(TEXT);
    expect(readdirSync(dir)).toEqual(['pending.json']);
  });

  it('gets its name back', () => {
    withoutLinks();
    const { dir, file, read } = readFile();
    expect(claim(file, read).restore()).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe(TEXT);
    expect(readdirSync(dir)).toEqual(['pending.json']);
  });

  it('leaves nothing if its name cannot be given to it', () => {
    withoutLinks();
    replace('renameSync', () => {
      throw failure('EACCES');
    });
    const { dir, file } = folder();
    expect(() => writePrivate(file, TEXT)).toThrow('permission denied');
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('a pending file that vanishes [R-PENDING]', () => {
  it('is not claimed, and the error names it', () => {
    const { file, read } = readFile();
    replace('renameSync', (from: string, to: string) => {
      renameSync(from, to);
      unlinkSync(to);
    });
    const listeners = process.listenerCount('exit');
    expect(() => claim(file, read)).toThrow(PendingFileError);
    expect(process.listenerCount('exit')).toBe(listeners);
  });

  it('is not replaced', () => {
    const { dir, file, read } = readFile();
    unlinkSync(file);
    expect(writePrivate(file, 'other', read)).toBe(false);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('is not reported as changed by `clear`', async () => {
    const { dir, file, transport } = host();
    await transport.ask(requestOf([NAME]));
    replace('lstatSync', (path: string, options: never) => {
      if (readdirSync(dir).includes('pending.json')) unlinkSync(file);
      return lstatSync(path, options);
    });
    expect(transport.clear()).toBe(false);
  });

  it('is not reported as other questions by `ask`, which saves its own', async () => {
    const { file, transport } = host();
    await transport.ask(requestOf([NAME]));
    replace('linkSync', (from: string, to: string) => {
      if (!existsSync(file)) return linkSync(from, to);
      unlinkSync(file);
      throw failure('EEXIST');
    });
    expect(await transport.ask(requestOf([DATABASE]))).toMatchObject({ pendingFile: file });
    expect(transport.read()?.questions).toMatchObject([{ question: DATABASE.question }]);
  });

  it('does not hide other claimed files', () => {
    const { dir, file } = folder();
    for (const id of ['a', 'b']) writeFileSync(`${file}.answering-${id}`, TEXT);
    replace('lstatSync', (path: string, options: never) => {
      if (readdirSync(dir).length === 2) unlinkSync(`${file}.answering-a`);
      return lstatSync(path, options);
    });
    expect(strandedOf(file)).toBe(join(dir, 'pending.json.answering-b'));
  });
});

describe('a pending file whose folder cannot be read [R-PENDING]', () => {
  it('causes an error with the reason', () => {
    const { dir } = folder();
    fs.mkdirSync(join(dir, '.ask-user'));
    const file = join(dir, '.ask-user', 'x'.repeat(300), 'pending.json');
    expect(() => readPrivate(file)).toThrow(PendingFileError);
    expect(() => readPrivate(file)).toThrow(/Cannot read .* name too long/);
  });
});

describe('a request that JSON cannot represent [R-PENDING]', () => {
  const circular: Record<string, unknown> = { big: 1n };
  circular['self'] = circular;

  it('is saved without `raw` if only `raw` is the reason', async () => {
    const { file, transport } = host();
    const raw = { questions: [NAME], more: circular };
    expect(await transport.ask({ ...requestOf([NAME]), raw })).toMatchObject({ pendingFile: file });
    expect(transport.read()?.request.questions).toMatchObject([{ question: NAME.question }]);
  });

  it('is not saved if its metadata is the reason', async () => {
    const { dir, transport } = host();
    const { raw: _raw, ...request } = requestOf([NAME]);
    expect(await transport.ask({ ...request, metadata: circular })).toEqual({
      status: 'unavailable',
      reason:
        'The questions could not be saved. The request contains a value that JSON cannot represent. Remove it from `metadata`.',
    });
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('a file that another program holds [R-PENDING]', () => {
  it('is taken by a waiting process once the program has closed it', async () => {
    const { file, transport } = host();
    const request = requestOf([NAME]);
    await transport.ask(request);
    const content = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...content, questions: [{ ...content.questions[0], answer: 'orders' }] }));
    let tries = 0;
    replace('renameSync', (from: string, to: string) => {
      if (++tries === 1) throw failure('EBUSY');
      return renameSync(from, to);
    });
    const mailbox = openMailbox(file);
    onTestFinished(() => mailbox.close());
    const onProblem = vi.fn();
    const asked = { dialect: askUser, request };
    const { signal } = new AbortController();
    const end = await waitForAnswers(file, { mailbox, asked, signal, timeoutMs: 30_000, onProblem });
    expect(end).toMatchObject({ status: 'answered', result: { answers: [{ text: 'orders' }] } });
    expect(onProblem.mock.calls).toEqual([[expect.stringMatching(/^Cannot rename .*EBUSY/)]]);
    if (end.status === 'answered') end.done();
  });
});
