import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const PAGE = readFileSync(new URL('accessibility.md', import.meta.url), 'utf8');
const rows = [...PAGE.matchAll(/^\| A(\d+)\s+\| (.+?)\s+\| (.+?)\s+\|$/gm)].map(([, number, what, files]) => ({
  number: Number(number),
  what: what ?? '',
  files: [...(files ?? '').matchAll(/`([\w/.-]+)`/g)].map(([, file]) => file ?? ''),
}));

/** Returns the text of a test file, by its path below `test/` without its extension. */
function read(file: string): string | undefined {
  const found = ['tsx', 'ts']
    .map((end) => new URL(`${file}.test.${end}`, import.meta.url))
    .find((url) => existsSync(url));
  return found && readFileSync(found, 'utf8');
}

/** Whether a quoted string, such as a title, contains the number. */
const titled = (text: string, number: number): boolean =>
  new RegExp(String.raw`(['"\x60])(?:(?!\1).)*\bA${number}\b(?:(?!\1).)*\1`).test(text);

describe('the checklist of test/accessibility.md', () => {
  it('has each number from A1 to A110 once, in order, with a description and a test', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 110 }, (_, index) => index + 1));
    expect(rows.filter(({ what, files }) => !what || files.length === 0)).toEqual([]);
  });

  it('names tests that exist and contain the number in a title', () => {
    const wrong = rows.flatMap(({ number, files }) =>
      files.filter((file) => !titled(read(file) ?? '', number)).map((file) => `A${number} ${file}`),
    );
    expect(wrong).toEqual([]);
  });
});
