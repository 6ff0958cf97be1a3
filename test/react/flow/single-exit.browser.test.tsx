import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ask, button, card, cleanUpAfterEach, click, field, heading, radio, tab } from '../../helpers/browser/card.js';
import { backgrounds, contrast } from '../../helpers/browser/colours.js';
import { press, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { withLook } from '../../helpers/browser/media.js';
import { mouseAt, mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, NAME, THREE } from '../../helpers/browser/questions.js';
import type { MouseStroke } from '../../engines/strokes.js';

cleanUpAfterEach();

const refuse = () => ({ ok: false });
const never = () => new Promise(() => {});
const again = () => screen.getAllByRole('button', { name: 'Try again' });
const error = () => document.querySelector('[data-ask-user="error"]');

beforeEach(() => page.viewport(1000, 900));

describe('a failed delivery [R-CALM] [R-ASYNC]', () => {
  it('is retried by the primary button, which does not move', async () => {
    const { onSubmit } = ask([DATABASE], { onSubmit: refuse });
    await click(radio('SQLite'));
    const before = button('Submit').getBoundingClientRect();
    await mouseClick(button('Submit'));
    await expect.poll(error, SOON).not.toBeNull();
    expect(again()).toEqual([card().querySelector('[data-variant="primary"]')]);
    const after = again()[0]!.getBoundingClientRect();
    expect(after.top).toBeCloseTo(before.top);
    expect(after.right).toBeCloseTo(before.right);
    await mouseClick(button('Try again'));
    await press('Enter');
    expect(onSubmit).toHaveBeenCalledTimes(3);
  });

  it('is retried beside the error if the primary button continues to the next question', async () => {
    const { onSubmit } = ask(THREE, { onSubmit: refuse });
    await click(radio('SQLite'));
    await mouseClick(button('Next'));
    await press('1');
    await mouseClick(button('Next'));
    await typeKeys('orders');
    await mouseClick(button('Review'));
    await mouseClick(button('Submit answers'));
    await expect.poll(error, SOON).not.toBeNull();
    expect(again()).toHaveLength(1);
    await mouseClick(tab(/Name/));
    expect([again().length, button('Review')]).toEqual([1, expect.anything()]);
    await mouseClick(button('Try again'));
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('of a cancellation is retried by a separate button, so that Enter does not repeat it', async () => {
    const { onSubmit, onCancel } = ask([NAME], { onCancel: refuse });
    await mouseClick(button('Cancel'));
    await expect.poll(error, SOON).not.toBeNull();
    expect([again().length, button('Submit')]).toEqual([1, expect.anything()]);
    await mouseClick(field(/name of/));
    await typeKeys('orders\n');
    expect([onCancel.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
  });

  it('is visible in a modal that scrolls', async () => {
    await page.viewport(600, 360);
    ask([{ ...DATABASE, context: 'Because.\n'.repeat(12) }], { presentation: 'modal', onSubmit: refuse });
    heading(/Which database/).focus();
    await press('2', { laterMs: 2000 });
    await mouseClick(button('Submit'));
    await expect.poll(error, SOON).not.toBeNull();
    await expect.poll(() => (error()?.getBoundingClientRect().bottom ?? 1000) <= 360, SOON).toBe(true);
  });
});

/** Style of a hover rule. It is read from the sheet, because Chromium reports no hover once a page had touch input. */
function hoverRule(selector: string): CSSStyleDeclaration {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const hovers = rules.flatMap((rule) =>
    rule instanceof CSSMediaRule && rule.conditionText === '(hover: hover)' ? [...rule.cssRules] : [],
  );
  const found = hovers.find((rule) => rule instanceof CSSStyleRule && rule.selectorText.includes(selector));
  if (!(found instanceof CSSStyleRule)) throw new Error(`There is no rule for ${selector}.`);
  return found.style;
}

describe.each(['light', 'dark'])('the %s look', (scheme) => {
  withLook({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' });

  it('has a legible “Sending…”, whose spinner stands still with reduced motion', async () => {
    ask([DATABASE], { onSubmit: never });
    await click(radio('SQLite'));
    await mouseClick(button('Submit'));
    const style = getComputedStyle(button('Sending…'));
    expect(style.opacity).toBe('1');
    expect(contrast(style.color, ...backgrounds(button('Sending…')))).toBeGreaterThan(4.5);
    const { inlineSize, animationName } = getComputedStyle(button('Sending…'), '::before');
    expect([Number.parseFloat(inlineSize) > 10, animationName]).toEqual([true, 'none']);
  });

  it('has a contrast of 4.5 to 1 on the hovered primary button, which is darker', async () => {
    ask([DATABASE]);
    const look = () => getComputedStyle(button('Submit'));
    const before = look().backgroundColor;
    button('Submit').style.background = hoverRule('[data-variant="primary"]:hover').background;
    expect(look().backgroundColor).not.toBe(before);
    expect(contrast(look().backgroundColor, 'black')).toBeLessThan(contrast(before, 'black'));
    expect(contrast(look().color, ...backgrounds(button('Submit')))).toBeGreaterThan(4.5);
  });
});

const mouse = (type: MouseStroke['type'], element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return mouseAt(element, left + width / 2, top + Math.min(height, 600) / 2, type);
};
const mouseMove = (element: Element) => mouse('move', element);

describe('a pressed control', () => {
  withLook({ 'prefers-reduced-motion': 'reduce' });

  it.each<[string, () => Element, string?]>([
    ['an option', () => radio('SQLite'), '::before'],
    ['the primary button', () => button('Next')],
    ['a secondary button', () => button('Add a note')],
    ['a tab', () => tab('Features')],
    ['Collapse', () => button('Collapse')],
  ])('looks pressed: %s', async (_, find, pseudo) => {
    ask(THREE);
    const look = () => {
      const { boxShadow, translate } = getComputedStyle(find(), pseudo);
      return `${boxShadow} ${translate}`;
    };
    await mouseMove(find());
    const before = look();
    await mouse('down', find());
    await expect.poll(look, SOON).not.toBe(before);
    await mouse('up', find());
  });
});
