import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { ask, button, cleanUpAfterEach, click } from '../../helpers/browser/card.js';
import { contrast } from '../../helpers/browser/colours.js';
import { sendMouse } from '../../helpers/browser/input.js';
import { press } from '../../helpers/browser/keys.js';
import { withLook, type Look } from '../../helpers/browser/media.js';
import { askModal } from '../../helpers/browser/modal.js';
import { greyDifference, picture } from '../../helpers/browser/pixels.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const size = { width: 0, height: 0 };
beforeAll(async () => {
  Object.assign(size, { width: innerWidth, height: innerHeight });
  await page.viewport(800, 2400);
  await sendMouse({ type: 'move', x: 0, y: 0 });
});
afterAll(() => page.viewport(size.width, size.height));

const askAs = (asker: string, questions: readonly QuestionInput[]) => {
  const { container } = ask(questions, { asker, around: (inner) => inner });
  return within(container);
};
const TWIN = { ...NAME, header: 'Same' };

/** Renders every kind of control on one page, in any order. */
async function mountAll() {
  const radios = askAs('a', [DATABASE]);
  const boxes = askAs('b', [FEATURES]);
  const tabs = askAs('c', THREE);
  const twins = askAs('d', [TWIN, TWIN, TWIN]);
  const text = askAs('e', [NAME]);
  const failing = askAs('g', [NAME]);
  const row = (control: HTMLElement) => control.closest('[data-ask-user="option"]') ?? control;
  return {
    radio: row(radios.getByRole('radio', { name: 'SQLite' })),
    checkbox: row(boxes.getByRole('checkbox', { name: 'REST API' })),
    'selected tab': tabs.getByRole('tab', { name: 'Features' }),
    'answered tab': tabs.getByRole('tab', { name: 'Database' }),
    'tab without its answer': twins.getAllByRole('tab', { name: 'Same' })[2] ?? document.body,
    'field without its answer': failing.getByRole('textbox'),
    focusable: {
      'focused radio': row(radios.getByRole('radio', { name: 'MongoDB' })),
      'focused checkbox': row(boxes.getByRole('checkbox', { name: 'Accounts' })),
      'focused tab': tabs.getByRole('tab', { name: 'Name' }),
      'focused field': text.getByRole('textbox'),
      'focused primary button': text.getByRole('button', { name: 'Submit' }),
      'focused quiet button': text.getByRole('button', { name: 'Add a note' }),
    },
    async change() {
      await click(radios.getByRole('radio', { name: 'SQLite' }));
      await click(boxes.getByRole('checkbox', { name: 'REST API' }));
      await click(tabs.getByRole('radio', { name: 'SQLite' }));
      await click(tabs.getByRole('button', { name: 'Next' }));
      for (let i = 0; i < 3; i++) await click(twins.getByRole('button', { name: /Next|Review/ }));
      await click(twins.getByRole('button', { name: 'Submit answers' }));
      await click(failing.getByRole('button', { name: 'Submit' }));
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  };
}

/** Without transitions, a picture shows only one state. */
const STILL: Look = { 'prefers-reduced-motion': 'reduce' };
const LOOKS: readonly [string, Look, enough: number][] = [
  ['forced colors', { ...STILL, 'forced-colors': 'active' }, 12],
  ['dark forced colors', { ...STILL, 'forced-colors': 'active', 'prefers-color-scheme': 'dark' }, 12],
  ['light shades of gray', { ...STILL, 'prefers-color-scheme': 'light' }, 12],
  ['dark shades of gray', { ...STILL, 'prefers-color-scheme': 'dark' }, 12],
];

describe.each(LOOKS)('a card in %s', (_, look, enough) => {
  withLook(look);

  it('distinguishes every state from its opposite, and every focused control (A74, A86, A88)', async () => {
    const { focusable, change, ...elements } = await mountAll();
    const before = await picture();
    const were = Object.entries(elements).map(([name, element]) => [name, element, before(element)] as const);
    await change();
    const after = await picture();
    const seen = were.map(([name, element, was]) => [name, greyDifference(was, after(element))] as const);
    await press('Shift');
    for (const [name, element] of Object.entries(focusable)) {
      const was = after(element);
      const target = element.matches('button, textarea') ? element : element.querySelector('button');
      (target as HTMLElement).focus();
      seen.push([name, greyDifference(was, (await picture())(element))]);
    }
    expect(seen.filter(([, pixels]) => pixels < enough)).toEqual([]);
    expect(seen).toHaveLength(12);
  });

  it('paints the tick of a checkbox with a contrast of at least 3 to its box [R-THEME]', async () => {
    const boxes = askAs('b', [FEATURES]);
    const checkbox = boxes.getByRole('checkbox', { name: 'REST API' });
    await click(checkbox);
    checkbox.blur();
    const { data, width, height } = (await picture())(checkbox);
    const at = (x: number, y: number) => `rgb(${data.slice(4 * (y * width + x), 4 * (y * width + x) + 3).join(' ')})`;
    // The picture has a margin of 4 pixels. The box is uniform except for the tick in its middle.
    const middle = Array.from({ length: width - 16 }, (_, i) => i + 8).flatMap((x) =>
      Array.from({ length: height - 16 }, (__, i) => at(x, i + 8)),
    );
    const strongest = Math.max(...[...new Set(middle)].map((colour) => contrast(colour, at(8, 8))));
    expect(strongest).toBeGreaterThanOrEqual(3);
  });

  it('distinguishes an answered card from a cancelled one (A86, A88)', async () => {
    const answered = askAs('a', [DATABASE]);
    const cancelled = askAs('a', [DATABASE]);
    await click(answered.getByRole('radio', { name: 'SQLite' }));
    await click(answered.getByRole('button', { name: 'Submit' }));
    await click(cancelled.getByRole('button', { name: 'Cancel' }));
    const [first, second] = screen.getAllByRole('heading', { level: 3 });
    expect([first?.textContent, second?.textContent]).toEqual(['You answered a', 'You cancelled a’s request']);
    // Both the text and the tick show the difference.
    const title =
      first &&
      within(first)
        .getByText(/^You answered/)
        .closest('bdi');
    const tick = title && getComputedStyle(title, '::before');
    expect([tick?.borderBlockEndStyle, tick?.content]).toEqual(['solid', '""']);
  });
});

describe('a modal in forced colors', () => {
  withLook(LOOKS[0]![1]);

  it('does not show scrolled content through its buttons (A86)', async () => {
    await page.viewport(640, 410);
    onTestFinished(() => page.viewport(800, 2400));
    askModal([{ ...DATABASE, context: 'The service stores orders and needs transactions. '.repeat(6) }, NAME]);
    const cancel = button('Cancel');
    const scroller = cancel.closest<HTMLElement>('[data-ask-user="body"]')!;
    const pictures = [];
    for (let top = 0; top <= scroller.scrollHeight - scroller.clientHeight; top += 8) {
      scroller.scrollTop = top;
      pictures.push((await picture())(cancel));
    }
    const [first, ...others] = pictures;
    expect(others.length).toBeGreaterThan(3);
    expect(others.map((other) => greyDifference(first!, other))).toEqual(others.map(() => 0));
  });
});
