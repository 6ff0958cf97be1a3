import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  ask,
  button,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  heading,
  labelOf,
  radio,
  tab,
  confirmation,
} from '../../helpers/browser/card.js';
import { fill, press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { choices, DATABASE, FEATURES, NAME } from '../../helpers/browser/questions.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

/** The example in the specification of the `ask_user` tool. */
const SETUP: readonly QuestionInput[] = [
  {
    question: 'Which database should we use?',
    header: 'Database Selection',
    options: [
      { label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational DB' },
      { label: 'SQLite', description: 'Lightweight, file-based' },
      { label: 'MongoDB', description: 'Document store' },
    ],
  },
  { question: 'What should we name this service?', header: 'Service Setup' },
];

describe('the output', () => {
  it('equals the example of the specification when answered by keyboard [R-RESULT]', async () => {
    const { onSubmit } = ask(SETUP);
    heading(/Which database/).focus();
    await pressEach('1', 'Enter');
    await typeKeys('order-processor\n');
    await click(button('Submit answers'));
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      answered: true,
      answers: [
        {
          question: 'Which database should we use?',
          answer: 'PostgreSQL (Recommended)',
          selectedOption: 'PostgreSQL (Recommended)',
          wasCustom: false,
        },
        { question: 'What should we name this service?', answer: 'order-processor', wasCustom: true },
      ],
    });
  });

  it('equals the example of the specification for custom text [R-RESULT] [R-OTHER]', async () => {
    const { onSubmit } = ask(SETUP.slice(0, 1));
    await mouseClick(radio('Other'));
    await fill(field(/Your answer/), 'I want to use DynamoDB');
    await press('Enter');
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      answered: true,
      answers: [{ question: 'Which database should we use?', answer: 'I want to use DynamoDB', wasCustom: true }],
    });
  });

  it('comes with the lossless result and the replies for a broker [R-RESULT]', async () => {
    const { onSubmit } = ask([FEATURES], { requestId: 'r1', asker: 'Setup' });
    await click(checkbox('Admin pages'));
    await click(checkbox('Accounts'));
    await click(button('Submit'));
    const details = onSubmit.mock.calls[0]?.[1];
    const id = details?.request.questions[0]?.id;
    expect(details?.request).toMatchObject({ requestId: 'r1', asker: 'Setup' });
    expect(details?.replies).toEqual([{ questionId: id, selected: [0, 2] }]);
    expect(details?.result).toMatchObject({ status: 'answered', answers: [{ text: 'Accounts, Admin pages' }] });
  });
});

describe('a long answer (A103) [R-LONG]', () => {
  const dialog = confirmation;
  const enter = (text: string) => fill(field(/name of/), text);

  it('of 2,847 characters asks for confirmation, returns to editing by default, and is sent in full', async () => {
    const text = `${'x'.repeat(2846)}!`;
    const { onSubmit } = ask([NAME]);
    await enter(text);
    await press('Enter');
    expect(heading('Answer is long (2,847 chars). Continue anyway?')).toBeDefined();
    expect(focused()).toBe('button Edit answer');
    await press('Enter');
    expect([dialog(), document.activeElement, onSubmit.mock.calls.length]).toEqual([null, field(/name of/), 0]);
    await press('Enter', { laterMs: 2000 });
    await mouseClick(button('Submit anyway'));
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      answered: true,
      answers: [{ question: NAME.question, answer: text, wasCustom: true }],
    });
  });

  it.each([
    ['2,000 characters', 'x'.repeat(2000), null],
    ['2,001 characters', 'x'.repeat(2001), '2,001'],
    ['2,000 emoji', '😀'.repeat(2000), null],
    ['2,001 emoji', '😀'.repeat(2001), '2,001'],
  ])('asks for confirmation only above the limit: %s', async (_, text, asks) => {
    const { onSubmit } = ask([NAME]);
    await enter(text);
    await click(button('Submit'));
    expect(dialog()?.querySelector('h4')?.textContent ?? null).toBe(
      asks && `Answer is long (${asks} chars). Continue anyway?`,
    );
    expect(onSubmit).toHaveBeenCalledTimes(asks ? 0 : 1);
  });

  it('shows a counter from 90 % of the limit on, and is never cut off', async () => {
    ask([NAME], { softLimit: 20 });
    const counter = () => document.querySelector('[data-ask-user="counter"]')?.textContent;
    await enter('😀'.repeat(17));
    expect(counter()).toBeUndefined();
    for (const [length, text] of [
      [18, '18 of 20 suggested characters'],
      [20, '20 of 20 suggested characters'],
      [21, '21 characters (1 over the suggested 20). Nothing will be cut off.'],
    ] as const) {
      await enter('😀'.repeat(length));
      await expect.poll(counter).toBe(text);
    }
    expect(field(/name of/).getAttribute('maxlength')).toBeNull();
    expect(field(/name of/).value).toBe('😀'.repeat(21));
  });

  it('is named in the confirmation if there are several, and editing returns to the first', async () => {
    const { onSubmit } = ask([DATABASE, { ...NAME, question: 'Why?', header: undefined }, NAME], { softLimit: 3 });
    await click(radio('SQLite'));
    await click(button('Next'));
    await fill(field(/Why/), 'abcd');
    await click(button('Next'));
    await enter('abcdef');
    await click(button('Review'));
    await click(button('Submit answers'));
    expect(dialog()?.textContent).toMatch(/^2 answers are long\. Continue anyway\?.*Why\?: 4 chars.*Name: 6 chars/);
    await click(button('Edit answer'));
    expect(document.activeElement).toBe(field(/Why/));
    await press('End');
    await typeKeys('!');
    await mouseClick(tab(/Review/));
    await click(button('Submit answers'));
    await click(button('Submit anyway'));
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{}, { answer: 'abcd!' }, { answer: 'abcdef' }] });
  });

  it('asks for no confirmation if it is kept under Other but not selected', async () => {
    const { onSubmit } = ask([DATABASE], { softLimit: 3 });
    await mouseClick(radio('Other'));
    await typeKeys('abcdef');
    await mouseClick(radio('SQLite'));
    await click(button('Submit'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});

describe('a recommended option [R-RECOMMENDED]', () => {
  it('shows a badge, and keeps the whole label as its name and answer', async () => {
    const { onSubmit } = ask(SETUP.slice(0, 1));
    const control = radio('PostgreSQL (Recommended)');
    expect(chosen()).toEqual([]);
    expect(labelOf(control)).toBe('PostgreSQL Recommended');
    expect(document.querySelectorAll('[data-ask-user="badge"]')).toHaveLength(1);
    await click(control);
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: 'PostgreSQL (Recommended)' }] });
    expect(document.querySelector('[data-ask-user="settled"]')?.textContent).toContain('PostgreSQL (Recommended)');
  });
});

const labelsShown = () => screen.queryAllByRole('radio').map(labelOf);

describe('hostile questions', () => {
  it('may have 1,000 options [R-LIMITS]', async () => {
    const { onSubmit, container } = ask([choices(1000)]);
    container.querySelector<HTMLElement>('[data-ask-user="question"]')?.focus();
    await pressEach('1', 'ArrowUp', 'ArrowUp');
    expect(chosen()).toEqual(['Choice 1000']);
    await press('Enter');
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ selectedOption: 'Choice 1000' }] });
  });

  it.each([
    ['1,001 options', choices(1001)],
    ['a label of 50 kB', { question: 'Which?', options: ['a', 'x'.repeat(50_000)] }],
    ['a question of 50 kB', { question: 'x'.repeat(50_000) }],
  ])('are refused as invalid, not cut off: %s [R-LIMITS] [R-EMPTY]', (_, question) => {
    const onError = vi.fn();
    ask([question], { onError });
    expect(onError).toHaveBeenCalledOnce();
    expect(document.querySelector('[data-ask-user]')).toBeNull();
  });

  it('may use names of JavaScript properties as labels, headers and texts [R-ID]', async () => {
    const names = ['__proto__', 'constructor', 'toString', ''];
    const { onSubmit } = ask(
      names.map((name) => ({ id: name || 'x', question: name || '__proto__', header: name, options: names })),
    );
    for (let i = 0; i < names.length; i++) {
      await mouseClick(screen.getAllByRole('tab')[i] ?? document.body);
      await press(String(i + 1));
      await mouseClick(screen.getAllByRole('radio').at(-1) ?? document.body);
      await typeKeys('t');
      await press('Escape');
      await press('Escape');
      await mouseClick(screen.getAllByRole('radio')[i] ?? document.body);
    }
    await mouseClick(tab(/^Review/));
    await click(button('Submit answers'));
    const wire = onSubmit.mock.calls[0]?.[0];
    expect(wire).toMatchObject({
      answers: names.map((name) => ({ answer: name, selectedOption: name, wasCustom: false })),
    });
  });

  it('are identified by index if texts and labels are equal [R-ID]', async () => {
    const twin: QuestionInput = { id: 'same', question: 'Same?', header: 'Same', options: ['Yes', 'Yes', 'Yes'] };
    const { onSubmit } = ask([twin, { ...twin, multiSelect: true }]);
    heading(/Same/).focus();
    await press('2');
    expect(screen.getAllByRole('radio').map((one) => one.getAttribute('aria-checked'))).toEqual([
      'false',
      'true',
      'false',
      'false',
    ]);
    await press('Enter');
    await pressEach('1', '3', 'Enter');
    await click(button('Submit answers'));
    expect(onSubmit.mock.calls[0]?.[1].replies.map(({ selected }) => selected)).toEqual([[1], [0, 2]]);
  });

  it('keep lone surrogates, control characters and numeric labels [R-VERBATIM]', async () => {
    const labels = ['a\uD800b', '\u202Egnp.exe', 'x\u0000y', '7', ' ', '\u3164'];
    const { onSubmit } = ask([{ question: '\uDFFF?', header: '#"<', options: labels, multiSelect: true }]);
    heading(/\?/).focus();
    await pressEach('1', '2', '3', '4', '5', '6', '0');
    await fill(field(/Your answer/), 'mine\n \u200B');
    await press('Enter');
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      answered: true,
      answers: [{ question: '\uDFFF?', answer: [...labels, 'mine\n \u200B'], wasCustom: true }],
    });
  });

  it('may have numbers and booleans as labels, which are read as text [R-PARSE]', async () => {
    const { onSubmit } = ask(undefined, {
      input: { questions: [{ question: 'How many?', options: [0, { label: 2 }, true] }] },
    });
    expect(labelsShown()).toEqual(['0', '2', 'true', 'Other']);
    await click(radio('2'));
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: '2', selectedOption: '2' }] });
  });

  it('have their markup shown as text [R-VERBATIM]', async () => {
    const html = '<img src=x onerror="document.title=1"><b>bold</b>';
    const { container } = ask([
      { question: html, header: html, context: html, options: [{ label: html, description: html }] },
    ]);
    expect(container.querySelectorAll('img, b')).toHaveLength(0);
    expect(radio(html)).toBeDefined();
    expect(heading(html)).toBeDefined();
  });
});
