import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { StrictMode } from 'react';
import { expect, it, vi } from 'vitest';
import { useAskUser, type QuestionInput } from 'react-ask-user';
import { button, checkbox, cleanUpAfterEach, field, heading, radio } from '../helpers/browser/card.js';
import { press, pressEach } from '../helpers/browser/keys.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import { DATABASE, FEATURES } from '../helpers/browser/questions.js';
import { Options } from './components.js';

cleanUpAfterEach();

/** The sample in the place of the options of a headless UI. */
function Page({ questions, send }: { questions: readonly QuestionInput[]; send: (output: object) => unknown }) {
  const ask = useAskUser(questions, { onSubmit: send, onCancel: send });
  const { activeQuestion: question, review } = ask;
  return (
    <div {...ask.getRootProps()}>
      {review?.isShown && <h3 {...review.getHeadingProps()}>Check your answers</h3>}
      {question && (
        <>
          <h3 {...question.getHeadingProps()}>{question.question}</h3>
          <Options key={question.id} {...question} />
          {question.isFieldShown && <textarea {...question.getFieldProps()} />}
          {question.issue && <p {...question.getIssueProps()}>{question.issue.message}</p>}
        </>
      )}
      <button {...ask.getButtonProps('cancel')}>Cancel</button>
      <button {...ask.getPrimaryProps()}>{ask.primaryLabel}</button>
      {ask.confirmation && (
        <dialog {...ask.confirmation.getDialogProps()}>
          <p>{ask.confirmation.title}</p>
          <button {...ask.confirmation.getDismissProps()}>Go back</button>
          <button {...ask.confirmation.getConfirmProps()}>Continue</button>
        </dialog>
      )}
    </div>
  );
}

function show(...questions: readonly QuestionInput[]) {
  const send = vi.fn<(output: object) => unknown>();
  render(
    <StrictMode>
      <Page questions={questions} send={send} />
    </StrictMode>,
  );
  return send;
}

const focus = () => document.activeElement;
const checked = () =>
  (['radio', 'checkbox'] as const)
    .flatMap((role) => screen.queryAllByRole(role, { checked: true }))
    .map((one) => one.closest('label')?.textContent);
const violations = async () => (await axe.run(document.body, { rules: { region: { enabled: false } } })).violations;

it('a keyboard user answers with radios and checkboxes of Radix', async () => {
  const send = show(DATABASE, FEATURES);
  expect(await violations()).toEqual([]);
  await press('Tab');
  expect(focus()).toBe(radio('PostgreSQL'));
  await press('Enter');
  expect([focus(), checked()]).toEqual([radio('PostgreSQL'), ['PostgreSQL']]);
  await press('ArrowDown');
  expect([focus(), checked()]).toEqual([radio('SQLite'), ['SQLite']]);
  await press('3');
  expect([focus(), checked()]).toEqual([radio('MongoDB'), ['MongoDB']]);
  expect(await violations()).toEqual([]);

  await press('Enter');
  expect(focus()).toBe(heading(/Which features/));
  await press('2');
  expect([focus(), checked()]).toEqual([checkbox('REST API'), ['REST API']]);
  await pressEach('Tab', ' ');
  expect([focus(), checked()]).toEqual([checkbox('Admin pages'), ['REST API', 'Admin pages']]);
  expect(await violations()).toEqual([]);

  await press('Enter');
  expect(focus()).toBe(heading('Check your answers'));
  await press('Enter', { laterMs: 2000 });
  expect(send.mock.calls.map(([output]) => output)).toMatchObject([
    { answered: true, answers: [{ answer: 'MongoDB' }, { answer: ['REST API', 'Admin pages'] }] },
  ]);
});

it('an option is described by its description, and Other by its hint', async () => {
  show(DATABASE);
  expect(radio('SQLite')).toHaveAccessibleDescription('One file');
  expect(radio('MongoDB')).not.toHaveAccessibleDescription();
  expect(radio('Other')).toHaveAccessibleDescription('Type your answer');
});

it('a refused submit describes the options, and moves focus to the question', async () => {
  const send = show(DATABASE);
  await mouseClick(button('Submit'));
  expect(focus()).toBe(heading(/Which database/));
  const group = screen.getByRole('radiogroup', { name: /Which database/ });
  expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Choose an option, or type your answer under Other.',
  );
  expect([await violations(), send.mock.calls]).toEqual([[], []]);
  await press('0');
  expect([focus(), checked()]).toEqual([field('Your answer'), ['Other']]);
});

it('a confirmation returns focus to the option', async () => {
  show(DATABASE, FEATURES);
  await mouseClick(radio('SQLite'));
  await press('Escape');
  expect(focus()).toBe(button('Go back'));
  await press('Enter');
  expect([screen.queryByRole('dialog'), focus()]).toEqual([null, radio('SQLite')]);
});
