// node scripts/weekly/hosts.mjs: renders every story in ten hosts, seven of them with the stylesheet of a package, and checks that
// no part of the card looks different.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ensureChromium } from '../lib/chromium.mjs';
import { bin, main, must, root } from '../lib/repo.mjs';

const FOLDER = join(root, 'test/hosts');
const SHEETS = join(FOLDER, 'sheets.json');

await main(async () => {
  await must('node', ['scripts/beside.mjs', 'test/hosts']);
  writeFileSync(SHEETS, JSON.stringify(await hosts()));
  try {
    const env = { ...process.env, VITE_HOSTS: 'all', CHROMIUM: ensureChromium() };
    const output = await must(bin('vitest'), ['run', '--project', 'storybook', ...process.argv.slice(2)], { env });
    console.log(
      `hosts: ${/(\d+) passed/.exec(output.slice(output.lastIndexOf('Tests')))?.[1]} stories look the same in ten hosts`,
    );
  } finally {
    rmSync(SHEETS);
  }
});

/** Returns hosts for `.storybook/hosts/sheets.ts`, with stylesheets of packages that are installed for these tests. */
async function hosts() {
  const require = createRequire(join(FOLDER, 'package.json'));
  const read = (id) => readFileSync(require.resolve(id), 'utf8');
  const tailwind = await compileTailwind(require, read);
  return [
    {
      name: 'github-markdown-css, the card in its content',
      css: read('github-markdown-css/github-markdown.css'),
      className: 'markdown-body',
    },
    {
      name: 'Tailwind’s typography, the card in its content',
      css: tailwind,
      className: 'prose lg:prose-xl',
      order: 'after',
    },
    { name: 'Tailwind 4 after our stylesheet', css: tailwind, order: 'before' },
    { name: 'Tailwind 4 before our stylesheet', css: tailwind, order: 'after' },
    { name: 'Tailwind 4, our stylesheet in its layer of components', css: tailwind, order: 'layer' },
    { name: 'Bootstrap 5', css: read('bootstrap/dist/css/bootstrap.css') },
    {
      name: 'Pico',
      css: read('@picocss/pico/css/pico.css'),
      except: { parts: '[role=group], [role=group] *', because: '[role=group] button:not(:first-child)' },
    },
  ];
}

/** Compiles Tailwind as an application does: its reset, and the classes that are in use. */
async function compileTailwind(require, read) {
  const { compile } = require('tailwindcss');
  const { build } = await compile('@import "tailwindcss"; @plugin "@tailwindcss/typography";', {
    base: FOLDER,
    loadStylesheet: (id, base) => {
      const file = id === 'tailwindcss' ? 'tailwindcss/index.css' : id;
      return { base, path: file, content: read(file) };
    },
    loadModule: async (id, base) => ({ base, path: dirname(require.resolve(id)), module: require(id) }),
  });
  return build(['prose', 'lg:prose-xl', 'p-4', 'text-sm', 'border-2']);
}
