// node scripts/pictures/main.mjs: takes the README's pictures and its film from the stories. `node scripts/pictures/main.mjs --all DIR` takes
// every story in every look into DIR, for inspection. `--all DIR preview` takes only stories with "preview" in their id.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium, launchArgs } from '../lib/chromium.mjs';
import { film } from './film.mjs';
import { bin, main, must, root } from '../lib/repo.mjs';
import { serve } from '../lib/serve.mjs';

const README = ['light', 'dark'].flatMap((theme) => [
  { id: 'readme--answered', name: `answers-${theme}`, theme, width: 1080, clear: true },
  { id: 'readme--unanswered', name: `film-${theme}`, theme, width: 1080, height: 690, filmed: true },
]);

/** Looks of `--all`: the globals of the toolbar, and what the browser emulates. */
const LOOKS = {
  light: { theme: 'light' },
  dark: { theme: 'dark' },
  phone: { theme: 'light', width: 320 },
  rtl: { theme: 'light', direction: 'rtl' },
  forced: { theme: 'light', media: { forcedColors: 'active' } },
};

await main(async () => {
  const all = process.argv.indexOf('--all');
  const dir = all > 0 ? process.argv[all + 1] : join(root, 'docs/images');
  mkdirSync(dir, { recursive: true });
  const built = mkdtempSync(join(tmpdir(), 'stories-'));
  await must(bin('storybook'), ['build', '--output-dir', built, '--quiet']);
  const site = await serve(built);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: launchArgs });
  try {
    const { entries } = JSON.parse(readFileSync(join(built, 'index.json'), 'utf8'));
    const some = all > 0 ? (process.argv[all + 2] ?? '') : '';
    const ids = Object.values(entries).filter(({ type, id }) => type === 'story' && new RegExp(some).test(id));
    const shots =
      all > 0
        ? ids.flatMap(({ id }) => Object.entries(LOOKS).map(([look, as]) => ({ id, name: `${id}.${look}`, ...as })))
        : README;
    for (const shot of shots) await draw(browser, site.url, dir, shot);
    console.log(`${shots.length} pictures in ${dir}`);
  } finally {
    await browser.close();
    await site.close();
    rmSync(built, { recursive: true });
  }
});

/** Takes a picture of one story after its play function, cropped to its content. */
async function draw(browser, url, dir, shot) {
  const { id, name, theme, direction = 'ltr', width = 680, height = 900, media, clear = false, filmed = false } = shot;
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2, colorScheme: theme });
  await page.emulateMedia({ reducedMotion: 'reduce', ...media });
  const globals = `theme:${theme};direction:${direction};a11y.manual:!true`;
  await page.goto(`${url}iframe.html?id=${id}&viewMode=story&globals=${globals}`);
  // Wait for the end of the play function, because an earlier picture shows an unfinished story.
  await page.waitForFunction(() =>
    ['completed', 'finished', 'errored'].includes(globalThis.__STORYBOOK_PREVIEW__?.currentRender?.phase),
  );
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  if (clear || filmed) await page.addStyleTag({ path: join(root, 'scripts/pictures/pictures.css') });
  if (filmed) {
    await film(page, join(dir, `${name}.webp`));
    await page.close();
    return;
  }
  // An element over the page is outside of the story's element.
  const over = await page.locator('dialog[open]').count();
  const what = over > 0 ? page : page.locator('#storybook-root');
  await what.screenshot({ path: join(dir, `${name}.png`), animations: 'disabled', omitBackground: clear });
  await page.close();
}
