import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const page = readFileSync(join(import.meta.dirname, '../../docs/start.md'), 'utf8');

/** The first cell of each row of the table of entries, without its header. */
const rows = (page.split('\n## Entries\n')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|')[1]?.trim() ?? '');

it('the guide lists every public entry once', () => {
  const publicEntries = Object.entries(packageJson.exports)
    .filter(([path, target]) => target !== null && path !== './package.json')
    .map(([path]) => `\`react-ask-user${path.slice(1)}\``);
  expect(rows.toSorted()).toEqual(publicEntries.toSorted());
});
