import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ask, button, cleanUpAfterEach, click, field, frame, loaded, radio } from '../helpers/browser/card.js';
import { fill } from '../helpers/browser/keys.js';
import { DATABASE, NAME } from '../helpers/browser/questions.js';

cleanUpAfterEach();

const LINES = 'one\ntwo\nthree\nfour\nfive\nsix';

const native = CSS.supports('field-sizing', 'content');
// As it is in Safari and WebKitGTK by themselves.
const sheet = document.createElement('style');
sheet.textContent = 'textarea { field-sizing: fixed !important }';

beforeEach(() => {
  if (!native) return;
  document.head.append(sheet);
  vi.spyOn(CSS, 'supports').mockReturnValue(false);
});
afterEach(() => sheet.remove());

/** How much of a field's text is out of sight, in pixels. */
const hidden = (one: HTMLElement): number => one.scrollHeight - one.clientHeight;

it('grows the field of Other with its text where the browser has no field-sizing, and shrinks it again [R-ENGINES]', async () => {
  ask([DATABASE]);
  await loaded();
  await click(radio(/^Other/));
  await frame();
  const other = field(/Your answer/);
  const before = other.offsetHeight;
  await fill(other, LINES);
  await frame();
  expect(hidden(other)).toBe(0);
  expect(other.offsetHeight).toBeGreaterThan(before);
  await fill(other, '');
  await frame();
  expect(other.offsetHeight).toBe(before);
});

it('keeps to the height that the stylesheet allows', async () => {
  ask([NAME]);
  await loaded();
  await fill(field(/name of/), 'line\n'.repeat(200));
  await frame();
  expect(field(/name of/).offsetHeight).toBeLessThanOrEqual(320);
});

it('has the height of a text that comes back with its question', async () => {
  ask([NAME, DATABASE]);
  await loaded();
  await fill(field(/name of/), LINES);
  await click(button('Next'));
  await click(button('Back'));
  await frame();
  expect(hidden(field(/name of/))).toBe(0);
});
