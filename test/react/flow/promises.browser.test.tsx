import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ask, button, chosen, cleanUpAfterEach, field, focused, radio } from '../../helpers/browser/card.js';
import { fill, press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { drag, mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME } from '../../helpers/browser/questions.js';
import { parseRecord, toRecord, type Answer } from '../../../src/core/index.js';
import { AskUserReceipt, type QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const parts = (name: string) => [...document.querySelectorAll<HTMLElement>(`[data-ask-user="${name}"]`)];
const shown = (element: Element) => element.checkVisibility();

describe('a huge request on a screen of 320 by 480 px', () => {
  const sentence = 'Keep every record of every order that was ever placed, ';
  const label = (index: number) =>
    `${index} ${index % 2 ? sentence.repeat(6) : 'Unbroken'.repeat(40)}`.slice(0, 299) + '.';
  const huge: QuestionInput = {
    header: 'A header that says more than a tab has room for',
    question: Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of the question`).join('\n'),
    options: Array.from({ length: 8 }, (_, index) => ({ label: label(index), description: sentence.repeat(3) })),
  };
  let before: { width: number; height: number };

  beforeEach(async () => {
    before = { width: innerWidth, height: innerHeight };
    await page.viewport(320, 480);
  });
  afterEach(() => page.viewport(before.width, before.height));

  /** Parts of an element that can never be seen, because it or an ancestor clips them without scrolling. */
  function cutOff(element: Element): string[] {
    const cut: string[] = [];
    for (let box: Element | null = element; box && box !== document.documentElement; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const wide = box.scrollWidth > box.clientWidth + 1 && /hidden|clip/.test(overflowX);
      const high = box.scrollHeight > box.clientHeight + 1 && /hidden|clip/.test(overflowY);
      if (wide || high) cut.push(`${element.textContent.slice(0, 20)}: ${box.getAttribute('data-ask-user')}`);
    }
    return cut;
  }

  /** Whether a click in the middle of the element reaches it. */
  function isOnTop(element: Element): boolean {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }

  it.each(['inline', 'modal'] as const)(
    'can be read completely, and every control can be reached (%s)',
    async (presentation) => {
      const { onSubmit } = ask([huge, NAME], { presentation });
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
      const texts = ['prompt', 'question', 'label', 'description'].flatMap(parts).filter(shown);
      expect(texts.flatMap(cutOff)).toEqual([]);

      parts('question')[0]?.focus();
      for (let digit = 1; digit <= 8; digit++) {
        // A modal that has just opened accepts no digit.
        await press(String(digit), { laterMs: 1000 });
        const row = document.activeElement?.closest('[data-ask-user="option"]');
        expect(chosen()).toEqual([label(digit - 1)]);
        const { top, bottom } = row?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
        // The row may be higher than the screen.
        expect([digit, top < innerHeight && bottom > 0]).toEqual([digit, true]);
      }

      for (const name of ['Cancel', 'Next']) {
        for (let tabs = 0; focused() !== `button ${name}`; tabs++) {
          if (tabs > 20) throw new Error(`Tab does not reach ${name}`);
          await press('Tab');
        }
        expect([name, isOnTop(button(name))]).toEqual([name, true]);
      }
      await press('Enter');
      await typeKeys('orders\n');
      await mouseClick(button('Submit answers'));
      expect(onSubmit.mock.calls[0]?.[1].replies[0]).toMatchObject({ selected: [7] });
    },
  );

  it('shows its buttons from the start in a modal', () => {
    ask([huge], { presentation: 'modal' });
    expect([button('Cancel'), button('Submit')].map(isOnTop)).toEqual([true, true]);
  });
});

describe('20,000 characters', () => {
  /** The sent answers. They are not compared as a whole, because a difference of so many lines is unreadable. */
  const sent = (onSubmit: ReturnType<typeof ask>['onSubmit']): readonly Answer[] => {
    const result = onSubmit.mock.calls[0]?.[1].result;
    return result?.status === 'answered' ? result.answers : [];
  };
  // Lines of 50 code units with a tab, spaces that must not be trimmed, and characters of two code units.
  const text = Array.from(
    { length: 400 },
    (_, line) => `\t  ${String(line).padStart(5)} 😀 “é” ${'x'.repeat(32)} \n`,
  ).join('');

  it('are sent byte for byte if they are pasted under Other', async () => {
    const { onSubmit } = ask([DATABASE], { softLimit: 50_000 });
    await mouseClick(radio('Other'));
    await fill(field(/Your answer/), text);
    expect(text.length).toBe(20_000);
    expect(field(/Your answer/).value === text).toBe(true);
    await press('Enter');
    const [answer] = sent(onSubmit);
    expect([answer?.custom === text, answer?.text === text]).toEqual([true, true]);
  });

  it('accept typing in the middle, including digits', async () => {
    const { onSubmit } = ask([{ ...DATABASE, options: ['One', 'Two'] }], { softLimit: 50_000 });
    await mouseClick(radio('Other'));
    const area = field(/Your answer/);
    await fill(area, text);
    area.setSelectionRange(10_000, 10_000);
    await typeKeys('15 h, 2 & 0');
    expect([area.selectionStart, chosen()]).toEqual([10_011, ['Other']]);
    await press('Enter');
    const typed = `${text.slice(0, 10_000)}15 h, 2 & 0${text.slice(10_000)}`;
    expect(sent(onSubmit)[0]?.custom === typed).toBe(true);
  });
});

describe('dragging over text', () => {
  it.each([
    ['a label', DATABASE, () => parts('label')[1]],
    ['a description', DATABASE, () => parts('description')[1]],
    ['the label of a checkbox', FEATURES, () => parts('label')[1]],
    ['the question', DATABASE, () => parts('question')[0]],
  ])('selects the text of %s and no option', async (_, question, find) => {
    ask([question]);
    const element = find();
    if (!element) throw new Error('not there');
    await drag(element, 0.02, 0.98);
    expect(getSelection()?.toString().length).toBeGreaterThan(3);
    expect(element.textContent).toContain(getSelection()?.toString().trim());
    expect(chosen()).toEqual([]);
    getSelection()?.removeAllRanges();
  });
});

describe('an option that the user has not selected', () => {
  const recommended: QuestionInput = { question: 'Which one?', options: ['This (Recommended)', 'That'] };

  it('is not selected for being recommended, and Enter sends nothing [R-RECOMMENDED] [R-NOPHANTOM]', async () => {
    const { onSubmit } = ask([recommended]);
    expect(chosen()).toEqual([]);
    parts('question')[0]?.focus();
    await pressEach('Enter', 'Enter', 'Enter');
    expect([chosen(), onSubmit.mock.calls]).toEqual([[], []]);
  });

  it('is selected by one click, which does not send [R-SINGLE]', async () => {
    const { onSubmit } = ask([recommended]);
    await mouseClick(radio(/This/));
    expect([chosen(), onSubmit.mock.calls.length, button('Submit').checkVisibility()]).toEqual([
      ['This Recommended'],
      0,
      true,
    ]);
  });
});

describe('written text', () => {
  it('keeps its line breaks in a question, a context and a description', () => {
    const lines = 'First line\nSecond line';
    ask([{ question: lines, context: lines, options: [{ label: 'One', description: lines }, 'Two'] }]);
    const texts = [...document.querySelectorAll('bdi, p, span')].filter(({ textContent }) => textContent === lines);
    expect(texts.length).toBeGreaterThanOrEqual(3);
    // Each text has two lines, whose boxes have different tops.
    const tops = texts.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(tops.filter((count) => count < 2)).toEqual([]);
  });

  it('is shown in the receipt of a stored answer, with the selected options and the notes [R-RECEIPT]', async () => {
    const { onSubmit, unmount } = ask([{ ...FEATURES, header: 'F' }]);
    await mouseClick(screen.getByRole('checkbox', { name: 'REST API' }));
    await mouseClick(screen.getByRole('checkbox', { name: 'Other' }));
    await fill(field(/Your answer/), 'Audit log, and\nsomething else');
    await mouseClick(button('Add a note'));
    await fill(field(/Note/), 'Not before May.');
    await mouseClick(button('Submit'));
    const details = onSubmit.mock.calls[0]?.[1];
    if (!details) throw new Error('not sent');
    const record = toRecord(details.result, details.request, { mode: 'interactive', answeredAt: 0 });
    unmount();
    const stored = parseRecord(JSON.parse(JSON.stringify(record)));
    if (!stored.ok) throw new Error(JSON.stringify(stored.issues));
    render(<AskUserReceipt record={stored.value} />);
    const text = screen.getByRole('group').textContent;
    for (const part of ['REST API', 'Audit log, and\nsomething else', 'Not before May.', String(FEATURES.question)]) {
      expect(text).toContain(part);
    }
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('text typed while focus is on the selected Other', () => {
  it('goes into its field and selects nothing else [R-OTHER R-NOPHANTOM]', async () => {
    const { onSubmit } = ask([DATABASE]);
    radio('PostgreSQL').focus();
    await press('End');
    await typeKeys('use 2 of 3');
    expect(field(/Your answer/).value).toBe('use 2 of 3');
    await press('Enter');
    expect(onSubmit.mock.calls[0]?.[0].answers[0]).toMatchObject({ answer: 'use 2 of 3', wasCustom: true });
  });

  it('goes into its field in a multi-select question [R-MULTI R-NOPHANTOM]', async () => {
    const { onSubmit } = ask([FEATURES]);
    screen.getByRole('checkbox', { name: 'Accounts' }).focus();
    await pressEach('1', 'End', ' ');
    await typeKeys('my 3 own');
    await press('Enter');
    expect(onSubmit.mock.calls[0]?.[0].answers[0]?.answer).toEqual(['Accounts', 'my 3 own']);
  });
});
