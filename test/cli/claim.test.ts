import { readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claim } from '../../src/pending/claim.js';
import { readPrivate } from '../../src/pending/files.js';
import { folder } from './helpers.js';

const OLD = '{"questions":[{"question":"Name?","answer":"orders"}]}';

/** Creates a file as a command has read it. */
function readFile() {
  const cwd = folder({ 'pending.json': OLD });
  const file = join(cwd, 'pending.json');
  const read = readPrivate(file);
  if (!read) throw new Error('there is no file');
  return { cwd, file, read };
}

describe('claim', () => {
  it.each<[string, (file: string) => void]>([
    ['was rewritten', (file) => writeFileSync(file, OLD.replace('Name?', 'What else?'))],
    [
      'was replaced by another file of the same size',
      (file) => {
        writeFileSync(`${file}.next`, OLD.replace('Name?', 'Port?'));
        renameSync(`${file}.next`, file);
      },
    ],
    ['was rewritten with the same text', (file) => utimesSync(file, 2, 2)],
  ])('refuses a file that %s since it was read, and restores its name [R-CLI]', (_, change) => {
    const { cwd, file, read } = readFile();
    change(file);
    const changed = readFileSync(file, 'utf8');
    const listeners = process.listenerCount('exit');
    expect(() => claim(file, read)).toThrow(`${file} has changed since it was read, so nothing was answered.`);
    expect(readdirSync(cwd)).toEqual(['pending.json']);
    expect(readFileSync(file, 'utf8')).toBe(changed);
    expect(process.listenerCount('exit')).toBe(listeners);
  });

  it('claims an unchanged file, and removes it when `done` is called [R-CLI]', () => {
    const { cwd, file, read } = readFile();
    const claimed = claim(file, read);
    expect(readdirSync(cwd)).toEqual([expect.stringContaining('pending.json.answering-')]);
    expect(() => claim(file, read)).toThrow('Another process has already answered or cleared');
    claimed.done();
    expect(readdirSync(cwd)).toEqual([]);
  });
});
