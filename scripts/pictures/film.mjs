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
 * text one character per frame. `to` is the name of the element that a key is pressed for until it has the focus.
 */
const SCRIPT = [
  { hold: 900 },
  { key: 'Enter', label: '↵', hold: 900 },
  { key: 'Tab', label: '⇥', to: 'Database', hold: 0 },
  { key: 'ArrowRight', label: '→', hold: 450 },
  { key: 'Tab', label: '⇥', to: 'Ask about this', hold: 350 },
  { key: 'Enter', label: '↵', hold: 250 },
  { type: 'Can we change it later?', hold: 32 },
  { key: 'Enter', label: '↵', hold: 1400 },
  { key: 'Escape', label: 'esc', hold: 250 },
  { key: 'Shift+Tab', label: '⇧ ⇥', to: 'By feature', hold: 0 },
  { key: '1', hold: 600 },
  { key: 'Enter', label: '↵', hold: 450 },
  { key: 'Enter', label: '↵', hold: 800 },
  { key: 'Enter', label: '↵', hold: 900 },
];

/** How often a key is pressed at most, until an element has the focus. */
const MOST = 12;

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
    await page.getByRole('button', { name: 'Use my answers' }).focus();
    for (const { key, label = key, type = '', to, hold } of SCRIPT) {
      await showKey(page, label);
      // The card ignores a key that follows a change of the view too soon.
      if (key) await page.waitForTimeout(GUARD_MS);
      if (key) await page.keyboard.press(key);
      for (let i = 0; to && !(await hasFocus(page, to)); i++) {
        if (i === MOST) throw new Error(`${key} does not reach "${to}".`);
        await page.keyboard.press(key);
      }
      for (const character of type) {
        await page.keyboard.press(character);
        await take(hold);
      }
      if (hold && !type) await take(hold);
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

/** Whether the focus is on a control whose label or text begins with this name. */
const hasFocus = (page, name) =>
  page.evaluate((text) => {
    const { activeElement: focused } = document;
    return (focused?.closest('label') ?? focused)?.textContent?.startsWith(text) === true;
  }, name);

/** Shows the pressed key below the card. */
const showKey = (page, label) =>
  page.evaluate((text) => {
    document.querySelector('.pressed-key')?.remove();
    if (!text) return;
    const key = Object.assign(document.createElement('kbd'), { className: 'pressed-key', textContent: text });
    document.body.append(key);
  }, label);
