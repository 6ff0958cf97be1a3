// npm run test:package: the package as its users get it - packed, installed, imported, typed, rendered, hydrated, used.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium, launchArgs } from './lib/chromium.mjs';
import { REACTS, buildApp, checkBare, checkEntries, createApp, pack } from './lib/consumer.mjs';
import { checkReactServer } from './lib/react-server.mjs';
import { bin, main, must, root, withTempDir } from './lib/repo.mjs';
import { visit } from './lib/visit.mjs';

const NO_TYPES = ['./styles.css', './styles.unlayered.css'];

await main(async () => {
  if (!existsSync(join(root, 'dist'))) throw new Error('There is no dist to pack: npm run build makes it.');
  await withTempDir(async (dir) => {
    const step = stopwatch();
    const { tarball, files } = await pack(dir);
    const stray = files.filter((file) => !/^(dist\/|(package\.json|README\.md|LICENSE|CHANGELOG\.md)$)/.test(file));
    if (stray.length) throw new Error(`The package would publish ${stray.join(', ')}`);
    step(`packed ${files.length} files`);

    await must(bin('publint'), ['run', tarball, '--strict']);
    await must(bin('attw'), [tarball, '--profile', 'esm-only', '--no-emoji', '--exclude-entrypoints', ...NO_TYPES]);
    step('publint, attw');

    await checkBare(dir, tarball);
    step('core and dialects alone');

    const apps = await Promise.all(REACTS.map((versions) => createApp(dir, tarball, versions)));
    step(`installed with React ${REACTS.map(({ react }) => react).join(' and ')}`);

    const browser = await chromium.launch({ executablePath: ensureChromium(), args: launchArgs });
    try {
      for (const [i, app] of apps.entries()) {
        await checkEntries(app);
        for (const mode of ['production', 'development']) await visit(browser, await buildApp(app, mode));
        step(`React ${REACTS[i].react}: imports, types, server, browser`);
      }
    } finally {
      await browser.close();
    }

    await checkReactServer(apps[0]);
    step('server components');
  });
  console.log('package: works as installed');
});

function stopwatch() {
  let last = performance.now();
  return (what) => {
    const now = performance.now();
    console.log(`${((now - last) / 1000).toFixed(1).padStart(5)} s  ${what}`);
    last = now;
  };
}
