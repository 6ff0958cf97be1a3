import { describe, expect, it } from 'vitest';
import { releasesAfter, sourcesIn } from '../../scripts/lib/sources.mjs';

const docstring = (...lines: string[]): string =>
  ['const tool = `x`;', '/**', ' * Acme.', ' *', ...lines.map((line) => ` * ${line}`), ' */', 'export {};'].join('\n');

describe('sourcesIn', () => {
  it.each([
    ['Source: `@acme/cli` 1.2.3 (Acme 4.5.6), `src/ask.ts`.', 'npm @acme/cli 1.2.3'],
    ['Source: Acme 1.0, `acme-cli` 1.2.3.', 'npm acme-cli 1.2.3'],
    ['Source: acme/cli v1.2.3, `src/tools/ask.ts`.', 'GitHub acme/cli v1.2.3'],
    ['Source: acme/cli.js 12ab34c, `src/ask.py` and `_types.py`.', 'GitHub acme/cli.js 12ab34c'],
    ['Source: the specification of the ask tool, version 1.', 'specification'],
  ])('reads %s', (line, expected) => {
    expect(sourcesIn(docstring(line)).map((source) => Object.values(source).join(' ').trim())).toEqual([expected]);
  });

  it('reads several programs of a paragraph that is wrapped in a name and its version', () => {
    const text = docstring(
      'Source: the specification of forms, with those of `acme`',
      '1.2.3 and acme/editor',
      'v4.5.6.',
    );
    expect(sourcesIn(text).map(({ name, version }) => [name, version])).toEqual([
      ['acme', '1.2.3'],
      ['acme/editor', 'v4.5.6'],
    ]);
  });

  it.each([
    'Source: acme/cli, `src/ask.ts`.',
    'Source: `acme`, the newest version.',
    'Source: `src/tools/ask.ts` 1.2.3 of acme.',
    'Reads the calls of `acme` 1.2.3.',
  ])('does not accept %s', (line) => {
    expect(sourcesIn(docstring(line, '', 'See also `other` 1.2.3.'))).toEqual([]);
  });
});

describe('releasesAfter', () => {
  it('compares numbers, and ignores prereleases and tags of other series', () => {
    const tags = ['v1.10.0', 'v1.9.1', 'v1.9.0', 'v2.0.0-beta.1', 'sdk-v3.0.0', '4.0.0', 'v1.10.0^{}', 'v1.2.0'];
    expect(releasesAfter('v1.9.0', tags)).toEqual(['v1.9.1', 'v1.10.0']);
  });
});
