import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ask, card, checkbox, chosen, cleanUpAfterEach, click, field, frame, radio } from '../helpers/browser/card.js';
import { accessibilityTree } from '../helpers/browser/accessibility-tree.js';
import { fill, press, pressEach, SOON } from '../helpers/browser/keys.js';
import { emulate } from '../helpers/browser/media.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import { choices, DATABASE } from '../helpers/browser/questions.js';
import type { QuestionInput } from '../../src/react/index.js';

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
const more = () => document.querySelector<HTMLElement>('[data-ask-user="more"]');
const scrolls = () => scroller().scrollHeight > scroller().clientHeight + 1;

/** Rows whose text is wholly above the indicator, or in sight where there is none. */
const wholly = () => {
  const edge = (more() ?? scroller()).getBoundingClientRect()[more() ? 'top' : 'bottom'];
  return [...document.querySelectorAll('[data-ask-user="option"]')].filter(
    (row) => row.getBoundingClientRect().bottom <= edge + 10.5,
  ).length;
};

/** The mark that has the focus is what the eye and the pointer find at its place. */
const inSight = (element = document.activeElement) => {
  const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === element;
};

describe('a list of more than six options [R-LONGLIST]', () => {
  it.each([
    ['7', choices(7)],
    ['7, described', described(7)],
    ['30', choices(30)],
    ['1,000', choices(1000)],
  ])('%s: scrolls on an ordinary screen, and says how many more there are', async (_, question) => {
    await page.viewport(1280, 900);
    ask([question]);
    expect(scrolls()).toBe(true);
    await expect.poll(more, SOON).not.toBeNull();
    const count = (question.options?.length ?? 0) + 1;
    expect(more()?.textContent).toBe(`${(count - wholly()).toLocaleString('en')} more`);
    expect(wholly()).toBeGreaterThan(3);
  });

  it('six do not, nor does anything show', async () => {
    await page.viewport(1280, 900);
    ask([choices(6)]);
    await frame();
    expect([scrolls(), more()]).toEqual([false, null]);
  });

  it('counts down as it scrolls, and goes at the end', async () => {
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

  it('follows the size of the window and of the text', async () => {
    await page.viewport(1280, 900);
    ask([choices(12)]);
    await expect.poll(() => more()?.textContent, SOON).toBeDefined();
    const before = Number.parseInt(more()?.textContent ?? '', 10);
    card().style.fontSize = '28px';
    card().style.setProperty('--ask-user-font-size', '28px');
    await page.viewport(1280, 600);
    await expect.poll(() => Number.parseInt(more()?.textContent ?? '', 10), SOON).toBeGreaterThan(before);
  });

  it('is for the eye and the pointer: no tab stop, not read; a press scrolls on and leaves the focus', async () => {
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
    ['one choice', false],
    ['several choices', true],
  ])('%s: the option with the focus is never under it, either way (A73)', async (_, multiSelect) => {
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

  it('PageDown and PageUp scroll and choose nothing (A31)', async () => {
    ask([choices(30)]);
    await click(radio('Choice 2'));
    await press('PageDown');
    await expect.poll(() => scroller().scrollTop, SOON).toBeGreaterThan(100);
    const down = scroller().scrollTop;
    await press('PageUp');
    await expect.poll(() => scroller().scrollTop, SOON).toBeLessThan(down);
    expect(chosen()).toEqual(['Choice 2']);
  });

  it('End and 0 come to Other, whose field is in sight', async () => {
    ask([choices(30)]);
    await click(radio('Choice 1'));
    await pressEach('End', '0');
    expect(document.activeElement).toBe(field(/Your answer/));
    expect(inSight()).toBe(true);
    await expect.poll(more, SOON).toBeNull();
  });

  it('zoomed far in, it scrolls with the page', async () => {
    await page.viewport(320, 256);
    ask([choices(30)]);
    await frame();
    expect([scrolls(), more()]).toEqual([false, null]);
  });

  it('takes the height that the host gives it', async () => {
    await page.viewport(1280, 900);
    ask([choices(9)], { around: (one) => <div style={{ ['--ask-user-list-size' as string]: '50rem' }}>{one}</div> });
    await frame();
    expect([scrolls(), more()]).toEqual([false, null]);
  });

  it('printed, it has no end', async () => {
    ask([choices(30)]);
    await emulate({ media: 'print' });
    expect(scrolls()).toBe(false);
    await emulate({});
  });
});

describe('text that is kept under Other', () => {
  it('of 10,000 characters is shown by its beginning, and kept whole [R-OTHER]', async () => {
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
