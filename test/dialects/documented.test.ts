import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/dialects/index.js';
import { ENDED } from '../../src/dialects/shared/endings.js';
import { ENDINGS } from './helpers.js';

const folder = new URL('../../src/dialects/', import.meta.url);

const fileOf = (name: string): string => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** The comment above a dialect, line by line. */
function commentOf(name: string): readonly string[] {
  const [before = ''] = readFileSync(new URL(fileOf(name), folder), 'utf8').split(`export const ${name}: AgentDialect`);
  const comment = before.slice(before.lastIndexOf('/**'));
  return comment.split('\n').map((line) => line.replace(/^ \* ?/, ''));
}

/** The statuses of each row of its table, as [statuses, what the agent gets]. */
const rowsOf = (name: string): readonly (readonly [readonly string[], string])[] =>
  commentOf(name)
    .filter((line) => line.startsWith('| ') && !/^\| (status|---)/.test(line))
    .map((line) => {
      const [, statuses = '', gets = ''] = line.split(/(?<!\\)\| /);
      return [statuses.replaceAll('`', '').trim().split(', '), gets] as const;
    });

/** The fields of a wire, all the way down; why it ended is in some of them only where it is known. */
const pathsIn = (wire: unknown, path = ''): readonly string[] =>
  typeof wire === 'object' && wire !== null
    ? Object.entries(wire).flatMap(([key, value]) =>
        key === 'reason' || key === 'issues' ? [] : pathsIn(value, `${path}.${key}`),
      )
    : [path];

describe.each(DIALECTS)('[R-RESULT] the documentation of $name', (dialect) => {
  it('says of every status what the agent gets, once', () => {
    const named = rowsOf(dialect.name).flatMap(([statuses]) => statuses);
    expect(named.filter((status) => (ENDED as readonly string[]).includes(status)).toSorted()).toEqual(
      ENDED.toSorted(),
    );
    expect(named.some((status) => status.startsWith('answered'))).toBe(true);
  });

  it('says where it is from', () => {
    expect(commentOf(dialect.name).some((line) => /^Source: \S+/.test(line))).toBe(true);
  });

  it('puts those endings in one row that the agent gets in one form', () => {
    const options = [{ label: 'a' }, { label: 'b' }];
    const request = { requestId: 'r', questions: [{ id: 'q', question: 'q', options, multiSelect: false }] };
    for (const [statuses] of rowsOf(dialect.name)) {
      const endings = statuses.flatMap((one) => ENDINGS.find(({ status }) => status === one) ?? []);
      const forms = endings.map((ending) => pathsIn(dialect.formatResult(ending, request)).join(' '));
      expect(new Set(forms).size, statuses.join(', ')).toBeLessThanOrEqual(1);
    }
  });
});
