import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folder, shell } from './helpers.js';

/** Blocks of the console samples of a page. */
function blocksOf(page: string): string[] {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}

const DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

it.each([
  ['docs/cli.md', 10],
  ['docs/channels.md', 2],
])('the examples of %s print what the page shows [R-CLI]', async (page, least) => {
  // The examples run one after another in one folder, as a reader would run them.
  const cwd = folder();
  const samples = blocksOf(page).flatMap((block) => block.split(/^\$ /m).slice(1));
  expect(samples.length).toBeGreaterThanOrEqual(least);
  for (const sample of samples) {
    const [line = '', ...output] = sample.split('\n');
    const ran = await shell(`exec 2>&1; ${line}`, { cwd });
    expect(ran.stdout.replaceAll(DATE, 'DATE'), line).toBe(output.join('\n').replaceAll(DATE, 'DATE'));
  }
});
