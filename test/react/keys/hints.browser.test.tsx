import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AskUserDialog } from '../../../src/react/index.js';
import {
  ask,
  button,
  card,
  checkbox,
  click,
  cleanUpAfterEach,
  field,
  frame,
  heading,
  loaded,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { press, typeKeys } from '../../helpers/browser/keys.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import { FORM } from '../../helpers/browser/rules.js';

cleanUpAfterEach();

/** The hints as they are read: keys, then their actions. */
async function hints(): Promise<string[]> {
  await frame();
  return [...card().querySelectorAll('[data-ask-user="key-hints"] > span')].map(({ textContent }) => textContent);
}

describe('the key hints [R-HINTS]', () => {
  it('name the key that sends a question to the agent, once it can be sent [R-ASKBACK]', async () => {
    ask([DATABASE], { onAskBack: () => new Promise<string>(() => {}) });
    await loaded();
    await click(button('Ask about this'));
    expect(await hints()).toEqual(['⇧↵new line']);
    await typeKeys('Why?');
    expect(await hints()).toEqual(['↵send', '⇧↵new line', 'esccancel']);
    await press('Enter');
    await typeKeys('And?');
    expect(await hints()).toEqual(['⇧↵new line', 'esccancel']);
  });

  it('name the keys of an option in a single-select question', async () => {
    ask([DATABASE]);
    radio('SQLite').focus();
    expect(await hints()).toEqual(['↑↓↵choose', 'esccancel']);
    await press('Enter');
    expect(await hints()).toEqual(['↵submit', '↑↓choose', 'esccancel']);
  });

  it('name the keys of an option in a multi-select question', async () => {
    ask([FEATURES]);
    checkbox('Accounts').focus();
    expect(await hints()).toEqual(['spacetoggle', 'esccancel']);
    await press(' ');
    expect(await hints()).toEqual(['↵submit', 'spacetoggle', 'esccancel']);
  });

  it('name the keys of Other’s field in both kinds of question', async () => {
    const { update } = ask([DATABASE]);
    radio('SQLite').focus();
    await press('0');
    expect(await hints()).toEqual(['⇧↵new line', 'esccancel']);
    await typeKeys('x');
    expect(await hints()).toEqual(['↵submit', '⇧↵new line', 'esccancel']);
    update([FEATURES]);
    checkbox('Accounts').focus();
    await press('0', { laterMs: 2000 });
    expect(await hints()).toEqual(['↵submit', '⇧↵new line', 'esccancel']);
  });

  it('name the keys of a text field and of a single-line field', async () => {
    const { unmount } = ask([NAME]);
    field(/name of/).focus();
    expect(await hints()).toEqual(['⇧↵new line', 'esccancel']);
    await typeKeys(' x');
    expect(await hints()).toEqual(['↵submit', '⇧↵new line', 'esccancel']);
    await press('Backspace');
    expect(await hints()).toEqual(['⇧↵new line', 'esccancel']);
    unmount();
    const input = { questions: [{ question: 'How many?', header: 'Count', rules: { input: 'integer' } }] };
    render(<AskUserDialog dialect={FORM} input={input} />);
    field('How many?').focus();
    await typeKeys('x');
    expect(await hints()).toEqual(['esccancel']);
    await press('Backspace');
    await typeKeys('3');
    expect(await hints()).toEqual(['↵submit', 'esccancel']);
  });

  it('name the key for a new line in the field of a secret, and in one without autocapitalization', async () => {
    const questions = [{ question: 'Which key?', header: 'Key', rules: { secret: true } }];
    const { unmount } = render(<AskUserDialog dialect={FORM} input={{ questions }} />);
    field('Which key?').focus();
    expect(await hints()).toEqual(['⇧↵new line', 'esccancel']);
    await typeKeys('a');
    await press('Enter', { shift: true });
    await typeKeys('b');
    expect(field('Which key?')).toHaveValue('a\nb');
    expect(await hints()).toEqual(['↵submit', '⇧↵new line', 'esccancel']);
    unmount();
    ask([NAME]);
    field(/name of/).setAttribute('autocapitalize', 'none');
    field(/name of/).focus();
    expect(await hints()).toEqual(['⇧↵new line', 'esccancel']);
  });

  it('name the keys of a heading, a tab, a button, a note and Review', async () => {
    ask(THREE);
    heading(/Which database/).focus();
    expect(await hints()).toEqual(['↵next', 'esccancel']);
    button('Next').focus();
    expect(await hints()).toEqual(['esccancel']);
    button('Add a note').click();
    await frame();
    expect(await hints()).toEqual(['esccancel']);
    tab(/Review/).focus();
    await press('End');
    expect(await hints()).toEqual(['esccancel']);
    heading('Check your answers').focus();
    expect(await hints()).toEqual(['esccancel']);
  });

  it('name Submit on Review once every question is answered', async () => {
    ask([DATABASE, FEATURES]);
    radio('SQLite').focus();
    await press(' ');
    await press('Enter');
    await press('1');
    await press('Enter');
    expect(heading('Check your answers')).toHaveFocus();
    expect(await hints()).toEqual(['↵submit', 'esccancel']);
  });

  it('name the keys of the first control without key caps while focus is elsewhere', async () => {
    ask([DATABASE]);
    const cap = () => getComputedStyle(card().querySelector('[data-ask-user="key-hints"] kbd')!).borderTopColor;
    expect(await hints()).toEqual(['↑↓↵choose', 'esccancel']);
    expect(cap()).toBe('rgba(0, 0, 0, 0)');
    radio('SQLite').focus();
    expect(cap()).not.toBe('rgba(0, 0, 0, 0)');
    radio('SQLite').blur();
    expect(cap()).toBe('rgba(0, 0, 0, 0)');
    expect(await hints()).toEqual(['↑↓↵choose', 'esccancel']);
  });
});
