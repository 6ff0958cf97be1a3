import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AskUser, useAskUser, useQuestion, type QuestionInput, type QuestionModel } from '../../../src/react/index.js';
import { cleanUpAfterEach, heading, radio } from '../../helpers/browser/card.js';
import { press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { choices, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const LONG: QuestionInput = { ...choices(13), header: 'Long' };

/** A list of one's own, of native elements or of buttons. */
function List({ question, native = true }: { question: QuestionModel; native?: boolean }) {
  return (
    <>
      <input {...question.getFilterProps({ 'aria-label': 'Find' })} />
      <div {...question.getOptionsProps()}>
        {question.options
          .filter(({ isHidden }) => !isHidden)
          .map(({ key, label, getInputProps, getControlProps }) =>
            native ? (
              <label key={key}>
                <input {...getInputProps()} /> {label}
              </label>
            ) : (
              <button key={key} {...getControlProps()}>
                {label}
              </button>
            ),
          )}
      </div>
    </>
  );
}

interface OwnProps {
  questions?: readonly QuestionInput[];
  native?: boolean;
  onCancel?: () => void;
}

function Own({ questions = [LONG], native = true, onCancel }: OwnProps) {
  const { getRootProps, activeQuestion: question, goTo, questions: all } = useAskUser(questions, { onCancel });
  return (
    <div {...getRootProps()}>
      {question && (
        <>
          <h3 {...question.getHeadingProps()}>{question.question}</h3>
          {question.options.length > 0 && <List question={question} native={native} />}
          <button onClick={question.selectAll}>All</button>
        </>
      )}
      {all.map((one) => (
        <button key={one.id} onClick={() => goTo(one)}>{`To ${one.header}`}</button>
      ))}
    </div>
  );
}

const find = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find' });
const labels = () =>
  [...screen.queryAllByRole('radio'), ...screen.queryAllByRole('checkbox')].map(
    (one) => (one as HTMLInputElement).labels?.[0]?.textContent?.trim() || one.textContent,
  );

async function type(text: string) {
  find().focus();
  await typeKeys(text);
}

describe.each([
  ['native inputs', true],
  ['buttons', false],
])('the filter of the hook, with %s [R-FILTER]', (_, native) => {
  it('hides the options that do not match, and Escape shows them again before it cancels', async () => {
    const onCancel = vi.fn();
    render(<Own native={native} onCancel={onCancel} />);
    await type('2');
    expect(labels()).toEqual(['Choice 2', 'Choice 12', 'Other']);
    await press('Enter');
    expect(
      screen.getAllByRole<HTMLInputElement>('radio').some((one) => one.checked || one.ariaChecked === 'true'),
    ).toBe(false);
    await press('Escape');
    expect([labels().length, find().value, onCancel.mock.calls.length]).toEqual([14, '', 0]);
    await press('Escape');
    await expect.poll(() => onCancel.mock.calls.length).toBe(1);
  });

  it('lets arrow keys skip hidden options, and keeps a selected one', async () => {
    render(<Own native={native} />);
    await type('2');
    await pressEach('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(document.activeElement).toBe(radio('Choice 12'));
    find().select();
    await type('3');
    expect(labels()).toEqual(['Choice 3', 'Choice 12', 'Choice 13', 'Other']);
    heading('Which one?').focus();
    await press('5');
    expect(document.activeElement).toBe(radio('Choice 5'));
    expect(labels()).toContain('Choice 5');
  });
});

it('keeps the filter of the hook while another question is shown [R-FILTER]', async () => {
  render(<Own questions={[LONG, NAME]} />);
  await type('13');
  screen.getByRole('button', { name: 'To Name' }).click();
  await screen.findByRole('heading', { name: /What is the name/ });
  screen.getByRole('button', { name: 'To Long' }).click();
  await screen.findByRole('searchbox');
  expect([find().value, labels()]).toEqual(['13', ['Choice 13', 'Other']]);
});

it('selects all options that are shown with the hook, of a multi-select question only [R-FILTER]', async () => {
  const { rerender } = render(<Own questions={[{ ...LONG, multiSelect: true }]} />);
  await type('1');
  const checked = () => screen.queryAllByRole<HTMLInputElement>('checkbox').filter((one) => one.checked).length;
  screen.getByRole('button', { name: 'All' }).click();
  await expect.poll(checked).toBe(5);
  rerender(<Own key="single" />);
  screen.getByRole('button', { name: 'All' }).click();
  expect(screen.getAllByRole<HTMLInputElement>('radio').filter((one) => one.checked)).toEqual([]);
});

it('is the same filter for a component of the app inside a card [R-FILTER]', async () => {
  const Left = () => <p>{`${useQuestion().options.filter(({ isHidden }) => !isHidden).length} left`}</p>;
  render(
    <AskUser.Root questions={[LONG]}>
      <AskUser.Card>
        <AskUser.Questions>
          <AskUser.Question index={0}>
            <AskUser.Prompt />
            <AskUser.OptionTools />
            <AskUser.Options />
            <Left />
          </AskUser.Question>
        </AskUser.Questions>
      </AskUser.Card>
    </AskUser.Root>,
  );
  (await screen.findByRole('searchbox')).focus();
  await typeKeys('12');
  expect(await screen.findByText('2 left')).toBeVisible();
});
