import { act, render, renderHook, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { AskUserRequest } from '../../../src/core/index.js';
import { useAskUser, type QuestionInput, type QuestionModel } from '../../../src/react/index.js';
import { de } from '../../../src/messages/languages/de.js';
import { button, checkbox, cleanUpAfterEach, field, heading, radio } from '../../helpers/browser/card.js';
import { fill, press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

type Options = NonNullable<Parameters<typeof useAskUser>[1]>;

const renderAsk = (questions: readonly QuestionInput[], options: Options = {}) =>
  renderHook(() => useAskUser(questions, options)).result;

describe('the models of useAskUser', () => {
  it('keep their identity until their own question changes', () => {
    const ask = renderAsk(THREE);
    const before = ask.current.questions;
    act(() => before[1]!.choose(0));
    const after = ask.current.questions;
    expect(after.map((question, index) => question === before[index])).toEqual([true, false, true]);
    act(() => after[2]!.setText('orders'));
    expect(ask.current.questions.map((question, index) => question === after[index])).toEqual([true, true, false]);
    expect(ask.current.progress).toEqual({ answered: 2, total: 3, position: 1 });
  });

  it('select, toggle and deselect options', () => {
    const ask = renderAsk([DATABASE, FEATURES]);
    const chosen = () =>
      ask.current.questions.map(({ options }) => options.filter(({ isSelected }) => isSelected).map(({ key }) => key));
    const choose = (index: number, ...args: Parameters<QuestionModel['choose']>) =>
      act(() => ask.current.questions[index]!.choose(...args));
    choose(0, 1);
    choose(0, 1);
    choose(0, 1, false);
    choose(1, 0, true);
    choose(1, 0, true);
    choose(1, ask.current.questions[1]!.options[2]!);
    choose(1, 'other', false);
    expect(chosen()).toEqual([['1'], ['0', '2']]);
    choose(1, 0, false);
    choose(1, 2);
    choose(0, 'other');
    expect(chosen()).toEqual([['other'], []]);
    expect(ask.current.questions.map(({ isFieldShown }) => isFieldShown)).toEqual([true, false]);
  });

  it('show texts as the dialog does: without invisible characters, with a name for each, and with Other last', () => {
    const request: AskUserRequest = {
      requestId: 'r1',
      questions: [
        {
          id: 'a',
          question: 'Which\u202e one?',
          context: 'So\u200b that',
          options: [
            { label: 'Red (Recommended)', preview: 'r\u200b' },
            { label: '\u200b', description: '\u200b' },
            { label: 'Green', description: 'Like\u202e grass' },
            { label: 'Blue', recommended: true },
          ],
          multiSelect: false,
        },
        { id: 'b', question: '\u200b', header: 'B', options: [], multiSelect: false },
        {
          id: 'c',
          question: 'Sure?',
          options: [{ label: 'Yes' }],
          multiSelect: false,
          constraints: { allowCustom: false },
        },
      ],
    };
    const { questions } = renderHook(() => useAskUser({ request }, { messages: de })).result.current;
    expect(questions.map(({ question, header, context }) => [question, header, context])).toEqual([
      ['Which one?', 'Frage 1', 'So that'],
      ['Frage 2', 'B', undefined],
      ['Sure?', 'Frage 3', undefined],
    ]);
    const [first, , last] = questions.map(({ options }) => options);
    expect(
      first?.map(({ label, description, preview, isRecommended }) => [label, description, preview, isRecommended]),
    ).toEqual([
      ['Red (Recommended)', undefined, 'r\u200b', true],
      [de.noLabel(2), undefined, undefined, false],
      ['Green', 'Like grass', undefined, false],
      ['Blue (Empfohlen)', undefined, undefined, true],
      [de.other, de.otherHint, undefined, false],
    ]);
    expect(first?.map(({ shortLabel }) => shortLabel)).toEqual(['Red', de.noLabel(2), 'Green', 'Blue', de.other]);
    expect(last?.map(({ isOther }) => isOther)).toEqual([false]);
  });

  it('say in the name of a tab whether its question is answered, skipped or marked', () => {
    const ask = renderAsk(THREE, { allow: { skip: true } });
    const names = () => [...ask.current.questions, ask.current.review].map((one) => one?.getTabProps()['aria-label']);
    expect(names()).toEqual([undefined, undefined, undefined, 'Review, 0 of 3 answered']);
    act(() => ask.current.questions[0]!.choose(0));
    act(() => ask.current.questions[1]!.skip());
    act(() => ask.current.submit());
    expect(names()).toEqual([
      'Database, answered',
      'Features, skipped',
      'Name, answer missing',
      'Review, 1 of 3 answered',
    ]);
  });

  it('have the answer as text, without invisible characters, and dots for a secret', () => {
    const secret = { id: 's', question: 'Token?', options: [], multiSelect: false, constraints: { secret: true } };
    const features = {
      id: 'f',
      question: 'Which?',
      options: [{ label: 'A' }, { label: 'B\u200b' }],
      multiSelect: true,
    };
    const request: AskUserRequest = { requestId: 'r1', questions: [features, secret] };
    const { result } = renderHook(() => useAskUser({ request }, { allow: { skip: true } }));
    const texts = () => result.current.questions.map(({ answerText }) => answerText);
    expect(texts()).toEqual([undefined, undefined]);
    const [first, second] = result.current.questions;
    act(() => first!.choose(0));
    act(() => first!.choose(1));
    act(() => first!.setText('C'));
    act(() => second!.setText('sesame'));
    expect(texts()).toEqual(['A, B, C', '••••••••']);
    act(() => first!.skip());
    expect(texts()[0]).toBeUndefined();
  });

  it('stay the same objects while inline messages have the same texts', () => {
    const { result, rerender } = renderHook(({ other }) => useAskUser(THREE, { messages: { ...de, other } }), {
      initialProps: { other: 'Sonst' },
    });
    const before = result.current.questions;
    rerender({ other: 'Sonst' });
    expect(result.current.questions.every((one, index) => one === before[index])).toBe(true);
    rerender({ other: 'Anderes' });
    expect(result.current.questions[0]?.options.at(-1)?.label).toBe('Anderes');
  });

  it('name the primary button, and block a submit while the model is still writing', () => {
    const { result, rerender } = renderHook(({ streaming }) => useAskUser(THREE, { streaming }), {
      initialProps: { streaming: true },
    });
    const primary = () => [result.current.primaryLabel, result.current.getPrimaryProps()['aria-disabled']];
    expect(primary()).toEqual(['Next', undefined]);
    act(() => result.current.goTo('review'));
    expect([result.current.activeQuestion, result.current.review?.isShown]).toEqual([undefined, true]);
    expect(primary()).toEqual(['Submit answers', true]);
    rerender({ streaming: false });
    expect(primary()).toEqual(['Submit answers', undefined]);
    act(() => result.current.goTo(result.current.questions[0]!));
    expect([result.current.activeQuestion?.question, primary()]).toEqual([DATABASE.question, ['Next', undefined]]);
  });
});

it('useAskUser says what happened in the end, and what the user may do', async () => {
  const ask = renderAsk([NAME], { asker: 'Builder', allow: { decline: true, discuss: true } });
  expect([ask.current.settledTitle, ask.current.allow]).toEqual([undefined, { decline: true, discuss: true }]);
  await act(async () => ask.current.decline());
  expect(ask.current.settledTitle).toBe('You declined Builder’s request');
});

it('useAskUser has a title, which says which round it is from the second one on [R-ROUNDS]', () => {
  const titleOf = (round: Options['round']) => {
    const { title, getRootProps } = renderAsk(THREE, { asker: 'Builder', round }).current;
    return [title, getRootProps()['aria-label']];
  };
  const first = '3 questions from Builder';
  expect(titleOf(undefined)).toEqual([first, first]);
  expect(titleOf({ number: 1, answered: 0 })).toEqual([first, first]);
  const third = `${first} · Round 3, 14 answered so far`;
  expect(titleOf({ number: 3, answered: 14 })).toEqual([third, third]);
});

describe('a failed delivery in useAskUser', () => {
  it('of some of the answers leaves the button that sends them where it is', async () => {
    let refuse = (_: unknown) => {};
    const onSubmit = () => new Promise((_, reject) => void (refuse = reject));
    const ask = renderAsk([DATABASE, NAME], { onSubmit, allow: { partial: true } });
    expect(ask.current.canSubmitPartial).toBe(false);
    act(() => ask.current.questions[0]!.choose(0));
    await act(async () => ask.current.submit({ partial: true }));
    expect([ask.current.phase, ask.current.canSubmitPartial]).toEqual(['submitting', true]);
    await act(async () => refuse(new Error('no network')));
    expect([ask.current.error?.canRetry, ask.current.canSubmitPartial]).toEqual([true, true]);
  });

  it('of answers is repeated by the primary button and by `submit`', async () => {
    const onSubmit = vi.fn(() => Promise.reject(new Error('no network')));
    const ask = renderAsk([NAME], { onSubmit });
    act(() => ask.current.questions[0]!.setText('orders'));
    await act(async () => ask.current.submit());
    const { error, primaryLabel } = ask.current;
    expect([error?.message, error?.canRetry, error?.cause, primaryLabel]).toEqual([
      'Your answers weren’t sent. They’re still here.',
      false,
      new Error('no network'),
      'Try again',
    ]);
    await act(async () => ask.current.submit());
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('of a cancel has a button of its own, and does not become answers', async () => {
    const onSubmit = vi.fn<() => void>();
    const onCancel = vi.fn(() => Promise.resolve({ ok: false, message: 'Busy.' }));
    function Own() {
      const { error, questions, ...own } = useAskUser([NAME], { onSubmit, onCancel });
      return (
        <div {...own.getRootProps()}>
          <textarea {...questions[0]?.getFieldProps()} aria-label="Name" />
          <button {...own.getButtonProps('cancel')}>Cancel</button>
          <button {...own.getPrimaryProps()}>{own.primaryLabel}</button>
          {error && (
            <p role="alert">
              {error.message} {error.canRetry && <button {...error.getRetryProps()}>Cancel again</button>}
            </p>
          )}
        </div>
      );
    }
    render(<Own />);
    await mouseClick(button('Cancel'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/still here\. Busy\. Cancel again$/);
    await mouseClick(button('Cancel again'));
    await expect.poll(() => onCancel.mock.calls.length).toBe(2);
    await fill(field('Name'), 'orders');
    await mouseClick(button('Submit'));
    await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
    expect(onCancel).toHaveBeenCalledTimes(2);
  });
});

it('a discussion in useAskUser has a field for its message', async () => {
  const onCancel = vi.fn<(output: unknown, details: { result: unknown }) => void>();
  function Own() {
    const ask = useAskUser([NAME], { onCancel, allow: { discuss: true } });
    const { confirmation } = ask;
    return (
      <div {...ask.getRootProps()}>
        <textarea {...ask.questions[0]?.getFieldProps()} />
        <button {...ask.getButtonProps('discuss')}>Discuss</button>
        <button onClick={() => ask.discuss('Why a name?')}>Ask why</button>
        {confirmation && (
          <dialog {...confirmation.getDialogProps()}>
            {confirmation.getMessageProps && (
              <label>
                Message <textarea {...confirmation.getMessageProps()} />
              </label>
            )}
            <button {...confirmation.getDismissProps()}>Go back</button>
            <button {...confirmation.getConfirmProps()}>Send</button>
          </dialog>
        )}
      </div>
    );
  }
  render(<Own />);
  await mouseClick(button('Discuss'));
  expect(document.activeElement).toBe(field('Message'));
  await fill(field('Message'), 'Which');
  await mouseClick(button('Go back'));
  await mouseClick(button('Discuss'));
  expect(field('Message').value).toBe('Which');
  await mouseClick(button('Go back'));
  await mouseClick(button('Ask why'));
  expect(field('Message').value).toBe('Why a name?');
  await typeKeys(' And who?');
  expect(field('Message').value).toBe('Why a name? And who?');
  await mouseClick(button('Send'));
  expect(onCancel.mock.lastCall?.[1].result).toMatchObject({
    status: 'declined',
    reason: 'Why a name? And who?',
    discuss: true,
  });
});

describe('controls with the role of an option', () => {
  function Own({ questions }: { questions: readonly QuestionInput[] }) {
    const ask = useAskUser(questions);
    return (
      <div {...ask.getRootProps()}>
        {ask.questions.map(({ id, question, options, ...own }) => (
          <section key={id} {...own.getPanelProps()}>
            <h3 {...own.getHeadingProps()}>{question}</h3>
            <div {...own.getOptionsProps()}>
              {options.map(({ key, label, getControlProps }) => (
                <button key={key} {...getControlProps()}>
                  {label}
                </button>
              ))}
            </div>
            {own.isFieldShown && <textarea {...own.getFieldProps()} />}
          </section>
        ))}
        <button {...ask.getPrimaryProps()}>{ask.primaryLabel}</button>
      </div>
    );
  }
  const focus = () => document.activeElement;
  const checked = () =>
    (['radio', 'checkbox'] as const)
      .flatMap((role) => screen.queryAllByRole(role, { checked: true }))
      .map((one) => one.textContent);

  it('are chosen by keys and clicks, with one tab stop for radios', async () => {
    render(
      <StrictMode>
        <Own questions={[DATABASE, FEATURES]} />
      </StrictMode>,
    );
    await press('Tab');
    expect(focus()).toBe(radio('PostgreSQL'));
    await press('ArrowDown');
    expect([focus(), checked()]).toEqual([radio('SQLite'), ['SQLite']]);
    await mouseClick(radio('Other'));
    expect(focus()).toBe(field('Your answer'));
    await mouseClick(radio('MongoDB'));
    expect(checked()).toEqual(['MongoDB']);
    await press('Enter');
    expect(focus()).toBe(heading(FEATURES.question));
    await pressEach('1', ' ', '3');
    expect([focus(), checked()]).toEqual([checkbox('Admin pages'), ['Admin pages']]);
  });
});
