import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ask, button, card, cleanUpAfterEach, focused, frame, heading, radio } from '../../helpers/browser/card.js';
import { accessibilityTree } from '../../helpers/browser/accessibility-tree.js';
import { press, pressEach, SOON } from '../../helpers/browser/keys.js';
import { emulate } from '../../helpers/browser/media.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const before: [number, number] = [innerWidth, innerHeight];
afterEach(() => page.viewport(...before));

const CONTEXT = Array.from({ length: 50 }, (_, line) => `Line ${line + 1} of what has to be read before.`).join('\n');
const LONG: QuestionInput = { question: 'Shall I go on?', context: CONTEXT, options: ['Yes', 'No', 'Later'] };

const prompt = () => document.querySelector<HTMLElement>('[data-ask-user="prompt"]') ?? document.body;
async function scrolls(): Promise<void> {
  await expect.poll(() => prompt().hasAttribute('data-long'), SOON).toBe(true);
}

describe('a question of 50 lines', () => {
  it.each([
    [900, 700, 'inline'],
    [320, 480, 'inline'],
    [900, 700, 'modal'],
    [320, 480, 'modal'],
  ] as const)('has its first option in view at %i x %i pixels, %s [R-CALM]', async (width, height, presentation) => {
    await page.viewport(width, height);
    ask([LONG], { presentation, around: (dialog) => dialog });
    await scrolls();
    const { top, bottom } = radio('Yes').getBoundingClientRect();
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(innerHeight);
    expect(prompt().clientHeight).toBeLessThanOrEqual(Math.max(innerHeight * 0.4 + 1, 160));
    // The button is at most one page further down.
    expect(button('Submit').getBoundingClientRect().bottom).toBeLessThan(innerHeight * 2);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('is reached and scrolled by keyboard, and does not trap focus [R-CALM]', async () => {
    ask([LONG]);
    await scrolls();
    button('Collapse').focus();
    await press('Tab');
    expect(document.activeElement).toBe(prompt());
    const nodes = await accessibilityTree();
    expect(nodes.find(({ role, name }) => role === 'group' && name === 'Shall I go on?')).toBeDefined();
    for (const key of ['ArrowDown', 'PageDown', 'End']) {
      const { scrollTop } = prompt();
      await press(key);
      await expect.poll(() => prompt().scrollTop, SOON).toBeGreaterThan(scrollTop);
    }
    await press('Tab');
    expect(focused()).toBe('control Yes');
    await pressEach('ArrowDown');
    expect(focused()).toBe('control No');
    await pressEach('Tab');
    expect(document.activeElement?.localName).toBe('button');
  });

  it('scrolls from its heading, and arrows lead to the options [R-CALM]', async () => {
    ask([LONG]);
    await scrolls();
    heading('Shall I go on?').focus();
    await press('PageDown');
    await expect.poll(() => prompt().scrollTop, SOON).toBeGreaterThan(0);
    await press('ArrowDown');
    expect(focused()).toBe('control Yes');
  });

  it('accepts digits while it has focus [R-CALM]', async () => {
    ask([LONG]);
    await scrolls();
    prompt().focus();
    await press('2');
    expect(radio('No').getAttribute('aria-checked')).toBe('true');
  });

  it('has no scroller and no tab stop in a window that is too low [R-CALM]', async () => {
    await page.viewport(320, 480);
    ask([LONG]);
    await scrolls();
    await page.viewport(320, 256);
    await expect.poll(() => prompt().matches('[data-long], [tabindex], [role]'), SOON).toBe(false);
    expect(prompt().scrollHeight).toBe(prompt().clientHeight);
  });

  it('prints in full [R-CALM]', async () => {
    ask([LONG]);
    await scrolls();
    await emulate({ media: 'print' });
    await expect.poll(() => prompt().scrollHeight - prompt().clientHeight, SOON).toBe(0);
    await emulate({});
  });
});

it('a short question does not scroll, and is aligned with its options [R-CALM]', async () => {
  ask([{ ...LONG, context: 'Why I ask.' }]);
  await frame();
  expect(prompt().matches('[data-long], [tabindex], [role]')).toBe(false);
  const left = (element: Element) => element.getBoundingClientRect().left;
  expect(left(heading('Shall I go on?'))).toBe(left(document.querySelector('[data-ask-user="options"]') ?? card()));
});
