// npm run site: builds the documentation site into site/dist, for the base path in SITE_BASE (`/` by default).
// `--no-stories` omits Storybook, which takes most of the time. `npm run site -- --preview` serves the result.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bin, main, must, root } from './lib/repo.mjs';
import { serveSite } from './lib/site.mjs';

const SITE = join(root, 'site');
const base = `/${process.env['SITE_BASE'] ?? ''}/`.replaceAll(/\/+/g, '/');
const hasStories = !process.argv.includes('--no-stories');

await main(async () => {
  if (process.argv.includes('--preview')) {
    if (!existsSync(join(SITE, 'dist'))) throw new Error('There is no site/dist. Run: npm run site');
    const { url } = await serveSite(join(SITE, 'dist'), base, 4321);
    console.log(`site: ${url}`);
    return;
  }
  const start = performance.now();
  await must(process.execPath, ['scripts/beside.mjs', 'site', '--whole']);
  if (!existsSync(join(root, 'dist'))) await must(process.execPath, ['scripts/build.mjs']);
  const { writeContent, writeMarkdown } = await import(pathToFileURL(join(SITE, 'lib/write.mjs')).href);
  writeContent(base);
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', SITE_BASE: base, SITE_STORIES: hasStories ? '1' : '0' };
  await must(join(SITE, 'node_modules/.bin/astro'), ['build', '--silent', '--force'], { cwd: SITE, env });
  writeMarkdown(base);
  cpSync(join(root, 'dist/registry'), join(SITE, 'dist/r'), { recursive: true });
  if (hasStories) {
    await must(bin('storybook'), ['build', '-o', 'storybook-static', '--quiet']);
    cpSync(join(root, 'storybook-static'), join(SITE, 'dist/stories'), { recursive: true });
  }
  console.log(`site: site/dist for ${base}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
});
