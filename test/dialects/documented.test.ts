import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcesIn } from '../../scripts/lib/sources.mjs';
import { DIALECTS } from '../../src/dialects/index.js';
import { UNANSWERED_STATUSES } from '../../src/core/answer/statuses.js';
import { ENDINGS } from './helpers.js';

const folder = new URL('../../src/dialects/', import.meta.url);

const fileOf = (name: string): string => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** Returns the comment above a dialect, line by line. */
function commentOf(name: string): readonly string[] {
  const [before = ''] = readFileSync(new URL(fileOf(name), folder), 'utf8').split(`export const ${name}: `);
  const comment = before.slice(before.lastIndexOf('/**'));
  return comment.split('\n').map((line) => line.replace(/^ \* ?/, ''));
}

/** Returns the rows of the dialect's table, as [statuses, output]. */
const rowsOf = (name: string): readonly (readonly [readonly string[], string])[] =>
  commentOf(name)
    .filter((line) => line.startsWith('| ') && !/^\| (status|---)/.test(line))
    .map((line) => {
      const [, statuses = '', gets = ''] = line.split(/(?<!\\)\| /);
      return [statuses.replaceAll('`', '').trim().split(', '), gets] as const;
    });

/** Returns the paths of all fields of a payload, without the optional `reason` and `issues`. */
const pathsIn = (wire: unknown, path = ''): readonly string[] =>
  typeof wire === 'object' && wire !== null
    ? Object.entries(wire).flatMap(([key, value]) =>
        key === 'reason' || key === 'issues' ? [] : pathsIn(value, `${path}.${key}`),
      )
    : [path];

describe.each(DIALECTS)('the documentation of $name [R-RESULT]', (dialect) => {
  it('describes the output of every status once', () => {
    const named = rowsOf(dialect.name).flatMap(([statuses]) => statuses);
    expect(named.filter((status) => (UNANSWERED_STATUSES as readonly string[]).includes(status)).toSorted()).toEqual(
      UNANSWERED_STATUSES.toSorted(),
    );
    expect(named.some((status) => status.startsWith('answered'))).toBe(true);
  });

  it('names its source with a version that can be compared with the newest, or a specification', () => {
    expect(sourcesIn(commentOf(dialect.name).join('\n'))).not.toEqual([]);
  });

  it('groups statuses in a row only if their outputs have the same fields', () => {
    const options = [{ label: 'a' }, { label: 'b' }];
    const request = { requestId: 'r', questions: [{ id: 'q', question: 'q', options, multiSelect: false }] };
    for (const [statuses] of rowsOf(dialect.name)) {
      const endings = statuses.flatMap((one) => ENDINGS.find(({ status }) => status === one) ?? []);
      const forms = endings.map((ending) => pathsIn(dialect.formatResult(ending, request)).join(' '));
      expect(new Set(forms).size, statuses.join(', ')).toBeLessThanOrEqual(1);
    }
  });
});
