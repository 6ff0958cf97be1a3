import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIALECTS, TOOLS } from 'react-ask-user/dialects';
import packageJson from '../../package.json' with { type: 'json' };
import { dialectOf } from './dialect-of.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/choose.md'), 'utf8');

/** Cells of the rows of the table under a heading, without its header. */
function rowsOf(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the page about entries and dialects', () => {
  const sorted = (cells: readonly (string | undefined)[]) => cells.map(String).toSorted((a, b) => (a < b ? -1 : 1));

  it('lists every public entry once', () => {
    const entries = Object.entries(packageJson.exports)
      .filter(([path, target]) => target !== null && path !== './package.json')
      .map(([path]) => `\`react-ask-user${path.slice(1)}\``);
    expect(sorted(rowsOf('Entries').map(([, entry]) => entry))).toEqual(sorted(entries));
  });

  it('lists every dialect once, with a link to its section', () => {
    const links = DIALECTS.map(({ name }) => `[\`${name}\`](agents.md#${name.toLowerCase()})`);
    expect(sorted(rowsOf('Dialects').map(([, , dialect]) => dialect))).toEqual(sorted(links));
  });

  it.each(TOOLS.map(({ name, dialect }) => [name, DIALECTS.find((one) => one === dialect)?.name]))(
    'names the tool %s in the row of %s',
    (tool, dialect) => {
      const row = rowsOf('Dialects').find(([, , link]) => link?.startsWith(`[\`${dialect}\``));
      expect(row?.[0]).toMatch(new RegExp(`^\`${tool}\``));
    },
  );

  it('shows a call that detectDialect recognizes, and an ambiguous one', () => {
    const call = /^For `(\{.*\})` this returns `(\w+)`/m.exec(page);
    expect(dialectOf(call?.[1])).toBe(call?.[2]);
    expect(dialectOf({ questions: [{ question: 'Which?' }] })).toMatch(/Specify the dialect\.$/);
  });
});
