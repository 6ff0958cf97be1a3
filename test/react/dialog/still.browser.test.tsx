import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import {
  ask,
  type AskOptions,
  button,
  checkbox,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  heading,
  loaded,
  problem,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { choices, DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import { FORM, type Field } from '../../helpers/browser/rules.js';
import { keepTallest } from '../../../src/react/dialog/keep-tallest.js';
import { AskUserDialog, type QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const wide = (dialog: React.ReactNode) => <div style={{ inlineSize: 720 }}>{dialog}</div>;
const top = (element: Element) => element.getBoundingClientRect().top;
const primary = () => document.querySelector('[data-ask-user="actions"] > [data-variant="primary"]') ?? document.body;
const card = () => document.querySelector('[data-ask-user="card"]') ?? document.body;

/** Questions of different heights: a long list, few options, a text, a preview, and Review. */
const FIVE: readonly QuestionInput[] = [
  { ...choices(9), header: 'Many' },
  { ...DATABASE, context: 'Because it has to be kept somewhere.' },
  NAME,
  { question: 'Which layout?', header: 'Layout', options: [{ label: 'One', preview: 'a\nb' }, 'Two'] },
];

async function typeInto(element: HTMLElement): Promise<void> {
  element.focus();
  await typeKeys('x');
}

/** Positions of the tabs and of the primary button after the next frame. */
async function places(): Promise<{ tabs: number; primary: number }> {
  await frame();
  return { tabs: top(tab(/Review/)), primary: top(primary()) };
}

/** Positions at each panel, forward by the primary button and back by Back. */
async function walk(by: 'mouse' | 'keys'): Promise<{ tabs: number; primary: number }[]> {
  const found = [await places()];
  for (const name of ['Next', 'Next', 'Next', 'Review', 'Back', 'Back', 'Back', 'Back']) {
    if (by === 'mouse') await mouseClick(button(name));
    else {
      button(name).focus();
      await pressEach('Enter');
    }
    found.push(await places());
  }
  return found;
}

beforeEach(() => page.viewport(1280, 900));

const PLACES: [string, AskOptions][] = [
  ['in the page', { around: wide }],
  ['in a modal', { presentation: 'modal' }],
];

describe.each(PLACES)('several questions %s [R-CALM]', (_, props) => {
  it.each(['mouse', 'keys'] as const)(
    'keep the position of the tabs, and of the primary button from the second round on (%s)',
    async (by) => {
      ask(FIVE, props);
      const first = await walk(by);
      if (props.around) expect(new Set(first.map(({ tabs }) => tabs)).size).toBe(1);
      const [start] = first.slice(-1);
      for (const place of await walk(by)) expect(place).toEqual(start);
    },
  );

  it('keep all positions when arrow keys visit the tabs a second time', async () => {
    ask(FIVE, props);
    tab('Many').focus();
    for (let at = 0; at < 5; at++) {
      await pressEach('ArrowRight');
      await frame();
    }
    const start = await places();
    for (let at = 0; at < 5; at++) {
      await pressEach('ArrowLeft');
      expect(await places()).toEqual(start);
    }
  });

  it('keep all positions when answers are missing [R-ATOMIC]', async () => {
    ask(THREE, props);
    for (const name of [/Name/, /Features/]) {
      await mouseClick(tab(name));
      await frame();
    }
    const before = await places();
    await mouseClick(tab(/Review/));
    await mouseClick(button('Submit answers'));
    expect(problem()).toBeVisible();
    expect(await places()).toEqual(before);
    await mouseClick(tab(/Features/));
    expect(problem()).toBeVisible();
    expect(await places()).toEqual(before);
    await click(checkbox('REST API'));
    expect(problem()).toBeUndefined();
    expect(await places()).toEqual(before);
  });
});

describe('the error of a missing answer [R-CALM]', () => {
  it.each<[string, QuestionInput]>([
    ['single-select', DATABASE],
    ['multi-select', FEATURES],
    ['a text field', NAME],
    ['single-select with a context', { ...DATABASE, context: 'Because.' }],
  ])('is between the question and its controls, and does not move the button: %s', async (_, question) => {
    ask([question], { around: wide });
    const before = top(primary());
    await mouseClick(button('Submit'));
    const line = problem() ?? document.body;
    expect(top(primary())).toBe(before);
    expect(top(line)).toBeGreaterThanOrEqual(heading(question.question).getBoundingClientRect().bottom);
    expect(line.getBoundingClientRect().bottom).toBeLessThanOrEqual(
      (card().querySelector('[role="radio"], [role="checkbox"], textarea')?.getBoundingClientRect().top ?? 0) + 1,
    );
  });

  it.each<[string, QuestionInput]>([
    ['single-select', DATABASE],
    ['single-select with a preview', { ...DATABASE, options: [{ label: 'SQLite', preview: 'a\nb' }, 'MongoDB'] }],
    ['a text field', NAME],
  ])(
    'keeps no line free below the question until it appears, and moves nothing when it goes: %s',
    async (_, question) => {
      ask([question], { around: wide });
      await loaded();
      const controls = card().querySelector('[data-ask-user="scroller"]') ?? document.body;
      // The padding of both, and the gap of the panel.
      expect(top(controls) - heading(question.question).getBoundingClientRect().bottom).toBeLessThanOrEqual(8);
      const start = top(primary());
      await mouseClick(button('Submit'));
      const before = [top(controls), top(primary())];
      expect(before[1]).toBe(start);
      await (question === NAME ? typeInto(field(NAME.question)) : mouseClick(radio('SQLite')));
      await expect.poll(problem).toBeUndefined();
      expect([top(controls), top(primary())]).toEqual(before);
    },
  );

  it('moves nothing when it repeats the rule below a field', async () => {
    const age: Field = { question: 'How old is it?', rules: { input: 'integer', minimum: 1, maximum: 5 } };
    render(wide(<AskUserDialog dialect={FORM} input={{ questions: [age] }} />));
    await mouseClick(field(/How old/));
    await typeKeys('x');
    const before = top(primary());
    await mouseClick(button('Submit'));
    expect(top(primary())).toBe(before);
  });
});

describe('a panel that is not shown', () => {
  it('has no tab stop, is invisible, and keeps its height at the same width', async () => {
    ask(FIVE, { around: wide });
    await frame();
    const tall = card().getBoundingClientRect().height;
    tab('Name').focus();
    await frame();
    expect(card().getBoundingClientRect().height).toBe(tall);
    expect(screen.queryByRole('radio')).toBeNull();
    button('Collapse').focus();
    const stops: string[] = [];
    for (let at = 0; at < 3; at++) {
      await pressEach('Tab');
      stops.push(focused());
    }
    expect(stops).toEqual(['tab Name', 'field', 'question-action Add a note']);
  });

  it.each([320, 390, 720])('is as high after Review as before it, at a width of %i px', async (inlineSize) => {
    ask([...THREE, ...Array.from({ length: 5 }, (_, at) => ({ ...NAME, header: `Name ${at}` }))], {
      around: (dialog) => <div style={{ inlineSize }}>{dialog}</div>,
    });
    await loaded();
    const height = () => card().getBoundingClientRect().height;
    await mouseClick(tab('Features'));
    await frame();
    const before = height();
    await mouseClick(tab(/Review/));
    await frame();
    expect(height()).toBeGreaterThan(before);
    await mouseClick(tab('Features'));
    await frame();
    expect(Math.abs(height() - before)).toBeLessThanOrEqual(1);
  });

  it('does not keep the height of Review after a change of the width', async () => {
    await page.viewport(1000, 900);
    ask([...THREE, ...Array.from({ length: 5 }, (_, at) => ({ ...NAME, header: `Name ${at}` }))]);
    await loaded();
    const height = () => card().getBoundingClientRect().height;
    await mouseClick(tab(/Review/));
    await page.viewport(900, 900);
    await frame();
    const review = height();
    await mouseClick(tab('Features'));
    await expect.poll(height).toBeLessThan(review - 50);
  });

  it('does not keep its height at another width', async () => {
    ask(FIVE);
    await page.viewport(360, 900);
    await frame();
    await frame();
    const tall = card().getBoundingClientRect().height;
    await page.viewport(1000, 900);
    await mouseClick(tab('Name'));
    await expect.poll(() => card().getBoundingClientRect().height).toBeLessThan(tall);
  });

  it('is laid out once when the card appears: its height is kept from the first focus or change on', async () => {
    const kept = () => document.querySelector<HTMLElement>('[data-ask-user="questions"]')?.style.minBlockSize;
    const { unmount } = ask(FIVE, { around: wide });
    await loaded();
    expect(kept()).toBe('');
    radio('Choice 1').focus();
    expect(kept()).toMatch(/px$/);
    unmount();
    ask(FIVE, { around: wide });
    await loaded();
    const tall = card().getBoundingClientRect().height;
    // A screen reader presses without moving focus.
    tab('Name').click();
    expect(kept()).toMatch(/px$/);
    await frame();
    expect(card().getBoundingClientRect().height).toBe(tall);
  });

  it('keeps its height while a filter hides options', async () => {
    ask([choices(30), NAME], { around: wide });
    await loaded();
    const filter = await screen.findByRole('searchbox');
    const before = top(primary());
    await mouseClick(filter);
    await typeKeys('7');
    expect(screen.queryAllByRole('radio').length).toBeLessThan(10);
    await frame();
    expect(top(primary())).toBe(before);
  });

  it('keeps the height of an open field for a question to the agent, and leaves no gap once it is closed', async () => {
    ask([{ ...choices(9), header: 'Many' }, NAME], { around: wide, onAskBack: () => 'So.' });
    await loaded();
    await mouseClick(tab(/Name/));
    await mouseClick(tab(/Many/));
    const before = await places();
    await mouseClick(button('Ask about this'));
    await press('Enter', { shift: true });
    const open = await places();
    expect(open.primary).toBeGreaterThan(before.primary);
    await mouseClick(tab(/Name/));
    expect(await places()).toEqual(open);
    await mouseClick(tab(/Many/));
    expect(await places()).toEqual(open);
    await mouseClick(field('Your question'));
    await press('Escape');
    expect(await places()).toEqual(before);
    await mouseClick(tab(/Name/));
    expect(await places()).toEqual(before);
  });

  it('keeps its height again after the content was too tall at another width', async () => {
    await page.viewport(1000, 1000);
    const { container } = render(
      <div>
        <div role="tablist" />
      </div>,
    );
    const [element, content] = container.querySelectorAll('div');
    onTestFinished(keepTallest(element!)!);
    const resize = (inlineSize: number, blockSize: number) => {
      element!.style.inlineSize = `${inlineSize}px`;
      content!.style.blockSize = `${blockSize}px`;
      return expect.poll(() => element!.style.minBlockSize);
    };
    await resize(400, 800).toBe('800px');
    await resize(800, 950).toBe('');
    await resize(800, 500).toBe('500px');
  });

  it('lets a modal scroll instead of growing out of the window', async () => {
    await page.viewport(600, 420);
    ask(FIVE, { presentation: 'modal' });
    await walk('keys');
    const { top: from, bottom } = card().getBoundingClientRect();
    expect([from >= 0, bottom <= 420]).toEqual([true, true]);
    button('Next').focus();
    expect(primary().getBoundingClientRect().bottom).toBeLessThanOrEqual(420);
  });
});
