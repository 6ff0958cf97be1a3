import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseRequest, toRecord, buildAnswers, type AskUserRecord, type Reply } from '../../../src/core/index.js';
import { AskUserReceipt, type Correction } from '../../../src/react/index.js';
import { button, field, radio } from '../../helpers/browser/card.js';
import { press, pressEach, SOON, typeKeys } from '../../helpers/browser/keys.js';

afterEach(cleanup);

const QUESTIONS = [
  { id: 'db', question: 'Which database?', header: 'Database', options: ['SQLite', 'PostgreSQL'] },
  { id: 'why', question: 'Why?' },
  { id: 'key', question: 'Which key?' },
];
const REPLIES: readonly Reply[] = [
  { questionId: 'db', selected: [0] },
  { questionId: 'why', selected: [], custom: 'It is small' },
  { questionId: 'key', selected: [], custom: 'hunter2' },
];

function makeRecord(): AskUserRecord {
  const parsed = parseRequest({ questions: QUESTIONS }, { requestId: 'r1' });
  if (!parsed.ok) throw new Error('The questions are invalid.');
  const built = buildAnswers(parsed.value, REPLIES);
  if (!built.ok) throw new Error('The replies are invalid.');
  const { value: request } = parsed;
  // Only a host can mark a question as secret.
  const questions = request.questions.map((one) =>
    one.id === 'key' ? { ...one, constraints: { secret: true } } : one,
  );
  const result = { status: 'answered', answers: built.value } as const;
  return toRecord(result, { ...request, questions }, { mode: 'interactive', answeredAt: 0 });
}

const CHANGE = 'Change answer to Database';
const WHY = 'Change answer to Why?';

/** Renders a receipt, and opens the form of an answer with the keyboard. */
async function open(name: string, onCorrect: (correction: Correction) => unknown) {
  render(<AskUserReceipt record={makeRecord()} messages={{ locale: 'en' }} timeZone="UTC" onCorrect={onCorrect} />);
  button(name).focus();
  await press('Enter');
}

describe('an answer of a receipt', () => {
  it('cannot be changed without `onCorrect`, and a secret never [R-ROUNDS]', () => {
    const { rerender } = render(<AskUserReceipt record={makeRecord()} />);
    expect(screen.queryByRole('button')).toBeNull();
    rerender(<AskUserReceipt record={makeRecord()} onCorrect={() => undefined} />);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([CHANGE, WHY]);
  });

  it('is changed with the keyboard, and sent with question, old and new answer [R-ROUNDS]', async () => {
    const onCorrect = vi.fn<(correction: Correction) => unknown>();
    await open(CHANGE, onCorrect);
    await expect.poll(() => document.activeElement?.textContent, SOON).toBe('Which database?');
    expect(radio('SQLite').getAttribute('aria-checked')).toBe('true');
    await pressEach('2', 'Enter');
    await expect.poll(() => onCorrect.mock.calls, SOON).toHaveLength(1);
    const [{ requestId, before, after, text }] = onCorrect.mock.calls[0]!;
    expect([requestId, before.text, after.text]).toEqual(['r1', 'SQLite', 'PostgreSQL']);
    expect(text).toBe(
      'User was asked "Which database?" and chose "SQLite". The user has changed this answer, and now chose "PostgreSQL".',
    );
    await expect.poll(() => document.activeElement, SOON).toBe(button(CHANGE));
    expect(button(CHANGE)).toHaveAccessibleDescription('Your change is sent as a message.');
    expect(screen.getByText('SQLite')).toBeVisible();
  });

  it('keeps what was typed if it cannot be sent, and is sent again [R-ROUNDS]', async () => {
    const onCorrect = vi.fn<(correction: Correction) => unknown>();
    onCorrect.mockResolvedValueOnce({ ok: false, message: 'The chat is offline.' });
    await open(WHY, onCorrect);
    await expect.poll(() => (document.activeElement as HTMLTextAreaElement | null)?.value, SOON).toBe('It is small');
    await press('End');
    await typeKeys(' and fast');
    await press('Enter');
    await expect.poll(() => screen.queryByText('The chat is offline.'), SOON).not.toBeNull();
    expect(field('Why?').value).toBe('It is small and fast');
    button('Try again').focus();
    await press('Enter');
    await expect
      .poll(() => onCorrect.mock.calls.map(([{ after }]) => after.text), SOON)
      .toEqual(['It is small and fast', 'It is small and fast']);
    await expect.poll(() => document.activeElement, SOON).toBe(button(WHY));
  });

  it('is changed in its own record, also if the host shows another one in the same place [R-ROUNDS]', async () => {
    const onCorrect = vi.fn<(correction: Correction) => unknown>();
    const show = (record: AskUserRecord) => <AskUserReceipt record={record} timeZone="UTC" onCorrect={onCorrect} />;
    const { rerender } = render(show(makeRecord()));
    button(CHANGE).focus();
    await press('Enter');
    await expect.poll(() => screen.queryByRole('radio', { name: 'SQLite' }), SOON).not.toBeNull();
    rerender(show({ ...makeRecord(), requestId: 'r2' }));
    expect(screen.queryByRole('radio')).toBeNull();
    button(CHANGE).focus();
    await press('Enter');
    await expect.poll(() => document.activeElement?.textContent, SOON).toBe('Which database?');
    await pressEach('2', 'Enter');
    await expect.poll(() => onCorrect.mock.calls.map(([{ requestId }]) => requestId), SOON).toEqual(['r2']);
    await expect.poll(() => screen.queryByText('Your change is sent as a message.'), SOON).not.toBeNull();
    rerender(show({ ...makeRecord(), requestId: 'r3' }));
    expect(screen.queryByText('Your change is sent as a message.')).toBeNull();
  });

  it('is not sent if it is unchanged or cancelled [R-ROUNDS]', async () => {
    const onCorrect = vi.fn();
    await open(CHANGE, onCorrect);
    await expect.poll(() => document.activeElement?.textContent, SOON).toBe('Which database?');
    await press('Enter');
    await expect.poll(() => document.activeElement, SOON).toBe(button(CHANGE));
    await press('Enter');
    await expect.poll(() => document.activeElement?.textContent, SOON).toBe('Which database?');
    await pressEach('2', 'Escape');
    await expect.poll(() => document.activeElement, SOON).toBe(button(CHANGE));
    expect(button(CHANGE)).not.toHaveAccessibleDescription();
    expect(onCorrect).not.toHaveBeenCalled();
  });

  it('is not sent if it was accepted as recommended and the same option is sent again [R-TAKE]', async () => {
    const onCorrect = vi.fn();
    const [question, ...others] = QUESTIONS;
    const parsed = parseRequest({
      questions: [{ ...question, options: ['SQLite (Recommended)', 'PostgreSQL'] }, ...others],
    });
    if (!parsed.ok) throw new Error('The questions are invalid.');
    const built = buildAnswers(parsed.value, [
      { questionId: 'db', selected: [0], recommended: true },
      ...REPLIES.slice(1),
    ]);
    if (!built.ok) throw new Error('The replies are invalid.');
    const result = { status: 'answered', answers: built.value } as const;
    const record = toRecord(result, parsed.value, { mode: 'interactive', answeredAt: 0 });
    render(<AskUserReceipt record={record} timeZone="UTC" onCorrect={onCorrect} />);
    for (const keys of [['Enter'], ['2', '1', 'Enter']]) {
      button(CHANGE).focus();
      await press('Enter');
      await expect.poll(() => document.activeElement?.textContent, SOON).toBe('Which database?');
      await pressEach(...keys);
      await expect.poll(() => document.activeElement, SOON).toBe(button(CHANGE));
    }
    expect(onCorrect).not.toHaveBeenCalled();
  });
});
