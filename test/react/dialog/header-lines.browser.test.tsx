import { render } from '@testing-library/react';
import { afterAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AskUserDialog, type AskUserDialogProps } from '../../../src/react/index.js';
import { ask, cleanUpAfterEach, click, frame, tab } from '../../helpers/browser/card.js';
import { NAME, THREE } from '../../helpers/browser/questions.js';
import { de } from '../../../src/messages/languages/de.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

const SIZE: [number, number] = [innerWidth, innerHeight];
afterAll(() => page.viewport(...SIZE));

const files = import.meta.glob<Record<string, AskUserDialogProps['messages']>>(
  '../../../src/messages/languages/??.ts',
  { eager: true },
);
const LANGUAGES = Object.entries(files).map(([path, file]) => ({
  name: path.slice(-5, -3),
  messages: Object.values(file).find((one) => one && 'title' in one),
}));
const WIDTHS = [280, 320, 390, 480, 481, 520, 560, 600, 640, 700, 800, 900];

const box = (element: Element) => element.getBoundingClientRect();
/** Height of an element in lines of its text. */
const lines = (element: Element) => box(element).height / Number.parseFloat(getComputedStyle(element).lineHeight);
const part = (name: string, card: Element = document.body) => card.querySelector(`[data-ask-user="${name}"]`) ?? card;

/** Whether a progress that does not fit is out of sight as a whole. */
function isCut(progress: Element): boolean {
  const range = document.createRange();
  range.selectNodeContents(progress);
  const [text, outer] = [range.getBoundingClientRect(), box(progress)];
  return text.top < outer.bottom - 1 && (text.left < outer.left - 1 || text.right > outer.right + 1);
}

/** What is wrong with the header of a card. */
function faults(card: Element): string[] {
  const [header, title] = [part('header', card), part('title', card)];
  const { left, right, width } = box(header);
  const found = [...header.children]
    // The button's margin is negative, so that its arrow and not its edge is in line with the content.
    .filter((child) => box(child).width > 0 && (box(child).left < left - 15 || box(child).right > right + 15))
    .map((child) => `${child.className} is outside`);
  if (lines(title) > 1.5 && box(title).width < width * 0.6) found.push('the title is squeezed');
  const progress = part('progress', header);
  if (progress !== header && progress.checkVisibility() && isCut(progress)) found.push('the progress is cut');
  return found;
}

/** A card in each language. They are as wide as the window or as `--width`. */
const showAll = (props: AskUserDialogProps) =>
  render(
    <>
      {LANGUAGES.map(({ name, messages }) => (
        <div key={name} lang={name} dir={name === 'ar' ? 'rtl' : 'ltr'} style={{ inlineSize: 'var(--width)' }}>
          <AskUserDialog questions={THREE} messages={messages} {...props} />
        </div>
      ))}
    </>,
  ).container;

/** What is wrong in each language, also if a header has more than `most` lines. */
const wrong = (most = Infinity) =>
  [...document.querySelectorAll('[data-ask-user="card"]')].flatMap((card) => {
    const count = lines(part('header', card));
    const found = [...faults(card), ...(count > most + 0.6 ? [`${count} lines`] : [])];
    return found.map((fault) => `${card.closest('[lang]')?.getAttribute('lang')}: ${fault}`);
  });

describe.each(['dock', 'inline', 'modal'] as const)('the header of a card with presentation="%s"', (presentation) => {
  it('is at most two lines high in every language, in windows of any width', async () => {
    showAll({ presentation, asker: 'Setup assistant' });
    for (const width of WIDTHS) {
      await page.viewport(width, 800);
      expect([width, ...wrong(2)]).toEqual([width]);
    }
  });

  it.each<[string, AskUserDialogProps]>([
    ['one question', { questions: [NAME] }],
    ['three questions', {}],
    ['a second round', { round: { number: 2, answered: 4 } }],
    ['a long name', { asker: 'Assistant for the Setup of Every Service' }],
  ])('gives most of its width to a title that wraps, in a narrow part of a wide window, with %s', async (_, props) => {
    await page.viewport(1000, 800);
    const host = showAll({ presentation, asker: 'Setup assistant', ...props });
    for (const width of [300, 360, 420]) {
      host.style.setProperty('--width', `${width}px`);
      expect([width, ...wrong()]).toEqual([width]);
    }
  });
});

it('the header keeps its height when Review takes the place of the progress, in docks of any width [R-CALM]', async () => {
  await page.viewport(1000, 800);
  const { container } = ask(THREE, { presentation: 'dock', messages: de, asker: 'Setup-Assistent' });
  const heights = async (shown: RegExp) => {
    await click(tab(shown));
    await frame();
    return Array.from({ length: 60 }, (_, index) => {
      container.style.inlineSize = `${480 + index * 4}px`;
      return `${480 + index * 4}: ${box(part('header')).height}`;
    });
  };
  const before = await heights(/Database/);
  expect(await heights(/Überprüfen/)).toEqual(before);
});
