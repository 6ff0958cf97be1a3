import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fromRecord, toRecord, type AskUserResult } from '../../../src/core/index.js';
import {
  AskUserDialog,
  AskUserReceipt,
  useAskUser,
  type AskUserDialogProps,
  type DraftStorage,
} from '../../../src/react/index.js';
import { de } from '../../../src/messages/languages/de.js';
import {
  button,
  checkbox,
  cleanUpAfterEach,
  click,
  field,
  focused,
  heading,
  loaded,
  problem,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { fill, press, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { FORM, type Field } from '../../helpers/browser/rules.js';

cleanUpAfterEach();

type Props = Partial<AskUserDialogProps<AskUserResult, AskUserResult>>;

function askForm(questions: readonly Field[], props: Props = {}) {
  const onSubmit = vi.fn<(wire: AskUserResult) => void>();
  const input = { questions };
  const page = (more?: Props) => (
    <AskUserDialog dialect={FORM} input={input} onSubmit={onSubmit} {...props} {...more} />
  );
  const view = render(page());
  /** Texts of the sent answers. */
  const sent = () =>
    onSubmit.mock.calls.map(([wire]) => ('answers' in wire ? wire.answers.map(({ text }) => text) : []));
  return { ...view, sent, update: (more: Props) => view.rerender(page(more)) };
}

const AGE: Field = { question: 'How old is it?', header: 'Age', rules: { input: 'integer', minimum: 1, maximum: 5 } };
const MAIL: Field = { question: 'Which address?', header: 'Mail', rules: { input: 'email' } };
const TOPS: Field = {
  question: 'Which toppings?',
  header: 'Toppings',
  multiSelect: true,
  options: ['Cheese', 'Onions', 'Olives'],
  rules: { allowCustom: false, minSelected: 1, maxSelected: 2 },
};
const TOKEN: Field = { question: 'What is the token?', header: 'Token', rules: { secret: true } };

/** Texts that describe an element, in reading order. */
const described = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ');

describe('the rule of a text field', () => {
  it('is shown before, refuses text that breaks it, and accepts text that follows it [R-ATOMIC]', async () => {
    const { sent } = askForm([AGE]);
    const text = field(/How old/);
    expect(described(text)).toBe('Enter a whole number (1 to 5).');
    expect(screen.getByText('Enter a whole number (1 to 5).')).toBeVisible();
    text.focus();
    await typeKeys('7');
    await press('Enter');
    expect(problem()?.textContent).toBe('Enter a whole number (1 to 5).');
    // The error replaces the hint, so the text is shown once.
    const shown = screen.getAllByText('Enter a whole number (1 to 5).', { ignore: '[role=alert] *' });
    expect(shown.filter((one) => one.checkVisibility({ visibilityProperty: true }))).toEqual([problem()]);
    expect(described(text)).toBe('Enter a whole number (1 to 5).');
    expect(text).toHaveAttribute('aria-invalid', 'true');
    expect(document.activeElement).toBe(text);
    expect(sent()).toEqual([]);
    await press('Backspace');
    await typeKeys('3');
    expect(problem()).toBeUndefined();
    expect(described(text)).toBe('Enter a whole number (1 to 5).');
    await press('Enter');
    expect(sent()).toEqual([['3']]);
  });

  it('is announced if focus is already in the field', async () => {
    askForm([MAIL]);
    field(/Which address/).focus();
    await typeKeys('ada');
    await press('Enter');
    await press('Enter');
    expect(screen.getByRole('alert').textContent).toBe('Enter an email address, such as name@example.com.');
  });

  it('is the error of an empty field, in the given language', async () => {
    askForm([{ question: 'Which name?', rules: { maxLength: 3 } }], { messages: de });
    await click(button('Senden'));
    expect(problem()?.textContent).toBe('Geben Sie höchstens 3 Zeichen ein.');
  });

  it.each<[string, Field['rules'], string, string]>([
    ['a number', { input: 'number', minimum: 0.5 }, '0,5', 'Enter a number (at least 0.5).'],
    ['a whole number', { input: 'integer' }, '1.0', 'Enter a whole number.'],
    ['a minimum length', { minLength: 3 }, 'ab', 'Enter at least 3 characters.'],
    ['a maximum length, in code points', { maxLength: 1 }, '😀😀', 'Enter at most 1 character.'],
    ['an exact length', { minLength: 2, maxLength: 2 }, 'abc', 'Enter exactly 2 characters.'],
    ['a web address', { input: 'url' }, 'example.com', 'Enter a web address, such as https://example.com.'],
    ['a date', { input: 'date' }, '2026-02-30', 'Enter a date, such as 2026-01-31.'],
    ['a date and time', { input: 'date-time' }, 'noon', 'Enter a date and time, such as 2026-01-31T09:30:00Z.'],
    [
      'two rules',
      { input: 'email', maxLength: 6 },
      'ada@example.com',
      'Enter an email address, such as name@example.com. Enter at most 6 characters.',
    ],
  ])('has a message for %s', async (_name, rules, typed, text) => {
    const { sent } = askForm([{ question: 'What?', rules: rules ?? {} }]);
    await fill(field('What?'), typed);
    await click(button('Submit'));
    expect(problem()?.textContent).toBe(text);
    expect(field('What?')).toHaveValue(typed);
    expect(sent()).toEqual([]);
  });

  it('applies to the field of Other, which receives focus', async () => {
    const { sent } = askForm([{ question: 'Whom?', options: ['Ada'], rules: { input: 'email' } }]);
    await click(radio('Other'));
    const text = field(/^Other/);
    text.focus();
    await typeKeys('bob');
    await press('Enter');
    expect(described(text)).toBe('Enter an email address, such as name@example.com.');
    expect(screen.getByRole('radiogroup').getAttribute('aria-describedby')).toContain(problem()?.id);
    expect(document.activeElement).toBe(text);
    await typeKeys('@b.co');
    await press('Enter');
    expect(sent()).toEqual([['bob@b.co']]);
  });

  it('describes an empty field of Other together with the missing answer', async () => {
    askForm([{ question: 'Whom?', options: ['Ada'], rules: { input: 'email' } }]);
    await click(radio('Other'));
    await click(button('Submit'));
    expect(described(field(/^Other/))).toBe(
      'Enter an email address, such as name@example.com. | Type your answer or choose another option.',
    );
  });
});

describe('a limit on selected options', () => {
  it('is shown before and enforced at submit, while every option can be selected [R-MULTI]', async () => {
    const { sent } = askForm([TOPS]);
    const group = screen.getByRole('group', { name: 'Which toppings?' });
    expect(described(group)).toBe('Choose 1 to 2.');
    for (const name of ['Cheese', 'Onions', 'Olives']) await click(checkbox(name));
    expect(checkbox('Olives')).toBeChecked();
    checkbox('Olives').focus();
    await press('Enter');
    expect(problem()?.textContent).toBe('Choose 1 to 2.');
    expect(focused()).toBe('question Which toppings?');
    expect(sent()).toEqual([]);
    await click(checkbox('Cheese'));
    expect(problem()).toBeUndefined();
    await click(button('Submit'));
    expect(sent()).toEqual([['Onions, Olives']]);
  });

  it.each<[Field['rules'], string]>([
    [{ maxSelected: 2 }, 'Choose at most 2.'],
    [{ minSelected: 2 }, 'Choose at least 2.'],
    [{ minSelected: 2, maxSelected: 2 }, 'Choose exactly 2.'],
    [{ minSelected: 1 }, 'Choose all that apply.'],
    [{ minSelected: 0 }, 'Choose all that apply.'],
  ])('of %j has the hint "%s"', (rules, hint) => {
    askForm([{ ...TOPS, rules: rules ?? {} }]);
    expect(described(screen.getByRole('group', { name: 'Which toppings?' }))).toBe(hint);
  });
});

describe('several questions', () => {
  it('show the first one that breaks a rule, and mark each in its tab and in Review [R-TABS] [R-ATOMIC]', async () => {
    const { sent } = askForm([TOPS, AGE, MAIL]);
    await click(checkbox('Cheese'));
    await click(button('Next'));
    await fill(field(/How old/), '9');
    await click(button('Next'));
    await fill(field(/Which address/), 'ada');
    await click(button('Review'));
    await mouseClick(button('Submit answers'));
    expect(focused()).toBe('field');
    expect(document.activeElement).toBe(field(/How old/));
    expect(screen.getAllByRole('tab').map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
      'Toppings, answered',
      'Age, answer not valid',
      'Mail, answer not valid',
      'Review, 1 of 3 answered',
    ]);
    await fill(field(/How old/), '');
    expect(tab(/^Age/).getAttribute('aria-label')).toBe('Age, answer missing');
    await fill(field(/How old/), '4');
    await mouseClick(tab(/^Review/));
    const marked = [...document.querySelectorAll('[data-ask-user="review-item"][data-missing] dt')];
    expect(marked.map((one) => one.textContent)).toEqual(['Which address?']);
    await mouseClick(button('Submit answers'));
    await fill(field(/Which address/), 'ada@b.co');
    await mouseClick(tab(/^Review/));
    await mouseClick(button('Submit answers'));
    expect(sent()).toEqual([['Cheese', '4', 'ada@b.co']]);
    expect(heading(/You answered/)).toBeDefined();
  });
});

describe('an answer that breaks a rule', () => {
  const names = () => screen.getAllByRole('tab').map((one) => one.getAttribute('aria-label') ?? one.textContent);
  const item = (text: string) => {
    const items = [...document.querySelectorAll('[data-ask-user="review-item"]')];
    const dd = items.find((one) => one.textContent.startsWith(text))?.querySelectorAll('dd') ?? [];
    return [...dd].slice(0, -1).map((one) => one.textContent);
  };

  it('can be left, and does not count as answered in its tab or in Review [R-TABS]', async () => {
    askForm([AGE, { ...TOPS, rules: { allowCustom: false, minSelected: 2 } }, MAIL, TOKEN]);
    field(/How old/).focus();
    await typeKeys('007');
    // No error is shown while the user types.
    expect(names()[0]).toBe('Age');
    expect(problem()).toBeUndefined();
    await press('Enter');
    expect(focused()).toBe('question Question 2 of 4. Which toppings?');
    expect(names()).toEqual(['Age, answer not valid', 'Toppings', 'Mail', 'Token', 'Review, 0 of 4 answered']);
    expect(tab(/^Age/)).not.toHaveAttribute('data-answered');
    expect(tab(/^Age/)).toHaveAttribute('data-missing');
    await click(checkbox('Onions'));
    await click(button('Next'));
    await fill(field(/Which address/), 'nope');
    await click(button('Next'));
    await click(button('Review'));
    expect(names()).toEqual([
      'Age, answer not valid',
      'Toppings, answer not valid',
      'Mail, answer not valid',
      'Token',
      'Review, 0 of 4 answered',
    ]);
    expect(screen.getByText('0 of 4 answered')).toBeVisible();
    expect(item('How old is it?')).toEqual(['“007”', 'Enter a whole number (1 to 5).']);
    expect(item('Which toppings?')).toEqual(['Onions', 'Choose at least 2.']);
    expect(item('Which address?')).toEqual(['“nope”', 'Enter an email address, such as name@example.com.']);
    expect(item('What is the token?')).toEqual(['Not answered yet']);
  });

  it('shows its error when the user returns, until it is corrected', async () => {
    askForm([AGE, MAIL]);
    await fill(field(/How old/), '9');
    await mouseClick(tab(/^Mail/));
    await click(button('Back'));
    expect(problem()?.textContent).toBe('Enter a whole number (1 to 5).');
    expect(field(/How old/)).toHaveAttribute('aria-invalid', 'true');
    await fill(field(/How old/), '4');
    expect(problem()).toBeUndefined();
    expect(names()).toEqual(['Age, answered', 'Mail', 'Review, 1 of 2 answered']);
    await click(button('Next'));
    await mouseClick(tab(/^Review/));
    expect(item('How old is it?')).toEqual(['“4”']);
  });
});

describe('an optional question', () => {
  const OPTIONAL: Field = { ...MAIL, rules: { input: 'email', required: false } };

  it('may stay blank: a single one is submitted with nothing entered [R-BLANK]', async () => {
    const { sent } = askForm([OPTIONAL]);
    expect(described(field(/Which address/))).toBe('Optional. | Enter an email address, such as name@example.com.');
    expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull();
    await mouseClick(field(/Which address/));
    await press('Enter');
    expect(sent()).toEqual([['']]);
    expect(screen.getByText('Left blank')).toBeVisible();
  });

  it('is sent as blank if the user opens Other and types nothing [R-BLANK]', async () => {
    const { sent } = askForm([{ ...TOPS, multiSelect: false, rules: { required: false } }]);
    await click(radio('Other'));
    field(/^Other/).focus();
    await press('Enter');
    expect(problem()).toBeUndefined();
    expect(sent()).toEqual([['']]);
  });

  it.each<[Field, string]>([
    [{ question: 'Which name?', rules: { required: false } }, 'Optional.'],
    [{ ...TOPS, rules: { required: false, maxSelected: 2 } }, 'Choose at most 2. Optional.'],
    [
      { question: 'Whom?', options: ['Ada'], rules: { required: false, allowCustom: false } },
      'Choose one option. Optional.',
    ],
  ])('is marked as optional, and may stay blank with a note, which is sent [R-BLANK]: %#', async (question, hint) => {
    const onSubmit = vi.fn<(result: AskUserResult) => void>();
    askForm([question], { onSubmit });
    const answer = question.options
      ? screen.getByRole(question.multiSelect ? 'group' : 'radiogroup')
      : field('Which name?');
    expect(described(answer)).toBe(hint);
    expect(screen.getByText(hint)).toBeVisible();
    await click(button('Add a note'));
    await fill(field(/Note/), 'later');
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ skipped: true, notes: 'later' }] });
    expect(screen.getByText('Left blank')).toBeVisible();
    expect(screen.getByText('later')).toBeVisible();
  });

  it('shows Review as it will be sent, and neither its tab nor its button says that it is answered [R-BLANK]', async () => {
    const { sent } = askForm([{ ...AGE, rules: { required: true } }, OPTIONAL]);
    await fill(field(/How old/), '4');
    await click(button('Next'));
    await click(button('Review'));
    expect(['Age, answered', 'Mail', 'Review, 1 of 2 answered'].map((name) => tab(name).textContent)).toEqual([
      'Age',
      'Mail',
      'Review',
    ]);
    expect(await screen.findByText('Left blank')).toBeVisible();
    expect(screen.queryByText(/Not answered|skipped/)).toBeNull();
    expect(button('Answer Mail')).toBeVisible();
    await click(button('Submit answers'));
    expect(sent()).toEqual([['4', '']]);
  });

  it('does not offer to skip a broken rule, and other questions are not marked as optional', async () => {
    askForm([OPTIONAL, { ...AGE, rules: { required: true } }, TOPS], { allow: { skip: true } });
    await fill(field(/Which address/), 'ada');
    await click(button('Next'));
    expect(screen.queryByText(/Optional/, { ignore: '[hidden] *' })).toBeNull();
    await click(button('Next'));
    expect(screen.queryByText(/Optional/, { ignore: '[hidden] *' })).toBeNull();
    await mouseClick(tab(/^Mail/));
    expect(problem()?.textContent).toBe('Enter an email address, such as name@example.com.');
  });

  it('offers Skip only with `allow.skip`, like every question that is not required [R-BLANK]', async () => {
    const view = askForm([OPTIONAL, { ...AGE, rules: { required: true } }, TOPS]);
    const skips = async () => {
      const found: boolean[] = [];
      for (const name of [/^Mail/, /^Age/, /^Toppings/]) {
        await mouseClick(tab(name));
        found.push(screen.queryByRole('button', { name: 'Skip' }) !== null);
      }
      return found;
    };
    expect(await skips()).toEqual([false, false, false]);
    view.update({ allow: { skip: true } });
    expect(await skips()).toEqual([true, false, true]);
  });
});

describe('the attributes of a field', () => {
  it.each<[Field['rules'], Record<string, string | null>]>([
    [undefined, { inputmode: null, autocapitalize: 'sentences', spellcheck: null, style: null }],
    [{ minLength: 2 }, { inputmode: null, autocapitalize: 'sentences', spellcheck: null, style: null }],
    [
      { input: 'integer', minimum: 0 },
      { inputmode: 'numeric', autocapitalize: 'none', spellcheck: 'false' },
    ],
    [{ input: 'number', minimum: 0.5 }, { inputmode: 'decimal' }],
    // Numeric phone keyboards have no minus key.
    [{ input: 'integer' }, { inputmode: null, autocapitalize: 'none' }],
    [{ input: 'number', minimum: -1 }, { inputmode: null }],
    [{ input: 'email' }, { inputmode: 'email', autocapitalize: 'none', style: null }],
    [{ input: 'url' }, { inputmode: 'url' }],
    [{ input: 'date' }, { inputmode: null, autocapitalize: 'none' }],
    [{ secret: true }, { inputmode: null, autocapitalize: 'none', spellcheck: 'false', autocomplete: 'off' }],
  ])('match the rules %j', (rules, attributes) => {
    askForm([{ question: 'What?', ...(rules && { rules }) }]);
    const text = field('What?');
    expect(text.localName).toBe('textarea');
    const names = Object.keys(attributes);
    expect(Object.fromEntries(names.map((name) => [name, text.getAttribute(name)]))).toEqual(attributes);
  });
});

describe('a secret', () => {
  const TYPED = ' s3cr3t\nsecond line ';
  const seen = () => document.body.innerText;
  const masked = (element: Element) => getComputedStyle(element).getPropertyValue('-webkit-text-security');

  it('is masked while it is typed, and sent byte for byte [R-VERBATIM]', async () => {
    const { sent } = askForm([TOKEN]);
    const text = field(/token/);
    expect(masked(text)).toBe('disc');
    text.focus();
    await typeKeys('ab');
    await press('Enter', { shift: true });
    await typeKeys('c');
    expect(text).toHaveValue('ab\nc');
    await press('Enter');
    expect(sent()).toEqual([['ab\nc']]);
    expect(seen()).toContain('“••••••••”');
    expect(seen()).not.toContain('ab');
  });

  it('is shown as dots in Review, in Other’s row and in the settled card', async () => {
    const choice: Field = {
      ...TOKEN,
      header: 'Key',
      question: 'Which key?',
      options: ['Mine'],
      rules: { secret: true },
    };
    const { sent } = askForm([choice, TOKEN]);
    await click(radio('Other'));
    expect(masked(field(/^Other/))).toBe('disc');
    await fill(field(/^Other/), TYPED);
    await click(radio('Mine'));
    expect(described(radio('Other'))).toBe('••••••••');
    await mouseClick(tab(/^Token/));
    await fill(field(/token/), TYPED);
    await click(button('Review'));
    expect(screen.getByText('“••••••••”')).toBeVisible();
    expect(seen()).not.toContain('s3cr3t');
    await mouseClick(button('Submit answers'));
    expect(sent()).toEqual([['Mine', TYPED]]);
    expect(screen.getByText('“••••••••”')).toBeVisible();
    expect(seen()).not.toContain('s3cr3t');
  });

  it('is shown as dots if it was not sent, unlike a note', async () => {
    const { update } = askForm([TOKEN]);
    await fill(field(/token/), TYPED);
    await click(button('Add a note'));
    await fill(field(/Note/), 'for staging');
    update({ result: { status: 'aborted' } });
    expect(screen.getByText('••••••••')).toBeVisible();
    expect(screen.getByText('for staging')).toBeVisible();
    expect(seen()).not.toContain('s3cr3t');
  });

  it('is shown as dots if the request could not be rendered', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    const { update } = askForm([TOKEN]);
    await fill(field(/token/), TYPED);
    const renderText = () => {
      throw new Error('broken');
    };
    update({ renderText });
    expect(screen.getByText('••••••••')).toBeVisible();
    expect(seen()).not.toContain('s3cr3t');
    // React logs the error and the component stack.
    vi.mocked(console.error).mockClear();
  });

  it('is shown as dots in the receipt, from a record that contains it for the agent', () => {
    const questions = [
      { id: 'q1', question: 'Token?', options: [], multiSelect: false, constraints: { secret: true } },
    ];
    const answer = {
      questionId: 'q1',
      question: 'Token?',
      answer: TYPED,
      text: TYPED,
      wasCustom: true,
      selected: [],
      custom: TYPED,
    };
    const record = toRecord(
      { status: 'answered', answers: [answer] },
      { requestId: 'r', questions },
      {
        mode: 'interactive',
        answeredAt: 0,
      },
    );
    render(<AskUserReceipt record={record} />);
    expect(screen.getByText('“••••••••”')).toBeVisible();
    expect(seen()).not.toContain('s3cr3t');
    expect(fromRecord(record).questions).toEqual(questions);
  });

  it('is not written to drafts, unlike another answer', async () => {
    const kept = new Map<string, string>();
    const draftStorage: DraftStorage = {
      get: (key) => kept.get(key),
      set: (key, text) => void kept.set(key, text),
      remove: (key) => void kept.delete(key),
    };
    askForm([TOKEN, MAIL], { requestId: 'r1', draftStorage });
    await loaded();
    await fill(field(/token/), TYPED);
    await mouseClick(tab(/^Mail/));
    await fill(field(/Which address/), 'ada@b.co');
    await expect.poll(() => [...kept.values()].join(), SOON).toContain('ada@b.co');
    expect([...kept.values()].join()).not.toContain('s3cr3t');
  });
});

describe('useAskUser', () => {
  const INPUT = [MAIL, TOKEN];

  function Form() {
    const ask = useAskUser({ dialect: FORM, questions: INPUT });
    return (
      <div {...ask.getRootProps({ 'aria-label': 'Questions' })}>
        {ask.questions.map(({ id, question, issue, ...own }) => (
          <div key={id} {...own.getPanelProps()}>
            <h3 {...own.getHeadingProps()}>{question}</h3>
            <textarea {...own.getFieldProps({ style: { color: 'rgb(1, 2, 3)' } })} />
            {issue && <p {...own.getIssueProps()}>{issue.code}</p>}
          </div>
        ))}
        <button {...ask.getPrimaryProps()}>Go</button>
        {ask.activeQuestion?.canSkip && <button {...ask.getButtonProps('skip')}>Skip</button>}
        <output>{String(ask.canSubmit)}</output>
      </div>
    );
  }

  it('returns the code of an answer’s issue, and masks a secret with the host’s styles', async () => {
    render(<Form />);
    const mail = field('Which address?');
    expect(mail).toHaveAttribute('inputmode', 'email');
    mail.focus();
    await typeKeys('ada');
    await press('Enter');
    const secret = field('What is the token?');
    expect(getComputedStyle(secret).color).toBe('rgb(1, 2, 3)');
    expect(masked(secret)).toBe('disc');
    for (let step = 0; step < 2; step++) await click(button('Go'));
    expect(screen.getByRole('alert').textContent).toBe('input');
    expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('false');
  });

  it.each<[rules: NonNullable<Field['rules']>, skip: boolean, offered: boolean]>([
    [{}, false, false],
    [{ required: false }, false, false],
    [{ required: true }, true, false],
    [{}, true, true],
    [{ required: false }, true, true],
  ])('offers Skip as the dialog does (%j, skip: %s: %s) [R-BLANK]', async (rules, skip, offered) => {
    function Card() {
      const input = [{ ...MAIL, rules }, TOKEN];
      const ask = useAskUser({ dialect: FORM, questions: input }, { allow: { skip } });
      return (
        <div {...ask.getRootProps({ 'aria-label': 'Questions' })}>
          <button {...ask.getButtonProps('skip')}>Leave out</button>
          <output>{`${ask.questions[0]?.canSkip} ${ask.questions.findIndex(({ isShown }) => isShown)}`}</output>
        </div>
      );
    }
    render(<Card />);
    expect(screen.getByRole('status').textContent).toBe(`${offered} 0`);
    await click(button('Leave out'));
    expect(screen.getByRole('status').textContent).toBe(offered ? 'true 1' : 'false 0');
    askForm([{ ...MAIL, rules }, TOKEN], { allow: { skip } });
    expect(screen.queryByRole('button', { name: 'Skip' }) !== null).toBe(offered);
  });

  const masked = (element: Element) => getComputedStyle(element).getPropertyValue('-webkit-text-security');
});
