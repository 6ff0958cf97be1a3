import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ask, button, cleanUpAfterEach, click, heading, radio } from '../../helpers/browser/card.js';
import { weakTexts } from '../../helpers/browser/colours.js';
import { press } from '../../helpers/browser/keys.js';
import { emulate, type Look } from '../../helpers/browser/media.js';
import { THREE } from '../../helpers/browser/questions.js';
import { STATES } from '../../helpers/browser/states.js';

cleanUpAfterEach();

const size = { width: 0, height: 0 };
beforeAll(() => void Object.assign(size, { width: innerWidth, height: innerHeight }));
afterEach(async () => {
  document.documentElement.removeAttribute('style');
  await emulate({});
});
afterAll(() => page.viewport(size.width, size.height));

const STILL: Look = { 'prefers-reduced-motion': 'reduce' };
const COLOURS: readonly Look[] = [
  { ...STILL, 'prefers-color-scheme': 'light' },
  { ...STILL, 'prefers-color-scheme': 'dark' },
  { ...STILL, 'prefers-color-scheme': 'light', 'prefers-contrast': 'more' },
  { ...STILL, 'prefers-color-scheme': 'dark', 'prefers-contrast': 'more' },
];

/** Text spacing of WCAG 1.4.12, which must not clip text. */
const SPACING = `[data-ask-user], [data-ask-user] * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
  [data-ask-user] p { margin-block-end: 2em !important; }`;

const parts = (root: Element) => [...root.querySelectorAll<HTMLElement>('[data-ask-user]')];

const moves = (style: CSSStyleDeclaration): boolean =>
  /[1-9]/.test(style.transitionDuration) || style.scrollBehavior !== 'auto' || style.animationName !== 'none';

/** Names of the parts that still move or fade. */
const moving = (root: Element): string[] =>
  parts(root)
    .filter((element) => [undefined, '::before', '::after'].some((pseudo) => moves(getComputedStyle(element, pseudo))))
    .map((element) => element.getAttribute('data-ask-user') ?? '');

/** Parts that may clip their text, because it is also shown elsewhere or the part scrolls. */
const MAY_CLIP = new Set([
  'hidden',
  'status',
  'alert',
  'key-hints',
  'tab',
  'tab-list',
  'scroller',
  'field',
  'description',
  'preview-text',
  'preview-title',
  'collapsed-bar-text',
]);

/** Names of the parts that overflow their box or the page. */
function clipped(root: Element): string[] {
  const found = parts(root)
    .filter((one) => one.checkVisibility() && !MAY_CLIP.has(one.getAttribute('data-ask-user') ?? ''))
    .filter((one) => {
      const { overflowX, overflowY } = getComputedStyle(one);
      const cutX = overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
      const cutY = ['hidden', 'clip'].includes(overflowY) && one.scrollHeight > one.clientHeight + 1;
      return cutX || cutY || one.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
    })
    .map((one) => one.getAttribute('data-ask-user') ?? '');
  return document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['page', ...found] : found;
}

describe('the card', () => {
  it.each(STATES)(
    'keeps its contrast, does not move, and clips no text in the state $name (A83, A84, A85, A87)',
    async ({ questions, props, reach }) => {
      await page.viewport(size.width, size.height);
      const { container } = ask(questions, props);
      await reach?.();
      for (const look of COLOURS) {
        await emulate(look);
        expect([look, weakTexts(container), moving(container)]).toEqual([look, [], []]);
      }
      document.documentElement.style.fontSize = '32px';
      expect(['200 %', clipped(container)]).toEqual(['200 %', []]);
      document.documentElement.style.fontSize = '';
      await page.viewport(320, 256);
      expect(['400 %', clipped(container)]).toEqual(['400 %', []]);
      const spacing = container.appendChild(document.createElement('style'));
      spacing.textContent = SPACING;
      expect(['spacing', clipped(container)]).toEqual(['spacing', []]);
    },
  );

  it('removes a closed confirmation at once with reduced motion (A87)', async () => {
    await emulate(STILL);
    ask(THREE);
    await click(radio('SQLite'));
    radio('SQLite').focus();
    await press('Escape');
    await press('Escape');
    expect(document.querySelector('[data-ask-user="confirm"]')).toBeNull();
    await click(button('Next'));
    expect(heading(/Question 2/)).toBeVisible();
  });
});
