import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folder, shell } from './helpers.js';

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
const BLOCKS = [...page.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);

const DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

it('the examples of docs/cli.md print what the page shows [R-CLI]', async () => {
  // The examples run one after another in one folder, as a reader would run them.
  const cwd = folder();
  const samples = BLOCKS.flatMap((block) => block.split(/^\$ /m).slice(1));
  expect(samples.length).toBeGreaterThan(10);
  for (const sample of samples) {
    const [line = '', ...output] = sample.split('\n');
    const ran = await shell(`exec 2>&1; ${line}`, { cwd });
    expect(ran.stdout.replaceAll(DATE, 'DATE'), line).toBe(output.join('\n').replaceAll(DATE, 'DATE'));
  }
});
