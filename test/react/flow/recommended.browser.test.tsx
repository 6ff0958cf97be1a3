import { act, render, renderHook, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AskUserDialog, AskUserReceipt } from '../../../src/react/index.js';
import { vsCode } from '../../../src/dialects/index.js';
import { useAskUser } from '../../../src/react/hook.js';
import { toRecord } from '../../../src/core/answer/record.js';
import {
  ask,
  button,
  card,
  cleanUpAfterEach,
  focused,
  loaded,
  radio,
  tab,
  type AskOptions,
} from '../../helpers/browser/card.js';
import { hold, keyUp, press, pressEach, SOON } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';

cleanUpAfterEach();

const QUESTIONS = [
  { question: 'Which queue?', header: 'Queue', options: ['A', 'B'] },
  { question: 'Which database?', header: 'Database', options: ['SQLite', 'PostgreSQL (Recommended)'] },
  { question: 'Which cache?', header: 'Cache', options: ['Redis (Recommended)', 'None'] },
];
const OFFER = 'Use the recommended option for the other 2';
const TAKE = 'Use these 2 options';

const offer = () => screen.queryByRole('button', { name: OFFER });
const badges = () => within(screen.getByRole('tabpanel')).queryAllByText('Recommended');

/** Answers the first question by keyboard, and shows Review. */
async function review(options: AskOptions = {}) {
  const view = ask(QUESTIONS, options);
  await loaded();
  await mouseClick(radio('B'));
  await pressEach('Enter', 'Enter', 'Enter');
  await expect.poll(() => screen.getAllByRole('tab').at(-1)?.getAttribute('aria-selected'), SOON).toBe('true');
  return view;
}

async function tabTo(name: string) {
  for (let step = 0; step < 12 && !focused().includes(name); step++) await press('Tab');
  expect(focused()).toContain(name);
}

/** Accepts what is recommended, by keyboard. */
async function take() {
  await tabTo(OFFER);
  await press('Enter');
  await tabTo(TAKE);
  await press('Enter');
}

describe('the recommended options on Review [R-TAKE]', () => {
  it('are not those of the other questions while nothing is answered', async () => {
    ask(QUESTIONS);
    await loaded();
    await mouseClick(tab(/Review/));
    await expect
      .poll(() => screen.queryByRole('button', { name: /^Use the rec/ })?.textContent, SOON)
      .toBe('Use the recommended option for 2 questions');
  });

  it('are the first stop after the heading, and are listed before anything is filled in', async () => {
    const { onSubmit } = await review();
    await press('Tab');
    expect(document.activeElement).toBe(offer());
    expect(offer()).toHaveAttribute('aria-expanded', 'false');
    await press('Enter');
    expect(document.activeElement).toBe(offer());
    expect(offer()).toHaveAttribute('aria-expanded', 'true');
    await press('Tab');
    expect(document.activeElement).toBe(button(TAKE));
    expect(button(TAKE)).toHaveAccessibleDescription('Which database? PostgreSQL Which cache? Redis');
    expect(screen.getAllByText('Not answered yet')).toHaveLength(2);
    await press('Tab', { shift: true });
    await press(' ');
    expect(screen.queryByRole('button', { name: TAKE })).toBeNull();
    expect(screen.getAllByText('Not answered yet')).toHaveLength(2);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('are filled in by a second press, shown with "Recommended", and sent by a third one', async () => {
    const { onSubmit } = await review();
    await take();
    expect(badges()).toHaveLength(2);
    expect(screen.queryByText('Not answered yet')).toBeNull();
    expect(offer()).toBeNull();
    expect(focused()).toBe('question-action Undo');
    expect(button('Undo')).toHaveAccessibleDescription('Recommended option used for 2 questions.');
    expect(onSubmit).not.toHaveBeenCalled();
    await tabTo('Submit answers');
    await press('Enter');
    const [output, { result, replies }] = onSubmit.mock.calls[0]!;
    expect(JSON.stringify(output)).not.toContain('"recommended"');
    expect(replies.map(({ recommended }) => recommended)).toEqual([undefined, true, true]);
    expect(result).toMatchObject({ answers: [{}, { recommended: true, text: 'PostgreSQL (Recommended)' }, {}] });
    await expect.poll(() => document.querySelectorAll('[data-ask-user="settled"] .au-badge').length, SOON).toBe(2);
  });

  it('are taken back together, and the focus returns to the offer', async () => {
    await review();
    await take();
    await press('Enter');
    expect(document.activeElement).toBe(offer());
    expect(offer()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getAllByText('Not answered yet')).toHaveLength(2);
    expect(badges()).toHaveLength(0);
    expect(button(/^Change/)).toBeVisible();
  });

  it('lose the mark in a question that is edited, which Undo then leaves alone', async () => {
    await review();
    await take();
    await tabTo('Change answer to Database');
    await press('Enter');
    await mouseClick(radio('SQLite'));
    await mouseClick(screen.getByRole('tab', { name: /^Review/ }));
    expect(badges()).toHaveLength(1);
    expect(button('Undo')).toHaveAccessibleDescription('Recommended option used for 1 question.');
    await mouseClick(button('Undo'));
    expect(within(screen.getByRole('tabpanel')).getByText('SQLite')).toBeVisible();
    expect(screen.getAllByText('Not answered yet')).toHaveLength(1);
  });

  it('are filled in once by a held Enter', async () => {
    await review();
    await tabTo(OFFER);
    await press('Enter');
    await tabTo(TAKE);
    await hold('Enter', 4);
    await keyUp('Enter');
    expect(badges()).toHaveLength(2);
    expect(focused()).toBe('question-action Undo');
  });

  it('are not offered if the host does not allow it, or for one question', async () => {
    await review({ allow: { recommended: false } });
    expect(card()).not.toHaveTextContent('recommended option');
  });

  it('are kept as drafts, with their mark', async () => {
    const saved = new Map<string, string>();
    const draftStorage = {
      get: (key: string) => saved.get(key) ?? null,
      set: (key: string, text: string) => void saved.set(key, text),
      remove: (key: string) => void saved.delete(key),
    };
    const first = await review({ draftStorage, requestId: 'kept' });
    await take();
    first.unmount();
    ask(QUESTIONS, { draftStorage, requestId: 'kept' });
    await expect.poll(() => screen.queryByRole('button', { name: 'Undo' }), SOON).not.toBeNull();
    expect(badges()).toHaveLength(2);
  });
});

describe('an option that a field of the agent recommends, and not its label [R-RECOMMENDED] [R-VERBATIM]', () => {
  const input = {
    questions: [
      {
        header: 'Cache',
        question: 'Which cache?',
        options: [{ label: 'Redis', recommended: true }, { label: 'None' }],
      },
      { header: 'Name', question: 'Which name?' },
    ],
  };

  it('has the badge and the name of one with a mark, and its answer is the label', async () => {
    const onSubmit = vi.fn();
    render(
      <AskUserDialog dialect={vsCode} input={input} onSubmit={onSubmit} onCancel={onSubmit} allow={{ skip: true }} />,
    );
    await loaded();
    expect(badges()).toHaveLength(1);
    const control = radio('Redis (Recommended)');
    expect(control.closest('label')?.textContent).toMatch(/Redis Recommended/);
    await mouseClick(control);
    await mouseClick(tab(/Review/));
    const [answered] = await screen.findAllByRole('definition', {}, SOON);
    expect(answered?.textContent).toBe('Redis');
  });

  it('is offered on Review, and a receipt shows the label', () => {
    const question = {
      id: 'cache',
      question: 'Which cache?',
      options: [{ label: 'Redis', recommended: true } as const, { label: 'None' }],
      multiSelect: false,
    };
    const request = { requestId: 'r', questions: [question, { ...question, id: 'other', options: [] }] };
    const { result } = renderHook(() => useAskUser({ request }));
    const offered = () => result.current.review?.recommended;
    expect(offered()?.items.map(({ option }) => [option.label, option.shortLabel])).toEqual([
      ['Redis (Recommended)', 'Redis'],
    ]);
    act(() => offered()?.take());
    expect(result.current.questions[0]?.draft).toMatchObject({ selected: [0], recommended: true });

    const answer = {
      questionId: 'cache',
      question: 'Which cache?',
      answer: 'Redis',
      text: 'Redis',
      selectedOption: 'Redis',
      wasCustom: false,
      selected: [{ index: 0, label: 'Redis' }],
    };
    const record = toRecord({ status: 'answered', answers: [answer] }, request, { mode: 'interactive', answeredAt: 0 });
    render(<AskUserReceipt record={record} />);
    expect(screen.getAllByRole('definition')[0]?.textContent).toBe('Redis');
  });
});

it('a receipt shows "Recommended" beside such answers, and others as they were answered [R-TAKE] [R-RECEIPT]', () => {
  const options = [{ label: 'Redis (Recommended)' }, { label: 'None' }];
  const question = (id: string) => ({ id, question: `${id}?`, options, multiSelect: false });
  const answer = (id: string) => ({
    questionId: id,
    question: `${id}?`,
    answer: 'Redis (Recommended)',
    text: 'Redis (Recommended)',
    selectedOption: 'Redis (Recommended)',
    wasCustom: false,
    selected: [{ index: 0, label: 'Redis (Recommended)' }],
  });
  const record = toRecord(
    { status: 'answered', answers: [{ ...answer('taken'), recommended: true }, answer('chosen')] },
    { requestId: 'r', questions: [question('taken'), question('chosen')] },
    { mode: 'interactive', answeredAt: 0 },
  );
  render(<AskUserReceipt record={record} />);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Redis Recommended',
    'Redis (Recommended)',
  ]);
});

it('the hook has what is offered, and what is taken [R-TAKE]', () => {
  const { result } = renderHook(() => useAskUser(QUESTIONS));
  const offered = () => result.current.review?.recommended;
  expect(offered()?.items.map(({ question, option }) => [question.header, option.label])).toEqual([
    ['Database', 'PostgreSQL (Recommended)'],
    ['Cache', 'Redis (Recommended)'],
  ]);
  expect(offered()?.taken).toEqual([]);
  act(() => offered()?.take());
  expect(offered()?.items).toEqual([]);
  expect(offered()?.taken.map(({ header, draft }) => [header, draft.recommended])).toEqual([
    ['Database', true],
    ['Cache', true],
  ]);
  expect(result.current.phase).toBe('answering');
  act(() => offered()?.undo());
  expect(offered()?.items).toHaveLength(2);
});
