import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import documented from '../../../docs/keyboard.md?raw';
import type { AskUserDialogProps, QuestionInput } from '../../../src/react/index.js';
import { cleanUpAfterEach, field, loaded } from '../../helpers/browser/card.js';
import { Chat } from '../../helpers/browser/chat.js';
import { press, typeKeys } from '../../helpers/browser/keys.js';
import { choices, DATABASE, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

/** Stands for typed text, which does not count as keys of the dialog. */
const TEXT = 'the text';
const FOLLOW = { autoFocus: 'follow' } as const;
const THREE: readonly QuestionInput[] = [DATABASE, choices(3), NAME];

interface Row {
  /** As in docs/keyboard.md. */
  what: string;
  dialog: AskUserDialogProps;
  questions: readonly QuestionInput[];
  keys: readonly string[];
}

const ROWS: readonly Row[] = [
  { what: 'one question, with `autoFocus="follow"`', dialog: FOLLOW, questions: [DATABASE], keys: ['2', 'Enter'] },
  {
    what: 'one question, with `focusShortcut="Alt+Q"`',
    dialog: { focusShortcut: 'Alt+Q' },
    questions: [DATABASE],
    keys: ['Alt+Q', '2', 'Enter'],
  },
  {
    what: 'three questions, with `autoFocus="follow"`',
    dialog: FOLLOW,
    questions: THREE,
    keys: ['2', 'Enter', '1', 'Enter', TEXT, 'Enter', 'Enter'],
  },
  {
    what: 'three questions, with `focusShortcut="Alt+Q"`',
    dialog: { focusShortcut: 'Alt+Q' },
    questions: THREE,
    keys: ['Alt+Q', '2', 'Enter', '1', 'Enter', TEXT, 'Enter', 'Enter'],
  },
  {
    what: 'three questions, with both and `advanceOnChoose`',
    dialog: { ...FOLLOW, focusShortcut: 'Alt+Q', advanceOnChoose: true },
    questions: THREE,
    keys: ['2', '1', TEXT, 'Enter', 'Enter'],
  },
];

/** Presses the keys of a row at the pace of a user who reads. */
async function perform(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if (key === TEXT) await typeKeys('orders');
    else if (key === 'Alt+Q') await press('q', { alt: true });
    else await press(key, { laterMs: 700 });
  }
}

const count = (keys: readonly string[]) => keys.filter((key) => key !== TEXT).length;
const line = (what: string, keys: readonly string[]) =>
  `| ${what} | ${keys.map((key) => (key === TEXT ? key : `\`${key}\``)).join(' ')} | ${count(keys)} |`;
const LINES = documented.replaceAll(/ +/g, ' ');

it.each(ROWS)('$what takes the keys in docs/keyboard.md [R-FOLLOW]', async ({ what, dialog, questions, keys }) => {
  const onSubmit = vi.fn();
  const card = { requestId: 'a', questions, onSubmit };
  const { rerender } = render(<Chat cards={[]} dialog={dialog} />);
  field('Message').focus();
  await typeKeys('hello\n');
  rerender(<Chat cards={[card]} dialog={dialog} />);
  await loaded();
  await perform(keys);
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(LINES).toContain(line(what, keys));
});

it('the next card after an answer takes as many keys as docs/keyboard.md states [R-FOLLOW]', async () => {
  const sent: string[] = [];
  const cards = ['a', 'b'].map((requestId) => ({
    requestId,
    questions: [DATABASE],
    onSubmit: () => void sent.push(requestId),
  }));
  const { rerender } = render(<Chat cards={[]} dialog={FOLLOW} />);
  field('Message').focus();
  await typeKeys('hello\n');
  for (const shown of [1, 2]) {
    rerender(<Chat cards={cards.slice(0, shown)} dialog={FOLLOW} />);
    await loaded();
    await perform(['2', 'Enter']);
  }
  expect(sent).toEqual(['a', 'b']);
  expect(LINES).toContain(line('the next card, with `autoFocus="follow"`', ['2', 'Enter']));
});

const CHOSEN = { autoFocus: 'follow', advanceOnChoose: true } as const;

it.each([
  { questions: 30, dialog: FOLLOW, keys: 61, each: 2.2 },
  { questions: 30, dialog: CHOSEN, keys: 31, each: 1.2 },
  { questions: 3, dialog: FOLLOW, keys: 7, each: 7 / 3 },
  { questions: 3, dialog: CHOSEN, keys: 4, each: 4 / 3 },
])('$questions single-select questions and Review take $keys keys [R-MANY]', async (row) => {
  const onSubmit = vi.fn();
  const questions = Array.from({ length: row.questions }, () => choices(3));
  const { rerender } = render(<Chat cards={[]} dialog={row.dialog} />);
  field('Message').focus();
  await typeKeys('hello\n');
  rerender(<Chat cards={[{ requestId: 'a', questions, onSubmit }]} dialog={row.dialog} />);
  await loaded();
  const answer = row.dialog === CHOSEN ? ['2'] : ['2', 'Enter'];
  const keys = [...questions.flatMap(() => answer), 'Enter'];
  await perform(keys);
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(keys).toHaveLength(row.keys);
  expect(keys.length / questions.length).toBeLessThanOrEqual(row.each);
  expect(LINES).toMatch(new RegExp(`\\| ${row.questions} single-select questions.* \\| ${row.keys} +\\|`));
});

it('the numbers of keys are within the promised limits [R-FOLLOW]', () => {
  const [one, , three, byShortcut] = ROWS.map(({ keys }) => count(keys));
  expect([one, three, byShortcut]).toEqual([2, 6, 7]);
});
