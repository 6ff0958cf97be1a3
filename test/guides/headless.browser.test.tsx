import { act, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { StrictMode, type ReactNode } from 'react';
import { expect, describe, it, vi } from 'vitest';
import type { QuestionInput } from 'react-ask-user';
import { useAskUser } from 'react-ask-user/hook';
import { button, cleanUpAfterEach, click, field, heading, radio, tab } from '../helpers/browser/card.js';
import { fill, press, pressEach, pressFast, typeKeys } from '../helpers/browser/keys.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import { DATABASE, NAME } from '../helpers/browser/questions.js';
import { de } from '../../src/messages/languages/de.js';
import { Questions } from './questions.js';

cleanUpAfterEach();

const dialog = () => screen.queryByRole('dialog');
const focus = () => document.activeElement;
const caret = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => [value, selectionStart, selectionEnd];
const violations = async () => (await axe.run(document.body, { rules: { region: { enabled: false } } })).violations;
/** A press that does not belong to the one before it. */
const LATER = { laterMs: 2000 };
const LONG = 'a'.repeat(2001);
/** The button that returns to the questions: of a host, and the one of the sample. */
const BACK = /^(Go back|Keep answering|Edit answer)$/;

/** The sample of the page, and a host that renders a `<div>`. */
const SAMPLES: readonly { name: string; draw: (send: (output: object) => unknown) => ReactNode; text: RegExp }[] = [
  {
    name: 'headless.md',
    draw: (send) => <Questions questions={[NAME]} send={send as (output: unknown) => void} />,
    text: /name of the service/,
  },
  { name: 'a host with a <div>', draw: (send) => <InDiv send={send} />, text: /^Service name/ },
];

function InDiv({ send }: { send: (output: object) => unknown }) {
  const ask = useAskUser([{ id: 'name', question: 'Service name?' }], { onSubmit: send, onCancel: send, messages: de });
  const name = ask.activeQuestion;
  return (
    <div {...ask.getRootProps({ 'aria-label': 'Question' })}>
      <h3 {...name?.getHeadingProps()}>Service name?</h3>
      <textarea {...name?.getFieldProps()} />
      {name?.issue && <p {...name.getIssueProps()}>Type an answer.</p>}
      <button {...ask.getButtonProps('cancel')}>Cancel</button>
      <button {...ask.getPrimaryProps()}>Submit</button>
      {ask.confirmation && (
        <div {...ask.confirmation.getDialogProps()}>
          <button {...ask.confirmation.getDismissProps()}>Go back</button>
          <button {...ask.confirmation.getConfirmProps()}>Continue</button>
        </div>
      )}
    </div>
  );
}

/** A host that renders the confirmation in place of its card, or of its Cancel button. */
function Replacing({ what, element: Element, item }: Replaced) {
  const ask = useAskUser([item], { confirmCancel: 'always' });
  const question = ask.questions[0]!;
  const confirmation = ask.confirmation && (
    <Element {...ask.confirmation.getDialogProps()}>
      <button {...ask.confirmation.getDismissProps()}>Go back</button>
    </Element>
  );
  if (what === 'card' && confirmation) return confirmation;
  return (
    <div {...ask.getRootProps({ 'aria-label': 'Question' })}>
      <h3 {...question.getHeadingProps()}>{item.question}</h3>
      {question.options.map((option) => (
        <label key={option.key}>
          <input {...option.getInputProps()} /> {option.label}
        </label>
      ))}
      {question.options.length === 0 && <textarea {...question.getFieldProps()} />}
      {(!confirmation || what !== 'button') && <button {...ask.getButtonProps('cancel')}>Cancel</button>}
      {confirmation}
    </div>
  );
}

interface Replaced {
  what: 'card' | 'button' | 'nothing';
  element: 'dialog' | 'div';
  item: QuestionInput;
}

const REPLACED = (['card', 'button'] as const).flatMap((what) =>
  (['dialog', 'div'] as const).flatMap((element) =>
    ['Enter', 'Escape'].flatMap((key) =>
      [DATABASE, NAME].map((item) => ({ what, element, key, item, header: item.header })),
    ),
  ),
);

it.each(REPLACED)(
  'after a confirmation in a <$element> in place of the $what, focus returns to the question $header by $key',
  async ({ key, ...replaced }) => {
    render(
      <StrictMode>
        <Replacing {...replaced} />
      </StrictMode>,
    );
    button('Cancel').focus();
    await press('Enter');
    expect(focus()).toBe(button(BACK));
    await press(key);
    const expected = replaced.item === NAME ? field(/name of/) : heading(/Which database/);
    expect([dialog(), focus()]).toEqual([null, expected]);
  },
);

it('focus returns to the question if the element that had focus is removed while a confirmation is open', async () => {
  const draw = (what: Replaced['what']) => <Replacing what={what} element="div" item={DATABASE} />;
  const { rerender } = render(draw('nothing'));
  button('Cancel').focus();
  await press('Enter');
  rerender(draw('button'));
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await press('Enter');
  expect(focus()).toBe(heading(/Which database/));
});

it('a second quick Enter sends nothing if React reuses the button that closes the confirmation [R-NOPHANTOM]', async () => {
  const send = vi.fn();
  function Reusing() {
    const ask = useAskUser([NAME], { onSubmit: send });
    const { confirmation } = ask;
    return (
      <div {...ask.getRootProps({ 'aria-label': 'Question' })}>
        <textarea {...ask.questions[0]?.getFieldProps({ 'aria-label': 'Name' })} />
        <button {...(confirmation?.getDismissProps() ?? ask.getPrimaryProps())}>
          {confirmation ? 'Go back' : 'Submit'}
        </button>
      </div>
    );
  }
  render(<Reusing />);
  await fill(field('Name'), 'orders');
  await press('Tab');
  await press('Escape');
  expect(focus()).toBe(button(BACK));
  await pressFast('Enter', 2);
  expect([focus(), send.mock.calls]).toEqual([button('Submit'), []]);
  await press('Enter', LATER);
  expect(send).toHaveBeenCalledOnce();
});

describe.each(SAMPLES)('the headless sample of $name', ({ draw, text }) => {
  const show = () => {
    const send = vi.fn<(output: object) => unknown>();
    render(<StrictMode>{draw(send)}</StrictMode>);
    return send;
  };

  it('lets a keyboard user go into the confirmation of a cancel, back, and through [R-CANCEL]', async () => {
    const send = show();
    field(text).focus();
    await typeKeys('abcd');
    await press('ArrowLeft');
    await press('Escape');
    expect(dialog()?.getAttribute('aria-label')).toMatch(/^Discard 1 answer\?$|verwerfen\?$/);
    expect(focus()).toBe(button(BACK));
    expect(await violations()).toEqual([]);

    await press('Escape');
    expect([dialog(), focus()]).toEqual([null, field(text)]);
    await typeKeys('x');
    expect(caret(field(text))).toEqual(['abcxd', 4, 4]);

    await press('Tab');
    while (focus() !== button('Cancel')) await press('Tab');
    await press('Enter');
    expect(focus()).toBe(button(BACK));
    await press('Enter');
    expect([dialog(), focus()]).toEqual([null, button('Cancel')]);
    await press('Enter', LATER);
    await pressEach('Tab', 'Enter');
    expect(send.mock.calls.map(([output]) => output)).toEqual([{ answered: false, answers: [], cancelled: true }]);
  });

  it('returns to a long answer with its text and caret, and sends it after the confirmation [R-LONG]', async () => {
    const send = show();
    await fill(field(text), LONG);
    await pressEach('ArrowLeft', 'ArrowLeft', 'Enter');
    expect(focus()).toBe(button(BACK));
    expect(dialog()?.getAttribute('aria-label')).toMatch(/2[.,]001/);
    await press('Enter');
    expect([dialog(), focus()]).toEqual([null, field(text)]);
    expect(caret(field(text))).toEqual([LONG, 1999, 1999]);
    await press('Enter', LATER);
    await pressEach('Tab', 'Enter');
    expect(send.mock.calls.map(([output]) => output)).toMatchObject([{ answers: [{ answer: LONG }] }]);
  });

  it('shows why a submit is refused, and moves focus to the field [R-ATOMIC]', async () => {
    const send = show();
    await mouseClick(button('Submit'));
    expect(screen.getByRole('alert').textContent).toMatch(/answer/);
    expect([focus(), send.mock.calls]).toEqual([field(text), []]);
    expect(await violations()).toEqual([]);
  });

  it('goes back if the browser closes the confirmation, as with the Back button of a phone', async () => {
    show();
    field(text).focus();
    await typeKeys('abcd');
    await press('Escape');
    const confirmation = dialog();
    if (confirmation instanceof HTMLDialogElement) act(() => confirmation.close());
    else await press('Escape');
    await expect.poll(() => field(text).readOnly).toBe(false);
    expect([dialog(), focus()]).toEqual([null, field(text)]);
    await typeKeys('e');
    expect(field(text).value).toBe('abcde');
  });
});

it('the sample of headless.md returns to an option and has no axe violations with several questions', async () => {
  render(<Questions questions={[DATABASE, NAME]} send={() => {}} />);
  await mouseClick(radio('SQLite'));
  expect(await violations()).toEqual([]);
  await press('Escape');
  expect(focus()).toBe(button(BACK));
  await press('Escape');
  expect([dialog(), focus()]).toEqual([null, radio('SQLite')]);
  await press('Enter');
  expect(focus()).toBe(field(/name of/));
  await mouseClick(tab(/^Review/));
  await press('Enter');
  expect(heading('Check your answers')).toBeTruthy();
  await mouseClick(button('Submit answers'));
  expect(focus()).toBe(field(/name of/));
});

it('the sample of headless.md shows the context and the descriptions, and goes back', async () => {
  render(<Questions questions={[{ ...DATABASE, context: 'The load is small.' }, NAME]} send={() => {}} />);
  expect(screen.getByText('The load is small.')).toBeVisible();
  expect(radio('SQLite')).toHaveAccessibleDescription('One file');
  expect(radio('MongoDB')).not.toHaveAccessibleDescription();
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  await mouseClick(radio('SQLite'));
  await mouseClick(button('Next'));
  await mouseClick(button('Back'));
  expect(focus()).toBe(heading(/Which database/));
});

it('the sample of headless.md moves focus to its message if the focused element was removed', async () => {
  render(<Questions questions={[NAME]} send={() => {}} />);
  await fill(field(/name of/), 'Ada');
  await press('Enter');
  await expect.poll(() => focus()?.textContent).toBe('You answered Assistant');
  expect(screen.getByRole('status').contains(focus())).toBe(true);
});

it('the sample of headless.md announces the end, and leaves focus elsewhere', async () => {
  const send = vi.fn<() => void>();
  render(
    <>
      <Questions questions={[NAME]} send={send} />
      <button>Elsewhere</button>
    </>,
  );
  await fill(field(/name of/), 'Ada');
  button('Elsewhere').focus();
  await click(button('Submit'));
  await expect.poll(() => screen.getByRole('status').textContent).toBe('You answered Assistant');
  expect([focus(), send.mock.calls.length]).toEqual([button('Elsewhere'), 1]);
});

it.each([undefined, false])(
  'the sample of headless.md shows the reason of a refusal with `retry: %s`',
  async (retry) => {
    const refuse = () => ({ ok: false, message: `Your\u202e quota is\nused up. ${'x'.repeat(1000)}`, retry });
    render(<Questions questions={[NAME]} send={refuse as (output: unknown) => void} />);
    await fill(field(/name of/), 'orders');
    await mouseClick(button('Submit'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(
      /^Your answers weren’t sent\. They’re still here\. Your quota is used up\. x{476}… $/,
    );
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(retry === false ? 0 : 1);
  },
);

it('nothing can be typed while a confirmation in a <div> waits', async () => {
  render(<InDiv send={() => {}} />);
  field(/Service/).focus();
  await typeKeys('abc');
  await press('Escape');
  await mouseClick(field(/Service/));
  await typeKeys('d');
  expect([field(/Service/).value, field(/Service/).readOnly]).toEqual(['abc', true]);
  await press('Escape');
  await typeKeys('d');
  expect(field(/Service/).value).toBe('abcd');
});
