// node scripts/weekly/registry.mjs: adds the registry item to a new Tailwind 4 app with the CLI of shadcn/ui, builds the app, and
// measures the card in light and dark mode.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { ensureChromium, launchArgs } from '../lib/chromium.mjs';
import { pack } from '../lib/consumer.mjs';
import { bin, main, must, packageJson, root, withTempDir } from '../lib/repo.mjs';
import { serve } from '../lib/serve.mjs';

const FOLDER = join(root, 'test/registry');
const SHADCN = join(FOLDER, 'node_modules/.bin/shadcn');
const ITEM = `node_modules/${packageJson.name}/dist/registry/ask-user.json`;

await main(async () => {
  // With optional packages, because Tailwind's compiler is a binary.
  await must('node', ['scripts/beside.mjs', 'test/registry', '--whole']);
  await must('node', ['scripts/build.mjs']);
  await withTempDir(async (dir) => {
    await checkItem(dir);
    const app = await createApp(dir);
    await addItem(app);
    await must(bin('tsc'), ['-p', '.'], { cwd: app });
    await must(bin('vite'), ['build'], { cwd: app });
    await measure(join(app, 'dist'));
  });
  console.log('registry: the item works in a Tailwind 4 app, in light and dark mode');
});

/** Fails if the CLI builds another item from the source than the package contains. */
async function checkItem(dir) {
  const source = join(dir, 'source');
  cpSync(join(root, 'registry'), source, { recursive: true });
  const registry = JSON.parse(readFileSync(join(source, 'registry.json'), 'utf8'));
  writeFileSync(join(source, 'registry.json'), JSON.stringify({ ...registry, homepage: 'about:blank' }));
  await must(SHADCN, ['build', 'registry.json', '-c', source, '-o', join(source, 'built')]);
  const [built, ours] = [join(source, 'built/ask-user.json'), join(root, 'dist/registry/ask-user.json')].map((file) =>
    JSON.stringify(sorted(JSON.parse(readFileSync(file, 'utf8')))),
  );
  if (built !== ours) throw new Error(`The package contains another item than shadcn builds:\n${ours}\n${built}`);
}

/** Returns a value with the keys of its objects in alphabetical order. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** Creates an app as the CLI of shadcn/ui sets it up, with the packed package and the tools of this project. */
async function createApp(dir) {
  const app = join(dir, 'app');
  cpSync(join(FOLDER, 'app'), app, { recursive: true });
  const { tarball } = await pack(dir);
  const { react, 'react-dom': dom } = packageJson.devDependencies;
  const manifest = {
    name: 'app',
    private: true,
    type: 'module',
    dependencies: { [packageJson.name]: `file:${tarball}`, react, 'react-dom': dom },
  };
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest, null, 2));
  await must('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: app });
  const link = (from, name) => {
    const to = join(app, 'node_modules', name);
    mkdirSync(join(to, '..'), { recursive: true });
    symlinkSync(join(from, 'node_modules', name), to, 'junction');
  };
  for (const name of ['vite', '@vitejs/plugin-react', '@types/react', '@types/react-dom']) link(root, name);
  for (const name of ['@tailwindcss/vite', 'tailwindcss', 'clsx', 'tailwind-merge']) link(FOLDER, name);
  return app;
}

/** Runs `shadcn add`. A server on this machine takes the place of the CLI's own registry, which it asks for colors. */
async function addItem(app) {
  const colors = { light: {}, dark: {} };
  const answer = (url) =>
    url.startsWith('/colors/')
      ? { inlineColors: colors, cssVars: { ...colors, theme: {} }, inlineColorsTemplate: '', cssVarsTemplate: '' }
      : url.endsWith('/icons/index.json')
        ? {}
        : [];
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(url)));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const env = { ...process.env, REGISTRY_URL: `http://127.0.0.1:${server.address().port}` };
    const output = await must(SHADCN, ['add', `./${ITEM}`, '--yes'], { cwd: app, env, timeoutMs: 120_000 });
    if (!output.includes('<AskUser')) throw new Error(`shadcn did not print how to use the component:\n${output}`);
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}

/** Returns a script that defines `weakIn`, which lists the texts and the focus ring of a card with too little contrast. */
async function contrastScript() {
  const contents = `
    import { backgrounds, contrast, weakTexts } from './test/helpers/browser/colours.ts';
    globalThis.weakIn = (card) => {
      const { activeElement } = document;
      const ring = contrast(getComputedStyle(activeElement, '::before').outlineColor, ...backgrounds(card));
      return [...weakTexts(card), ...(ring < 3 ? ['the focus ring ' + ring.toFixed(2)] : [])];
    };`;
  const stdin = { contents, resolveDir: root };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, logLevel: 'error', tsconfigRaw: {} });
  return outputFiles[0].text;
}

/** Fails if the card does not have the colors of the app, or if a class does not override it. */
async function measure(dir) {
  const { url, close } = await serve(dir);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: launchArgs });
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    const stray = [];
    page.on('console', (message) => stray.push(message.text()));
    page.on('pageerror', ({ message }) => stray.push(message));
    await page.goto(url);
    await page.addScriptTag({ content: await contrastScript() });
    await page.getByRole('radio').first().waitFor();
    const problems = [];
    const seen = [];
    for (const mode of ['light', 'dark']) {
      const look = await page.evaluate(lookOf, mode);
      seen.push(JSON.stringify(look));
      const expect = (what, value, wanted) =>
        value === wanted ? undefined : problems.push(`${mode}: ${what} is ${value}, not ${wanted}`);
      expect('the background of the card', look.card.background, look.host.background);
      expect('the text of the card', look.card.color, look.host.color);
      expect('the border of the card', look.card.border, `1px solid ${look.host.borderColor}`);
      expect('the border with a class', look.restyled.border, `2px dashed ${look.host.borderColor}`);
      await page.getByRole('radio', { name: 'SQLite' }).first().click();
      await page.keyboard.press('ArrowUp');
      const weak = await page.evaluate(() => globalThis.weakIn(document.querySelector('[data-ask-user="card"]')));
      problems.push(...weak.map((what) => `${mode}: the contrast of ${what}`));
      expect('the color scheme', look.card.scheme, mode === 'dark' ? 'dark' : 'normal');
    }
    if (seen[0] === seen[1]) problems.push('The card is the same in light and dark mode.');
    await page.getByRole('radio', { name: 'SQLite' }).first().click();
    await page.getByRole('button', { name: 'Submit' }).first().click();
    await page.waitForFunction(() => document.title.includes('SQLite'));
    problems.push(...stray);
    if (problems.length) throw new Error(problems.join('\n'));
  } finally {
    await browser.close();
    await close();
  }
}

/** Returns the computed styles of both cards and of an element of the app, in light or dark mode. Runs in the page. */
function lookOf(mode) {
  document.documentElement.classList.toggle('dark', mode === 'dark');
  const styleOf = (element) => {
    const { backgroundColor, color, colorScheme, borderTopWidth, borderTopStyle, borderTopColor } =
      getComputedStyle(element);
    return {
      background: backgroundColor,
      color,
      scheme: colorScheme,
      border: `${borderTopWidth} ${borderTopStyle} ${borderTopColor}`,
      borderColor: borderTopColor,
    };
  };
  const [card, restyled] = document.querySelectorAll('[data-ask-user="card"]');
  return {
    card: styleOf(card),
    restyled: styleOf(restyled),
    host: styleOf(document.querySelector('[data-testid=host]')),
  };
}
