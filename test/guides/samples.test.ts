import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Samples that name their test or story: ```tsx test/guides/jsdom.test.tsx */
const samples = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
]
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) =>
    [...read(page).matchAll(/^```\w+ ((?:test|stories)\/\S+)\n([\s\S]*?)^```/gm)].map(([, file = '', code = '']) => ({
      page,
      file,
      code,
    })),
  );

describe('samples of the guides that name a file', () => {
  it('exist', () => expect(samples.length).toBeGreaterThan(2));

  it.each(samples)('$page: the sample equals $file', ({ file, code }) => {
    expect(code).toBe(read(file));
  });
});

describe('the table of providers in docs/server.md', () => {
  const files: Record<string, string> = {
    'Chat Completions': 'openai-chat.ts',
    Responses: 'openai-responses.ts',
    Gemini: 'gemini.ts',
  };
  const rows = read('docs/server.md')
    .split('\n')
    .map((line) => line.split(/ *\| */).slice(1, -1))
    .filter(([name = '']) => name in files);

  it('has a row for each provider', () => expect(rows.map(([name]) => name)).toEqual(Object.keys(files)));

  it.each(rows)('%s: contains code of its loop', (name, ...cells) => {
    const loop = read(`test/stacks/loops/${files[name!]}`);
    for (const cell of cells) expect(loop).toContain(cell.replaceAll('`', ''));
  });
});
