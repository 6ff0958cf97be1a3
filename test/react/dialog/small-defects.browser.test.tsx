import { render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { parseRequest, toRecord } from '../../../src/core/index.js';
import { AskUserReceipt } from '../../../src/react/index.js';
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
} from '../../helpers/browser/card.js';
import { press, pressEach, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { withLook } from '../../helpers/browser/media.js';
import { mouseClick, withTouch } from '../../helpers/browser/pointer.js';
import { choices, DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import { shades } from '../../helpers/browser/shades.js';
import { inSight } from '../../helpers/browser/sight.js';

cleanUpAfterEach();

const part = (name: string) => document.querySelector<HTMLElement>(`[data-ask-user="${name}"]`) ?? document.body;
const box = (element: Element) => element.getBoundingClientRect();
/** Box of an element's text. */
const textBox = (element: Element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
};

beforeEach(() => page.viewport(800, 800));

describe('a right-to-left card with left-to-right text', () => {
  it('keeps the order of words, which begin at the start of the card', async () => {
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

  it('has a gap between the mark and the name of a tab, and between a key and its action', async () => {
    ask([FEATURES, NAME], { dir: 'rtl' });
    await loaded();
    const name = within(tab('Name')).getByText('Name');
    expect(textBox(name).left - box(name).left).toBeGreaterThan(14);
    const key = part('key-hints').querySelector('kbd')!;
    const text = document.createRange();
    text.selectNode(key.nextSibling!);
    expect(box(key).left - text.getBoundingClientRect().right).toBeGreaterThanOrEqual(3);
  });
});

it('the error of a missing answer has a gap after its mark in a right-to-left card', async () => {
  ask([DATABASE], { dir: 'rtl' });
  await mouseClick(button('Submit'));
  const { marginLeft, marginRight } = getComputedStyle(part('answer-error'), '::before');
  expect(Math.min(Number.parseFloat(marginLeft), Number.parseFloat(marginRight))).toBeGreaterThan(4);
});

it('a settled right-to-left card has a gap between its tick and its title', async () => {
  ask([DATABASE], { dir: 'rtl' });
  await click(radio('SQLite'));
  await mouseClick(button('Submit'));
  await loaded();
  const title =
    within(part('title'))
      .getByText(/answered/)
      .closest('bdi') ?? document.body;
  // The tick is at the left, before the start of the words.
  expect(textBox(title).left - box(title).left).toBeGreaterThan(10);
  const { marginLeft, marginRight } = getComputedStyle(title, '::before');
  expect(Number.parseFloat(marginRight)).toBeGreaterThan(Number.parseFloat(marginLeft) * 2);
});

describe('several unanswered questions', () => {
  it('are collapsed to one line that the keyboard expands, unlike a single question', async () => {
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

describe('a collapsed card', () => {
  it('shows the question first on a narrow screen, in at most two lines', async () => {
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
    expect(part('collapsed-bar-text').textContent).toContain('Which of these');
    const { lineHeight } = getComputedStyle(part('collapsed-bar-text'));
    expect(part('collapsed-bar-text').clientHeight).toBeLessThanOrEqual(Number.parseFloat(lineHeight) * 2 + 1);
  });

  it('has its dot in the same place as an expanded card', async () => {
    ask([DATABASE]);
    const start = (element: Element) => box(element).left - box(card()).left;
    const before = start(part('header'));
    await mouseClick(button('Collapse'));
    expect(start(part('collapsed-bar'))).toBe(before);
  });
});

describe('the tab of Review', () => {
  it('has a mark once every question is answered', async () => {
    ask([DATABASE, NAME]);
    const mark = () => getComputedStyle(tab(/Review/), '::before').content;
    expect(mark()).toBe('none');
    await click(radio('SQLite'));
    await mouseClick(button('Next'));
    await typeKeys('orders');
    expect(mark()).not.toBe('none');
  });
});

describe('a long preview', () => {
  it('is shaded at the edge if its lines continue', async () => {
    ask([{ question: 'Which?', options: [{ label: 'One', preview: `${'long '.repeat(80)}\n`.repeat(4) }, 'Two'] }]);
    await click(radio('One'));
    await frame();
    const text = part('preview-text');
    expect(text.scrollWidth).toBeGreaterThan(text.clientWidth);
    await expect.poll(() => shades(text)).toEqual([false, true]);
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

it('the filter of a long list is as high as a finger needs', () =>
  withTouch(async () => {
    await page.viewport(390, 800);
    ask([choices(13)]);
    expect(box(await screen.findByRole('searchbox', undefined, SOON)).height).toBeGreaterThanOrEqual(44);
  }));

describe('forced colors', () => {
  withLook({ 'forced-colors': 'active', 'prefers-reduced-motion': 'reduce' });

  it('keep the card visible behind a confirmation', async () => {
    ask(THREE);
    await click(radio('SQLite'));
    await press('Escape');
    expect(getComputedStyle(part('confirm')).backgroundColor).toMatch(/, 0\)$/);
    expect(getComputedStyle(part('question')).color).not.toBe(getComputedStyle(part('confirm-title')).color);
  });
});

describe('the number of answered questions', () => {
  it('is shown in the header, except on Review, which shows it', async () => {
    ask(THREE);
    expect(part('progress').textContent).toBe('0 of 3 answered');
    await click(radio('SQLite'));
    expect(part('progress').textContent).toBe('1 of 3 answered');
    await mouseClick(tab(/Review/));
    expect(screen.getAllByText('1 of 3 answered')).toHaveLength(1);
  });

  it('is shown only by the tabs on a phone', async () => {
    await page.viewport(390, 800);
    ask(THREE);
    expect(part('progress').checkVisibility()).toBe(false);
  });

  it('is not shown for one question', async () => {
    ask([DATABASE]);
    await loaded();
    expect(screen.queryByText(/answered/)).toBeNull();
  });
});

it('a heading that receives focus has a bar beside it and no box around it', async () => {
  ask(THREE);
  heading(/Which database/).focus();
  // WebKit shows focus moved by a script only if a key had moved focus before.
  await pressEach('Tab', '2', 'Enter');
  const { outlineColor } = getComputedStyle(heading(/Which features/));
  expect([outlineColor, getComputedStyle(heading(/Which features/), '::after').position]).toEqual([
    'rgba(0, 0, 0, 0)',
    'absolute',
  ]);
});

it('the rows are equally high, and their numbers keep their place when Other is selected', async () => {
  ask([
    {
      question: 'Which database?',
      options: ['PostgreSQL (Recommended)', { label: 'SQLite', description: 'One file' }],
    },
  ]);
  await frame();
  const rows = [...document.querySelectorAll('[data-ask-user="option"]')];
  const heights = rows.map((row) => box(row).height);
  const ends = () => rows.map((row) => box(row.querySelector('kbd') ?? row).right);
  expect(screen.getByText('Recommended')).toBeVisible();
  expect(new Set(heights).size).toBe(1);
  // A circle with a fractional size is painted as an ellipse in some places.
  expect(getComputedStyle(radio('SQLite')).blockSize).toBe('18px');
  const before = ends();
  await mouseClick(radio('Other'));
  expect(ends()).toEqual(before);
});
