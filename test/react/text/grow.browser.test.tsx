import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ask, button, cleanUpAfterEach, click, field, frame, loaded, radio } from '../../helpers/browser/card.js';
import { fill } from '../../helpers/browser/keys.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const LINES = 'one\ntwo\nthree\nfour\nfive\nsix';

const native = CSS.supports('field-sizing', 'content');
// Simulate a browser without `field-sizing`, such as WebKitGTK.
const sheet = document.createElement('style');
sheet.textContent = 'textarea { field-sizing: fixed !important }';

beforeEach(() => {
  if (!native) return;
  document.head.append(sheet);
  vi.spyOn(CSS, 'supports').mockReturnValue(false);
});
afterEach(() => sheet.remove());

/** Height of a field's text that is out of sight, in pixels. */
const hidden = (one: HTMLElement): number => one.scrollHeight - one.clientHeight;

it('the field of Other grows and shrinks with its text in a browser without field-sizing [R-ENGINES]', async () => {
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

it('a field grows to the maximum height of the stylesheet at most', async () => {
  ask([NAME]);
  await loaded();
  await fill(field(/name of/), 'line\n'.repeat(200));
  await frame();
  expect(field(/name of/).offsetHeight).toBeLessThanOrEqual(320);
});

it('a field fits its text when its question is shown again', async () => {
  ask([NAME, DATABASE]);
  await loaded();
  await fill(field(/name of/), LINES);
  await click(button('Next'));
  await click(button('Back'));
  await frame();
  expect(hidden(field(/name of/))).toBe(0);
});
