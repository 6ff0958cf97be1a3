// node scripts/weekly/radix.mjs: installs the packed package in an app beside the newest Radix on npm, even if that is outside of
// the range in package.json, and tests it as `npm test -- package` does: imports, types, server, browser.
import { chromium } from 'playwright';
import { ensureChromium, launchArgs } from '../lib/chromium.mjs';
import { APPS, buildApp, checkEntries, createApp, pack, shareTools } from '../lib/consumer.mjs';
import { main, must, packageJson, withTempDir } from '../lib/repo.mjs';
import { visit } from '../lib/visit.mjs';

await main(async () => {
  await must('node', ['scripts/build.mjs']);
  const radix = {};
  for (const name of Object.keys(packageJson.dependencies).filter((one) => one.startsWith('@radix-ui/')))
    radix[name] = JSON.parse(await must('npm', ['view', name, 'version', '--json', '--loglevel=error']));
  await withTempDir(async (dir) => {
    const { tarball } = await pack(dir);
    shareTools(dir);
    const app = await createApp(dir, tarball, { ...APPS[0], name: 'radix', radix, sdks: undefined });
    await checkEntries(app);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: launchArgs });
    try {
      for (const mode of ['production', 'development']) await visit(browser, await buildApp(app, mode));
    } finally {
      await browser.close();
    }
  });
  console.log(
    `radix: works with ${Object.entries(radix)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
  );
});
