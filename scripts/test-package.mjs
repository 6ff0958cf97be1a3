// npm run test:package: tests the package as its users get it: packed, installed, imported, typed, rendered, hydrated
// and used.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium, launchArgs } from './lib/chromium.mjs';
import {
  APPS,
  buildApp,
  checkBare,
  checkEntries,
  checkSdks,
  createApp,
  installed,
  pack,
  shareTools,
} from './lib/consumer.mjs';
import { checkReactServer } from './lib/react-server.mjs';
import { bin, inLanes, main, must, root, withTempDir } from './lib/repo.mjs';
import { visit } from './lib/visit.mjs';

const RADIX = ['radio-group', 'checkbox', 'tabs'];
const NO_TYPES = ['./styles.css'];

await main(async () => {
  if (!existsSync(join(root, 'dist'))) throw new Error('There is no dist. Run: npm run build');
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

    shareTools(dir);
    const apps = await Promise.all(APPS.map((kind) => createApp(dir, tarball, kind)));
    step(`installed in ${apps.length} applications`);

    const browser = await chromium.launch({ executablePath: ensureChromium(), args: launchArgs });
    try {
      // Run two applications at a time, because usually one process works and the other core is idle.
      await inLanes(2, APPS, async (kind) => {
        const { name, react, modes, mixed, sdks } = kind;
        const app = apps[APPS.indexOf(kind)];
        if (!mixed) await checkEntries(app);
        if (sdks) await checkSdks(app);
        for (const mode of modes) await visit(browser, await buildApp(app, mode));
        const radix = RADIX.map((part) => `${part} ${installed(app, `@radix-ui/react-${part}`)}`).join(', ');
        step(`${name}: React ${react}, ${radix}: ${mixed ? '' : 'imports, types, '}server, browser`);
      });
    } finally {
      await browser.close();
    }

    await checkReactServer(dir, tarball);
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
