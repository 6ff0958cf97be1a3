import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ask,
  type AskOptions,
  button,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  focused,
  heading,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const prevented: string[] = [];
const listen = (event: KeyboardEvent) =>
  void (event.key === 'Tab' && event.defaultPrevented && prevented.push(focused()));
beforeEach(() => {
  prevented.length = 0;
  document.addEventListener('keydown', listen);
});
afterEach(() => document.removeEventListener('keydown', listen));

/** Tab stops between the buttons around the card, forwards and backwards. */
async function walk(): Promise<{ there: string[]; back: string[] }> {
  const there: string[] = [];
  const back: string[] = [];
  button('Before').focus();
  for (await press('Tab'); focused() !== 'button After' && there.length < 30; await press('Tab')) there.push(focused());
  for (await press('Tab', { shift: true }); focused() !== 'button Before' && back.length < 30;) {
    back.push(focused());
    await press('Tab', { shift: true });
  }
  return { there, back };
}

const COLLAPSE = 'collapse Collapse';
const END = ['button Cancel', 'button Submit'];
const MORE = ['button Cancel', 'button Next'];
const noteTo = (...rest: string[]) => ['question-action Add a note', ...rest];

type Case = [
  state: string,
  questions: readonly QuestionInput[],
  reach: () => Promise<unknown> | void,
  stops: string[],
  props?: AskOptions,
];

const onReview = async () => {
  heading(/Which database/).focus();
  await pressEach('2', 'Enter', 'Enter', 'Enter');
};

const CASES: Case[] = [
  ['nothing selected', [DATABASE], () => {}, [COLLAPSE, 'control PostgreSQL', ...noteTo(...END)]],
  [
    'one option selected',
    [DATABASE],
    () => click(radio('SQLite')),
    [COLLAPSE, 'control SQLite', ...noteTo('question-action Clear answer', ...END)],
  ],
  [
    'Other selected',
    [DATABASE],
    () => click(radio('Other')),
    [COLLAPSE, 'control Other', 'field Your answer', ...noteTo('question-action Clear answer', ...END)],
  ],
  [
    'a multi-select question',
    [FEATURES],
    () => click(checkbox('REST API')),
    [COLLAPSE, 'control Accounts', 'control REST API', 'control Admin pages', 'control Other', ...noteTo(...END)],
  ],
  ['a text field', [NAME], () => {}, [COLLAPSE, 'field', ...noteTo(...END)]],
  ['a note', [NAME], () => click(button('Add a note')), [COLLAPSE, 'field', 'field Note (optional)', ...END]],
  [
    'skipping allowed',
    [NAME],
    () => {},
    [COLLAPSE, 'field', ...noteTo('question-action Skip', ...END)],
    { allow: { skip: true } },
  ],
  [
    'declining allowed',
    [NAME],
    () => {},
    [COLLAPSE, 'field', ...noteTo('button Cancel', 'button Decline to answer', 'button Submit')],
    { allow: { decline: true } },
  ],
  [
    'the first of several questions',
    THREE,
    () => {},
    [COLLAPSE, 'tab Database', 'control PostgreSQL', ...noteTo(...MORE)],
  ],
  [
    'the last of several questions',
    THREE,
    () => tab(/Name/).focus(),
    [COLLAPSE, 'tab Name', 'field', ...noteTo('button Cancel', 'button Back', 'button Review')],
  ],
  [
    'Review',
    THREE,
    onReview,
    [
      COLLAPSE,
      'tab Review, 1 of 3 answered',
      'panel',
      'change Change answer to Database',
      'change Answer Features',
      'change Answer Name',
      'button Cancel',
      'button Back',
      'button Submit answers',
    ],
  ],
  [
    'a confirmation',
    THREE,
    () => onReview().then(() => press('Escape')),
    ['button Keep answering', 'button Discard answers'],
  ],
  [
    'a failed delivery',
    [DATABASE],
    () => click(radio('SQLite')).then(() => click(button('Submit'))),
    [COLLAPSE, 'control SQLite', ...noteTo('question-action Clear answer', 'button Cancel', 'button Try again')],
    { onSubmit: () => ({ ok: false }) },
  ],
  [
    'a failed cancellation',
    [NAME],
    () => click(button('Cancel')),
    [COLLAPSE, 'field', ...noteTo(...END, 'change Try again')],
    { onCancel: () => ({ ok: false }) },
  ],
  ['settled', [DATABASE], () => click(button('Cancel')), []],
];

describe('Tab', () => {
  it.each(CASES)(
    'moves through the specified stops and back, and is never prevented: %s (A25, A26)',
    async (_, questions, reach, stops, props) => {
      ask(questions, props);
      await reach();
      const { there, back } = await walk();
      expect(there).toEqual(stops);
      expect(back).toEqual(stops.toReversed());
      expect(prevented).toEqual([]);
    },
  );
});

describe('Tab into the radios (A27)', () => {
  const shiftTabFromAfter = async () => {
    button('Add a note').focus();
    await press('Tab', { shift: true });
    return focused();
  };
  const tabFromBefore = async () => {
    button('Collapse').focus();
    await press('Tab');
    return focused();
  };

  it('moves to the selected one, no matter how it was selected or which one had focus last', async () => {
    ask([DATABASE]);
    const both = async () => [await tabFromBefore(), await shiftTabFromAfter()];
    radio('PostgreSQL').focus();
    await press('3');
    expect(await both()).toEqual(['control MongoDB', 'control MongoDB']);
    heading(/Which database/).focus();
    await press('2');
    expect(await both()).toEqual(['control SQLite', 'control SQLite']);
    await click(radio('PostgreSQL'));
    await press('ArrowUp');
    await press('ArrowUp');
    expect(await both()).toEqual(['control MongoDB', 'control MongoDB']);
    expect(chosen()).toEqual(['MongoDB']);
  });

  it('selects nothing, also after Clear answer [R-NOPHANTOM] [R-CLEAR]', async () => {
    ask([DATABASE]);
    await click(radio('SQLite'));
    await click(button('Clear answer'));
    expect(await tabFromBefore()).toMatch(/^control/);
    expect(await shiftTabFromAfter()).toMatch(/^control/);
    expect(chosen()).toEqual([]);
  });
});

describe('Tab into the tabs', () => {
  it('moves to the tab of the current question, and shows no other question [R-TABS]', async () => {
    ask(THREE);
    tab(/Database/).focus();
    await press('Tab');
    await pressEach('2', 'Enter');
    expect(focused()).toContain('Question 2 of 3');
    await press('Tab', { shift: true });
    expect(focused()).toBe('tab Features');
    button('Collapse').focus();
    await press('Tab');
    expect(focused()).toBe('tab Features');
    expect(heading(/Which features/)).toBeDefined();
  });

  it('passes all tabs as one stop [R-TABS]', async () => {
    ask(THREE);
    button('Collapse').focus();
    await pressEach('Tab', 'ArrowRight', 'ArrowRight', 'Tab');
    await typeKeys('x');
    await press('Tab', { shift: true });
    expect(focused()).toBe('tab Name, answered');
    await press('Tab', { shift: true });
    expect(focused()).toBe('collapse Collapse');
  });
});
