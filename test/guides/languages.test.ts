import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entries } from '../../scripts/lib/repo.mjs';

const page = readFileSync(join(import.meta.dirname, '../../docs/languages.md'), 'utf8');

it('the page about languages lists every language with its entry and its export', () => {
  const languages = entries().flatMap(({ source }) => /^src\/messages\/languages\/(\w\w)\.ts$/.exec(source)?.[1] ?? []);
  const rows = [...page.matchAll(/^\|[^|]+\| `react-ask-user\/messages\/(\w+)` +\| `(\w+)` +\|$/gm)];
  expect(new Set(rows.map(([, entry]) => entry))).toEqual(new Set(languages));
  expect(rows).toHaveLength(languages.length);
  for (const [, entry, name] of rows) expect(name).toBe(entry);
});
