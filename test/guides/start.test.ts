import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { entries } from '../../scripts/lib/repo.mjs';

const page = readFileSync(join(import.meta.dirname, '../../docs/start.md'), 'utf8');

/** The first two cells of each row of the table of entries, without its header. */
const rows = (page.split('\n## Entries\n')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, entry = '', contains = '']) => ({ entry, contains }));

it('the guide lists every public entry once', () => {
  const publicEntries = Object.entries(packageJson.exports)
    .filter(([path, target]) => target !== null && path !== './package.json')
    .map(([path]) => `\`react-ask-user${path.slice(1)}\``);
  expect(rows.map(({ entry }) => entry).toSorted()).toEqual(publicEntries.toSorted());
});

it('the guide lists every language', () => {
  const messages = entries().flatMap(({ name }) => /^react-ask-user\/messages\/(\w+)$/.exec(name)?.[1] ?? []);
  const row = rows.find(({ entry }) => entry.includes('/messages/'));
  expect(messages.filter((name) => !row?.contains.includes(`\`${name}\``))).toEqual([]);
});
