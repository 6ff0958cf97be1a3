import { render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { parseRequest, toRecord } from '../../src/core/index.js';
import { AskUserReceipt } from '../../src/react/index.js';
import {
  ask,
  button,
  card,
  cleanUpAfterEach,
  click,
  field,
  frame,
  heading,
  loaded,
  radio,
  tab,
} from '../helpers/browser/card.js';
import { press, pressEach, SOON, typeKeys } from '../helpers/browser/keys.js';
import { withLook } from '../helpers/browser/media.js';
import { mouseClick, withTouch } from '../helpers/browser/pointer.js';
import { choices, DATABASE, FEATURES, NAME, THREE } from '../helpers/browser/questions.js';
import { inSight } from '../helpers/browser/sight.js';

cleanUpAfterEach();

const part = (name: string) => document.querySelector<HTMLElement>(`[data-ask-user="${name}"]`) ?? document.body;
const box = (element: Element) => element.getBoundingClientRect();
/** Where the text of an element is, rather than its box. */
const textBox = (element: Element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
};

beforeEach(() => page.viewport(800, 800));

describe('a page from right to left with words from left to right', () => {
  it('keeps the order of the words, at the side where the card begins', async () => {
    ask([FEATURES, NAME], { dir: 'rtl' });
    const hint = screen.getByText('Choose all that apply.');
    expect(Math.abs(textBox(hint).right - box(card()).right)).toBeLessThan(40);
    const inOrder = (count: HTMLElement) => {
      const at = (from: number, to: number) => {
        const range = document.createRange();
        range.setStart(count.firstChild!, from);
        range.setEnd(count.firstChild!, to);
        return range.getBoundingClientRect().left;
      };
      return at(0, 1) < at(7, 15);
    };
    expect(inOrder(screen.getByText('0 of 2 answered'))).toBe(true);
    await mouseClick(tab(/Review/));
    const count = screen.getByText('0 of 2 answered');
    expect(inOrder(count)).toBe(true);
    expect(Math.abs(textBox(count).right - box(card()).right)).toBeLessThan(40);
  });

  it('has a gap between the mark of a tab and its name, and between a key and what it does', async () => {
    ask([FEATURES, NAME], { dir: 'rtl' });
    await loaded();
    const name = within(tab('Name')).getByText('Name');
    expect(textBox(name).left - box(name).left).toBeGreaterThan(14);
    const key = part('hints').querySelector('kbd')!;
    const text = document.createRange();
    text.selectNode(key.nextSibling!);
    expect(box(key).left - text.getBoundingClientRect().right).toBeGreaterThanOrEqual(3);
  });
});

it('the message about a missing answer has a gap after its mark from right to left', async () => {
  ask([DATABASE], { dir: 'rtl' });
  await mouseClick(button('Submit'));
  const { marginLeft, marginRight } = getComputedStyle(part('problem'), '::before');
  expect(Math.min(Number.parseFloat(marginLeft), Number.parseFloat(marginRight))).toBeGreaterThan(4);
});

it('an ended card from right to left has a gap between its tick and its title', async () => {
  ask([DATABASE], { dir: 'rtl' });
  await click(radio('SQLite'));
  await mouseClick(button('Submit'));
  await loaded();
  const title = within(part('title')).getByText(/answered/);
  // The tick is at the left, where the words begin.
  expect(textBox(title).left - box(title).left).toBeGreaterThan(10);
  const { marginLeft, marginRight } = getComputedStyle(title, '::before');
  expect(Number.parseFloat(marginRight)).toBeGreaterThan(Number.parseFloat(marginLeft) * 2);
});

describe('several questions that got no answer', () => {
  it('are one line that opens, by the keyboard too, and each of one question is shown', async () => {
    const { unmount } = ask(THREE);
    await mouseClick(button('Cancel'));
    await loaded();
    const low = box(part('card')).height;
    expect(low).toBeLessThan(120);
    expect(screen.getByText('No answer', { selector: ':first-of-type > dd' }).checkVisibility()).toBe(false);
    await press('Tab');
    expect(document.activeElement?.textContent).toBe('3 questions');
    await press('Enter');
    expect(screen.getAllByText('No answer').every((one) => one.checkVisibility())).toBe(true);
    expect(box(part('card')).height).toBeGreaterThan(low);
    unmount();
    ask([DATABASE]);
    await mouseClick(button('Cancel'));
    await loaded();
    expect(screen.getByText('No answer')).toBeVisible();
  });
});

it('a skipped answer in a receipt begins with a capital letter', () => {
  const parsed = parseRequest({ questions: [NAME] });
  const { value: request } = parsed as Extract<typeof parsed, { ok: true }>;
  const own = { questionId: request.questions[0]!.id, question: NAME.question, selected: [], wasCustom: false };
  const answers = [{ ...own, answer: '', text: '', skipped: true as const }];
  const record = toRecord({ status: 'answered', answers }, request, { mode: 'interactive', answeredAt: 0 });
  render(<AskUserReceipt record={record} />);
  expect(getComputedStyle(part('review-answer'), '::first-letter').textTransform).toBe('uppercase');
});

describe('the card in one line', () => {
  it('shows what is asked first on a narrow screen, in two lines at most', async () => {
    await page.viewport(320, 640);
    ask(
      [
        {
          question: 'Which of these four databases should we use for the orders of the next ten years?',
          options: ['A'],
        },
      ],
      {
        asker: 'Setup assistant',
      },
    );
    await mouseClick(button('Collapse'));
    expect(part('asker').checkVisibility()).toBe(false);
    expect(part('bar-text').textContent).toContain('Which of these');
    const { lineHeight } = getComputedStyle(part('bar-text'));
    expect(part('bar-text').clientHeight).toBeLessThanOrEqual(Number.parseFloat(lineHeight) * 2 + 1);
  });

  it('has its dot where the open card has it', async () => {
    ask([DATABASE]);
    const start = (element: Element) => box(element).left - box(card()).left;
    const before = start(part('header'));
    await mouseClick(button('Collapse'));
    expect(start(part('bar'))).toBe(before);
  });
});

describe('the tab of Review', () => {
  it('has a mark of its own once every question is answered', async () => {
    ask([DATABASE, NAME]);
    const mark = () => getComputedStyle(tab(/Review/).firstElementChild!, '::before').content;
    expect(mark()).toBe('none');
    await click(radio('SQLite'));
    await mouseClick(button('Next'));
    await typeKeys('orders');
    expect(mark()).not.toBe('none');
  });
});

describe('a long preview', () => {
  it('fades at the edge where its lines go on', async () => {
    ask([{ question: 'Which?', options: [{ label: 'One', preview: `${'long '.repeat(80)}\n`.repeat(4) }, 'Two'] }]);
    await click(radio('One'));
    await frame();
    const text = part('preview-text');
    expect(text.scrollWidth).toBeGreaterThan(text.clientWidth);
    expect(getComputedStyle(text).maskPosition).toMatch(/^-/);
  });
});

it('a field in a long list stays in sight when a keyboard takes half of the window', () =>
  withTouch(async () => {
    await page.viewport(390, 800);
    ask([choices(9)]);
    await mouseClick(radio('Other'));
    await expect.poll(() => document.activeElement, SOON).toBe(field(/Your answer/));
    await page.viewport(390, 420);
    await frame();
    await expect.poll(() => inSight(field(/Your answer/)), SOON).toBe(true);
  }));

describe('forced colors', () => {
  withLook({ 'forced-colors': 'active', 'prefers-reduced-motion': 'reduce' });

  it('leave the card to be seen behind a confirmation', async () => {
    ask(THREE);
    await click(radio('SQLite'));
    await press('Escape');
    expect(getComputedStyle(part('confirm')).backgroundColor).toMatch(/, 0\)$/);
    expect(getComputedStyle(part('question')).color).not.toBe(getComputedStyle(part('confirm-title')).color);
  });
});

describe('several questions', () => {
  it('say in the header how many are answered, and leave that to Review where it is shown', async () => {
    ask(THREE);
    expect(part('progress').textContent).toBe('0 of 3 answered');
    await click(radio('SQLite'));
    expect(part('progress').textContent).toBe('1 of 3 answered');
    await mouseClick(tab(/Review/));
    expect(screen.getAllByText('1 of 3 answered')).toHaveLength(1);
  });

  it('leave it to their tabs on a phone', async () => {
    await page.viewport(390, 800);
    ask(THREE);
    expect(part('progress').checkVisibility()).toBe(false);
  });

  it('are none where there is one', async () => {
    ask([DATABASE]);
    await loaded();
    expect(screen.queryByText(/answered/)).toBeNull();
  });
});

it('a heading that is given the focus has a bar beside it and no box around it', async () => {
  ask(THREE);
  heading(/Which database/).focus();
  // WebKit shows where a script has moved the focus to if a key had brought it where it was.
  await pressEach('Tab', '2', 'Enter');
  const { outlineColor } = getComputedStyle(heading(/Which features/));
  expect([outlineColor, getComputedStyle(heading(/Which features/), '::after').position]).toEqual([
    'rgba(0, 0, 0, 0)',
    'absolute',
  ]);
});
