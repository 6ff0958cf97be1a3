// Tests the package as its users get it: packed, installed, imported, typed, rendered, hydrated
// and used.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium, launchArgs } from './lib/chromium.mjs';
import {
  APPS,
  buildApp,
  checkAlias,
  checkBare,
  checkEntries,
  checkSdks,
  createApp,
  installed,
  pack,
  shareTools,
} from './lib/consumer.mjs';
import { checkReactServer } from './lib/react-server.mjs';
import { inLanes, main, must, root, withTempDir } from './lib/repo.mjs';
import { visit } from './lib/visit.mjs';

const RADIX = ['radio-group', 'checkbox', 'tabs'];
const MAX_KILOBYTES = 1420;
/** The pictures of the README exist only in the repository. */
const NOT_PACKED = /^docs\/images\/.*\.(png|webp)$/;

await main(async () => {
  if (!existsSync(join(root, 'dist'))) throw new Error('There is no dist. Run: npm run build');
  await withTempDir(async (dir) => {
    const step = stopwatch();
    const { tarball, files } = await pack(dir);
    checkContents(tarball, files);
    step(`packed ${files.length} files, ${kilobytes(tarball)} kB`);

    const checker = (name) => join(root, 'test/package/node_modules/.bin', name);
    await must(checker('publint'), ['run', tarball, '--strict']);
    await must(checker('attw'), [tarball, '--profile', 'esm-only', '--no-emoji']);
    step('publint, attw');

    await checkBare(dir, tarball);
    await checkAlias(dir, tarball);
    step('core and dialects alone, the alias ask-user');

    shareTools(dir);
    const apps = await Promise.all(APPS.map((kind) => createApp(dir, tarball, kind)));
    step(`installed in ${apps.length} applications`);

    const browser = await chromium.launch({ executablePath: ensureChromium(), args: launchArgs });
    try {
      // Run two applications at a time, because usually one process works and the other core is idle.
      await inLanes(2, APPS, async (kind) => {
        const { name, react, sdks } = kind;
        const app = apps[APPS.indexOf(kind)];
        await checkEntries(app);
        if (sdks) await checkSdks(app);
        for (const mode of ['production', 'development']) await visit(browser, await buildApp(app, mode, kind));
        const radix = RADIX.map((part) => `${part} ${installed(app, `@radix-ui/react-${part}`)}`).join(', ');
        step(`${name}: React ${react}, ${radix}: imports, types, server, browser`);
      });
    } finally {
      await browser.close();
    }

    await checkReactServer(dir, tarball);
    step('server components');
  });
  console.log('package: works as installed');
});

function kilobytes(file) {
  return Math.round(statSync(file).size / 1000);
}

/** Fails if the tarball is too large, contains a file that users do not need, or lacks one that they do. */
function checkContents(tarball, files) {
  const wanted = /^(dist\/|docs\/.*\.(md|svg)$|skills\/|(package\.json|(README|CHANGELOG|SECURITY)\.md|LICENSE)$)/;
  const stray = files.filter((file) => !wanted.test(file) || file.endsWith('.map'));
  if (stray.length) throw new Error(`The package would publish ${stray.join(', ')}`);
  const present = new Set(files);
  const dead = files
    .filter((file) => file.endsWith('.md') && !file.startsWith('dist/'))
    .flatMap((file) => linksOf(file).map((link) => ({ file, link: posix.join(posix.dirname(file), link) })))
    .filter(({ link }) => !present.has(link) && !NOT_PACKED.test(link))
    .map(({ file, link }) => `${file}: ${link} is not in the package`);
  if (dead.length) throw new Error(dead.join('\n'));
  if (kilobytes(tarball) > MAX_KILOBYTES)
    throw new Error(`The package has ${kilobytes(tarball)} kB, not ${MAX_KILOBYTES}.`);
}

/** Returns the relative links and pictures of a page, without fragments. */
function linksOf(file) {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/(?:src|srcset)="([^"]+)"/g)];
  return links.map(([, link]) => link.split('#')[0]).filter((link) => link && !/^[a-z]+:/.test(link));
}

function stopwatch() {
  let last = performance.now();
  return (what) => {
    const now = performance.now();
    console.log(`${((now - last) / 1000).toFixed(1).padStart(5)} s  ${what}`);
    last = now;
  };
}
