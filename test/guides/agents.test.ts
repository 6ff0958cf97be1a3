import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from 'react-ask-user/dialects';
import dbos from '../servers/package.json' with { type: 'json' };
import restate from '../restate/package.json' with { type: 'json' };
import pi from '../pi/catalogue.json' with { type: 'json' };
import exported from '../package/exports.json' with { type: 'json' };
import { dialectOf } from './dialect-of.js';

const read = (page: string) => readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8');
const page = read('agents.md');
const payloads = read('api/agents.md');

/** Cells of the rows of the first table after a line, without its header. */
function rowsAfter(text: string, line: string): string[][] {
  const lines = (text.split(`\n${line}\n`)[1] ?? '').split('\n');
  const start = lines.findIndex((one) => one.startsWith('|'));
  const rows = lines.slice(start).slice(2);
  const end = rows.findIndex((one) => !one.startsWith('|'));
  return rows.slice(0, end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const sorted = (cells: readonly (string | undefined)[]) => cells.map(String).toSorted((a, b) => (a < b ? -1 : 1));
const anchorOf = ({ name }: { name: string }) => name.toLowerCase();

describe('the page that connects an agent', () => {
  it('lists every dialect once, with a link to its payloads', () => {
    const links = DIALECTS.map((dialect) => `[\`${dialect.name}\`](api/agents.md#${anchorOf(dialect)})`);
    expect(sorted(rowsAfter(page, '## Dialects').map(([, , dialect]) => dialect))).toEqual(sorted(links));
  });

  it.each(DIALECTS.flatMap(({ name, tool }) => (tool ? [[tool.name, name]] : [])))(
    'names the tool %s in the row of %s',
    (tool, dialect) => {
      const row = rowsAfter(page, '## Dialects').find(([, , link]) => link?.startsWith(`[\`${dialect}\``));
      expect(row?.[0]).toMatch(new RegExp(`^\`${tool}\``));
    },
  );

  it('shows a call that detectDialect recognizes, and an ambiguous one', () => {
    const call = /^For `(\{.*\})` this returns `(\w+)`/m.exec(page);
    expect(dialectOf(call?.[1])).toBe(call?.[2]);
    expect(dialectOf({ questions: [{ question: 'Which?' }] })).toMatch(/Specify the dialect\.$/);
  });

  it('names the tested versions of the agents that have no row', () => {
    expect(page).toContain(`[DBOS](integrations/dbos.md) ${dbos.devDependencies['@dbos-inc/dbos-sdk']}`);
    expect(page).toContain(`[Restate](integrations/restate.md) ${restate.devDependencies['@restatedev/restate-sdk']}`);
    expect(page).toContain(`for pi, tested with ${pi.versions.map(({ id }) => id).join(' and ')}`);
  });
});

describe('the page of the payloads', () => {
  it('lists every dialect once, and has a section for each', () => {
    const links = DIALECTS.map((dialect) => `[\`${dialect.name}\`](#${anchorOf(dialect)})`);
    expect(rowsAfter(payloads, '<!-- facts: all -->').map(([, dialect]) => dialect)).toEqual(links);
    const anchors = [...payloads.matchAll(/^<a id="(\w+)"><\/a>\n\n## /gm)].map(([, id]) => id);
    expect(sorted(anchors)).toEqual(sorted(DIALECTS.map(anchorOf)));
  });
});

/** The entries without a page in the reference, apart from the languages and the extension for pi. */
const GUIDED = Object.entries(exported).filter(([entry]) => {
  const [, ...path] = entry.split('/');
  const page = join(import.meta.dirname, `../../docs/api/${path.join('-') || 'react'}.md`);
  return !existsSync(page) && !/\/(pi|messages\/\w\w)$/.test(entry);
});

describe('the guides of the integrations', () => {
  it.each(GUIDED)('name every function that %s exports', (entry, names) => {
    const guide = read(`integrations/${entry.split('/')[1]}.md`);
    const functions = Object.entries(names).flatMap(([name, kind]) => (kind === 'value' ? name : []));
    expect(functions.filter((name) => !guide.includes(`\`${name}`))).toEqual([]);
  });
});
