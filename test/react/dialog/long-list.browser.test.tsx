import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  ask,
  card,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  frame,
  radio,
} from '../../helpers/browser/card.js';
import { accessibilityTree } from '../../helpers/browser/accessibility-tree.js';
import { fill, press, pressEach, SOON } from '../../helpers/browser/keys.js';
import { emulate } from '../../helpers/browser/media.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { choices, DATABASE } from '../../helpers/browser/questions.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const SIZE: [number, number] = [innerWidth, innerHeight];
afterEach(() => page.viewport(...SIZE));

const described = (count: number): QuestionInput => ({
  question: 'Which one?',
  options: Array.from({ length: count }, (_, index) => ({
    label: `Choice ${index + 1}`,
    description: 'In a few words',
  })),
});

const scroller = () => document.querySelector<HTMLElement>('[data-ask-user="scroller"]') ?? document.body;
const more = () => document.querySelector<HTMLElement>('[data-ask-user="more-indicator"]');
const scrolls = () => scroller().scrollHeight > scroller().clientHeight + 1;

/** Number of rows whose text is wholly above the indicator, or in sight if there is no indicator. */
const wholly = () => {
  const edge = (more() ?? scroller()).getBoundingClientRect()[more() ? 'top' : 'bottom'];
  return [...document.querySelectorAll('[data-ask-user="option"]')].filter(
    (row) => row.getBoundingClientRect().bottom <= edge + 10.5,
  ).length;
};

/** Whether the focused element is topmost at its position. */
const inSight = (element = document.activeElement) => {
  const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === element;
};

describe('a long list of options [R-LONGLIST]', () => {
  it('can have the focus only in Firefox, where it would be a tab stop', async () => {
    ask([choices(30)]);
    await expect.poll(more, SOON).toBeTruthy();
    const inFirefox = CSS.supports('-moz-appearance: none');
    expect(scroller().getAttribute('tabindex')).toBe(inFirefox ? '-1' : null);
  });

  it.each([
    ['7', choices(7)],
    ['7 described', described(7)],
    ['30', choices(30)],
    ['1,000', choices(1000)],
  ])('scrolls with %s options, and shows how many more there are', async (_, question) => {
    await page.viewport(1280, 900);
    ask([question]);
    expect(scrolls()).toBe(true);
    await expect.poll(more, SOON).not.toBeNull();
    const count = (question.options?.length ?? 0) + 1;
    expect(more()?.textContent).toBe(`${(count - wholly()).toLocaleString('en')} more`);
    expect(wholly()).toBeGreaterThan(3);
  });

  it('neither scrolls nor shows an indicator with six options', async () => {
    await page.viewport(1280, 900);
    ask([choices(6)]);
    await frame();
    expect([scrolls(), more()]).toEqual([false, null]);
  });

  it('counts down while it scrolls, and hides the indicator at the end', async () => {
    ask([choices(30)]);
    await expect.poll(more, SOON).not.toBeNull();
    for (const top of [100, 500, 900]) {
      scroller().scrollTop = top;
      await expect.poll(() => more()?.textContent, SOON).toBe(`${31 - wholly()} more`);
    }
    scroller().scrollTop = 1e6;
    await expect.poll(more, SOON).toBeNull();
    expect(wholly()).toBe(31);
  });

  it('adapts the indicator to the size of the window and of the text', async () => {
    await page.viewport(1280, 900);
    ask([choices(12)]);
    await expect.poll(() => more()?.textContent, SOON).toBeDefined();
    const before = Number.parseInt(more()?.textContent ?? '', 10);
    card().style.fontSize = '28px';
    card().style.setProperty('--ask-user-font-size', '28px');
    await page.viewport(1280, 600);
    await expect.poll(() => Number.parseInt(more()?.textContent ?? '', 10), SOON).toBeGreaterThan(before);
  });

  it('has an indicator that is not exposed or focusable, and scrolls on a press without moving focus', async () => {
    ask([choices(30)]);
    await click(radio('Choice 2'));
    await expect.poll(more, SOON).not.toBeNull();
    expect([more()?.tabIndex, more()?.getAttribute('aria-hidden')]).toEqual([-1, 'true']);
    expect((await accessibilityTree()).filter(({ name }) => name.endsWith(' more'))).toEqual([]);
    const top = scroller().scrollTop;
    await mouseClick(more() ?? document.body);
    expect(document.activeElement).toBe(radio('Choice 2'));
    await expect.poll(() => scroller().scrollTop, SOON).toBeGreaterThan(top + 100);
    expect(chosen()).toEqual(['Choice 2']);
  });

  it.each([
    ['a single-select question', false],
    ['a multi-select question', true],
  ])('never hides the focused option under the indicator in %s (A73)', async (_, multiSelect) => {
    ask([{ ...choices(12), multiSelect }]);
    await expect.poll(more, SOON).not.toBeNull();
    (multiSelect ? checkbox('Choice 1') : radio('Choice 1')).focus();
    const covered: (string | null)[] = [];
    const look = async () => {
      await frame();
      const row = document.activeElement?.closest('[data-ask-user="option"]');
      const edge = more()?.getBoundingClientRect().top ?? Infinity;
      const bottom = row?.getBoundingClientRect().bottom ?? 0;
      if (!inSight() || bottom > edge + 1) covered.push(row?.textContent ?? null);
    };
    const [down, up] = multiSelect ? ['Tab', 'Tab'] : ['ArrowDown', 'ArrowUp'];
    for (let at = 0; at < 12; at++) {
      await press(down);
      await look();
    }
    for (let at = 0; at < 12; at++) {
      await press(up, { shift: multiSelect });
      await look();
    }
    expect(covered).toEqual([]);
  });

  it('scrolls on PageDown and PageUp, and keeps the selection (A31)', async () => {
    ask([choices(30)]);
    await click(radio('Choice 2'));
    await press('PageDown');
    await expect.poll(() => scroller().scrollTop, SOON).toBeGreaterThan(100);
    const down = scroller().scrollTop;
    await press('PageUp');
    await expect.poll(() => scroller().scrollTop, SOON).toBeLessThan(down);
    expect(chosen()).toEqual(['Choice 2']);
  });

  it('reaches Other by End and 0, with its field in sight', async () => {
    ask([choices(30)]);
    await click(radio('Choice 1'));
    await pressEach('End', '0');
    expect(document.activeElement).toBe(field(/Your answer/));
    expect(inSight()).toBe(true);
    await expect.poll(more, SOON).toBeNull();
  });

  it('scrolls with the page at a high zoom', async () => {
    await page.viewport(320, 256);
    ask([choices(30)]);
    await frame();
    expect([scrolls(), more()]).toEqual([false, null]);
  });

  it('uses the height that the host sets', async () => {
    await page.viewport(1280, 900);
    ask([choices(9)], { around: (one) => <div style={{ ['--ask-user-list-size' as string]: '50rem' }}>{one}</div> });
    await frame();
    expect([scrolls(), more()]).toEqual([false, null]);
  });

  it('prints in full', async () => {
    ask([choices(30)]);
    await emulate({ media: 'print' });
    expect(scrolls()).toBe(false);
    await emulate({});
  });
});

describe('text kept under Other', () => {
  it('is shown shortened if it has 10,000 characters, and kept in full [R-OTHER]', async () => {
    const text = `${'a'.repeat(299)}😀${'b'.repeat(10_000)}`;
    ask([DATABASE]);
    await mouseClick(radio('Other'));
    await fill(field(/Your answer/), text);
    await click(radio('SQLite'));
    expect(screen.getByText(/^a+…$/).textContent).toBe(`${'a'.repeat(299)}…`);
    await mouseClick(radio('Other'));
    expect(field(/Your answer/).value).toBe(text);
  });
});
