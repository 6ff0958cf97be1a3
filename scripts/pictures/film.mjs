import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '../lib/repo.mjs';
import { ensureProgram } from '../lib/system-package.mjs';

const MAX_MS = 8000;
const MAX_BYTES = 1_500_000;
const GUARD_MS = 600;

/**
 * Keys of the film. Each has its label, and the time in milliseconds for which the next frame stays. `type` types the
 * text one character per frame.
 */
const SCRIPT = [
  { hold: 1000 },
  { key: '1', hold: 750 },
  { key: 'Enter', label: '↵', hold: 750 },
  { key: '2', hold: 650 },
  { key: '1', hold: 850 },
  { key: 'Enter', label: '↵', hold: 500 },
  { type: 'checkout', hold: 60 },
  { key: 'Enter', label: '↵', hold: 1000 },
  { key: 'Enter', label: '↵', hold: 1900 },
];

/**
 * Films a story that is open in `page` while the keys of the script are pressed, as an animated WebP file.
 *
 * @param {import('playwright').Page} page
 * @param {string} file
 * @throws {Error} If the film is longer or larger than the README allows.
 */
export async function film(page, file) {
  const encoder = ensureProgram('img2webp', {
    title: 'img2webp',
    needed: 'picture',
    names: { apt: 'webp', dnf: 'libwebp-tools', brew: 'webp' },
    advice: 'Install the tools of WebP.',
  });
  const dir = mkdtempSync(join(tmpdir(), 'film-'));
  const frames = [];
  const take = async (hold) => {
    const path = join(dir, `${frames.length}.png`);
    await page.screenshot({ path, animations: 'disabled', omitBackground: true, caret: 'initial' });
    frames.push({ path, hold });
  };
  try {
    await page.getByRole('radio').first().focus();
    for (const { key, label = key, type = '', hold } of SCRIPT) {
      await showKey(page, label);
      // The card ignores a key that follows a change of the view too soon.
      if (key) await page.waitForTimeout(GUARD_MS);
      if (key) await page.keyboard.press(key);
      for (const character of type) {
        await page.keyboard.press(character);
        await take(hold);
      }
      if (!type) await take(hold);
    }
    const length = frames.reduce((sum, { hold }) => sum + hold, 0);
    await must(encoder, ['-loop', '0', ...frames.flatMap(({ path, hold }) => ['-d', String(hold), path]), '-o', file]);
    const { size } = statSync(file);
    if (length > MAX_MS || size > MAX_BYTES) throw new Error(`${file}: ${length} ms and ${size} bytes are too much.`);
    console.log(`${file}: ${length / 1000} s, ${Math.round(size / 1000)} kB`);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Shows the pressed key below the card. */
const showKey = (page, label) =>
  page.evaluate((text) => {
    document.querySelector('.pressed-key')?.remove();
    if (!text) return;
    const key = Object.assign(document.createElement('kbd'), { className: 'pressed-key', textContent: text });
    document.body.append(key);
  }, label);
