import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ask, button, card, cleanUpAfterEach, click, heading, loaded, tab } from '../../helpers/browser/card.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const LONG = 'Where the service keeps its orders';
const ARABIC = 'قاعدة البيانات التي تحفظ الطلبات والعملاء';
const nameIn = (element: HTMLElement) => element.querySelector('bdi') ?? element;
/** Headers that are shown above their questions. */
const shown = () =>
  [...card().querySelectorAll<HTMLElement>('[data-ask-user="question-header"]')]
    .filter((element) => element.checkVisibility())
    .map((element) => element.textContent);

describe('the header of a question [R-LIMITS]', () => {
  it('is above a single question, which it does not name', () => {
    ask([DATABASE]);
    const header = screen.getByText('Database');
    expect(header).toBeVisible();
    expect(header.compareDocumentPosition(heading('Which database should we use?'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(screen.getByRole('radiogroup')).toHaveAccessibleName('Which database should we use?');
  });

  it('is not repeated below a tab that shows it', async () => {
    ask([DATABASE, NAME]);
    expect(shown()).toEqual([]);
    await click(tab(/^Name/));
    expect(shown()).toEqual([]);
  });

  it.each(['Deployment targets', 'Wide MMMMMMMMMMMMMMM', '保存先のデータベースの種類と場所の選択肢'])(
    'is never cut in its tab without standing above its question: %s',
    (header) => {
      ask([{ ...DATABASE, header }, NAME]);
      const own = tab(new RegExp(`^${header}`));
      expect(own.scrollWidth).toBe(own.clientWidth);
      expect(nameIn(own).scrollWidth).toBe(nameIn(own).clientWidth);
      expect(shown()).toEqual([]);
    },
  );

  it.each([
    ['ltr', LONG],
    ['rtl', LONG],
    ['ltr', ARABIC],
    ['rtl', ARABIC],
  ] as const)('is in full above its question if its tab cuts its end, %s: %s', async (dir, header) => {
    await page.viewport(320, 640);
    ask([{ ...DATABASE, header }, NAME], { dir });
    const name = nameIn(tab(new RegExp(`^${header}`)));
    expect(name.scrollWidth).toBeGreaterThan(name.clientWidth);
    const first = document.createRange();
    first.setStart(name.firstChild ?? name, 0);
    first.setEnd(name.firstChild ?? name, 1);
    const [outer, { left, right }] = [name.getBoundingClientRect(), first.getBoundingClientRect()];
    expect(left).toBeGreaterThanOrEqual(outer.left);
    expect(right).toBeLessThanOrEqual(outer.right);
    expect(shown()).toEqual([header]);
    const line = card().querySelector('[data-ask-user="question-header"]') ?? card();
    expect(line.scrollWidth).toBe(line.clientWidth);
  });

  it('is above the question that is shown if there are more than 8', async () => {
    ask(Array.from({ length: 9 }, (_, index) => ({ ...DATABASE, header: `Part ${index + 1}` })));
    await loaded();
    expect(shown()).toEqual(['Part 1']);
    await click(button('Next unanswered'));
    expect(shown()).toEqual(['Part 2']);
  });

  it('is left out if it has no visible text', () => {
    ask([{ ...DATABASE, header: ' \u200B' }]);
    expect(shown()).toEqual([]);
  });
});
