import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Samples that name the test or the story that they are taken from: ```tsx test/guides/jsdom.test.tsx */
const samples = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) =>
    [...read(`docs/${page}`).matchAll(/^```\w+ ((?:test|stories)\/\S+)\n([\s\S]*?)^```/gm)].map(
      ([, file = '', code = '']) => ({
        page,
        file,
        code,
      }),
    ),
  );

describe('a sample in the guides that is run as a test', () => {
  it('is there', () => expect(samples.length).toBeGreaterThan(2));

  it.each(samples)('$page: is $file, word for word', ({ file, code }) => {
    expect(code).toBe(read(file));
  });
});

describe('the list of promises', () => {
  const named = [...read('docs/promises.md').matchAll(/^- `(test\/[^`]+)`: (.+)$/gm)].map(
    ([, file = '', title = '']) => ({
      file,
      title,
    }),
  );

  it('names tests', () => expect(named.length).toBeGreaterThan(40));

  it.each(named)('names a test that is there: $file: $title', ({ file, title }) => {
    expect(existsSync(join(root, file))).toBe(true);
    const titles = [...read(file).matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)+)\1/g)].map(([, , text = '']) => text);
    expect(titles).toContain(title);
  });
});
