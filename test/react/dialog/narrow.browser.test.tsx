import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { kimi } from '../../../src/dialects/index.js';
import { AskUserDialog, type AskUserDialogProps } from '../../../src/react/index.js';
import {
  ask,
  button,
  card,
  cleanUpAfterEach,
  click,
  field,
  frame,
  heading,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { press } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME } from '../../helpers/browser/questions.js';
import { shades } from '../../helpers/browser/shades.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

const SIZE: [number, number] = [innerWidth, innerHeight];
const root = document.documentElement;

afterEach(async () => {
  root.removeAttribute('style');
  await page.viewport(...SIZE);
});

const part = (name: string) => document.querySelector<HTMLElement>(`[data-ask-user="${name}"]`) ?? document.body;
const box = (element: Element) => element.getBoundingClientRect();

it('the tabs are not shaded if less than a pixel of them is out of sight', async () => {
  ask([FEATURES, { ...DATABASE, header: 'Storage' }]);
  const strip = part('tab-list');
  strip.style.inlineSize = 'max-content';
  // Chromium scrolls by half a pixel on a dense screen. Here the rounded-up size has that effect.
  strip.style.inlineSize = `${box(strip).width - 1}px`;
  for (const end of [0, strip.scrollWidth]) {
    strip.scrollLeft = end;
    await frame();
    expect(await shades(strip)).toEqual([false, false]);
  }
});

it('the selected tab stays in sight when the window becomes narrower', async () => {
  await page.viewport(900, 600);
  ask(Array.from({ length: 8 }, (_, i) => ({ ...DATABASE, question: `Which database ${i}?`, header: `Topic ${i}` })));
  await mouseClick(tab(/Topic 7/));
  await page.viewport(320, 600);
  const strip = part('tab-list');
  await expect.poll(() => box(tab(/Topic 7/)).right - box(strip).right).toBeLessThanOrEqual(1);
  expect(box(tab(/Topic 7/)).left).toBeGreaterThanOrEqual(box(strip).left - 1);
});

describe('Review in a narrow window', () => {
  /** Whether every word of an element is in one line. */
  const wordsAreWhole = (element: Element) => {
    const { data = '' } = (element.firstChild ?? {}) as Partial<Text>;
    return [...data.matchAll(/\S+/g)].every(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(element.firstChild!, index);
      range.setEnd(element.firstChild!, index + word.length);
      // WebKit also gives the end of the line before, which has no width.
      return [...range.getClientRects()].filter((rect) => rect.width > 0).length === 1;
    });
  };

  it.each([680, 320])('breaks no word beside Change with text of 200 % at a width of %i px', async (width) => {
    await page.viewport(width, 700);
    root.style.fontSize = '200%';
    ask([DATABASE, FEATURES]);
    await click(radio('SQLite'));
    await mouseClick(tab(/Review/));
    await expect.poll(() => document.querySelectorAll('[data-ask-user="review-question"]').length).toBe(2);
    const texts = document.querySelectorAll('[data-ask-user="review-question"] bdi, [data-ask-user="review-answer"]');
    expect([...texts].filter((text) => !wordsAreWhole(text)).map(({ textContent }) => textContent)).toEqual([]);
    expect(root.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('has Change beside the question if there is enough space', async () => {
    await page.viewport(320, 700);
    ask([DATABASE, FEATURES]);
    await click(radio('SQLite'));
    await mouseClick(tab(/Review/));
    const change = await screen.findByRole('button', { name: /^Change/ });
    expect(box(change).top).toBeLessThan(box(part('review-question')).bottom);
    expect(box(change).right).toBeGreaterThan(box(part('review-answer')).left + 150);
  });
});

describe('the title of a card', () => {
  it('is only as wide as its text', async () => {
    await page.viewport(680, 700);
    ask([DATABASE]);
    const title = part('title');
    expect(box(title).width).toBeLessThan(250);
    expect(box(button('Collapse')).right).toBeGreaterThan(box(card()).right - 40);
  });
});

describe('a preview in a narrow window', () => {
  it.each([320, 390])('shows its whole caption at a width of %i px', async (width) => {
    await page.viewport(width, 800);
    const options = [{ label: 'Sign-in card with a photo', preview: '<p>Sign in</p>' }, { label: 'Plans' }];
    const question = { id: 'q', question: 'Which design?', options, multiSelect: false };
    const request = { requestId: 'r', asker: 'Setup assistant', previewFormat: 'html' as const, questions: [question] };
    ask(undefined, { request });
    await click(radio('Sign-in card with a photo'));
    await expect.poll(() => part('preview-title').textContent).toContain('Setup assistant');
    const title = part('preview-title');
    expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
  });
});

describe('a missing answer under Other', () => {
  const edge = (control: HTMLElement) => getComputedStyle(control, '::before').borderTopColor;

  it('marks only the field, while a missing selection marks all rows', async () => {
    ask([DATABASE]);
    const plain = edge(radio('PostgreSQL'));
    await click(button('Submit'));
    const missing = edge(radio('PostgreSQL'));
    expect(missing).not.toBe(plain);
    await click(radio('Other'));
    await click(button('Submit'));
    expect(field(/Your answer/)).toBeInvalid();
    expect(['PostgreSQL', 'SQLite', 'MongoDB'].map((name) => edge(radio(name)))).toEqual([plain, plain, plain]);
  });
});

describe('a card that takes focus in a window of 320 by 256 px (A73)', () => {
  function Chat({ open = false, ...props }: AskUserDialogProps & { open?: boolean }) {
    const composer = useRef<HTMLTextAreaElement>(null);
    return (
      <>
        <div style={{ blockSize: 400 }}>What was said before</div>
        {open && <AskUserDialog {...props} presentation="dock" composerRef={composer} />}
        <form hidden={open}>
          <textarea aria-label="Message" ref={composer} />
        </form>
      </>
    );
  }
  const long = { ...DATABASE, context: 'The service stores about 2 GB of orders and is read far more often.' };

  it.each([
    ['options', long],
    ['a text field', { ...NAME, context: long.context }],
  ])('moves focus to the question and shows it, if it has %s', async (_, question) => {
    await page.viewport(320, 256);
    const { rerender } = render(<Chat />);
    field('Message').focus();
    rerender(<Chat open questions={[question]} />);
    await frame();
    const title = heading(new RegExp(question.question));
    expect(title).toHaveFocus();
    expect(box(title).top).toBeGreaterThanOrEqual(Math.max(0, box(card()).top));
    expect(box(title).bottom).toBeLessThanOrEqual(256);
    await press('ArrowDown', { laterMs: 700 });
  });

  it('moves focus to the first control if the question is visible with it', async () => {
    await page.viewport(390, 500);
    const { rerender } = render(<Chat />);
    field('Message').focus();
    rerender(<Chat open questions={[DATABASE]} />);
    await frame();
    expect(radio('PostgreSQL')).toHaveFocus();
    expect(box(heading(/Which database/)).top).toBeGreaterThanOrEqual(box(card()).top);
  });
});

describe('a card without notes', () => {
  const show = () => render(<AskUserDialog dialect={kimi} input={{ questions: [DATABASE] }} />);

  it('moves no button when the first answer can be cleared [R-CALM]', async () => {
    await page.viewport(400, 800);
    show();
    const before = box(button('Submit')).top;
    await click(radio('SQLite'));
    expect(button('Clear answer')).toBeVisible();
    expect(box(button('Submit')).top).toBe(before);
  });

  it('begins its key hints where its options begin', async () => {
    await page.viewport(800, 800);
    show();
    expect(box(part('key-hints')).left).toBe(box(part('options')).left);
    await click(radio('SQLite'));
    expect(box(button('Clear answer')).left).toBe(box(part('options')).left);
  });
});
