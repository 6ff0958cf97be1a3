import { describe, expect, it } from 'vitest';
import {
  ask,
  button,
  card,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  heading,
  radio,
} from '../../helpers/browser/card.js';
import { press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

describe('a card that arrives', () => {
  it.each([false, true])('changes nothing while the user types elsewhere; StrictMode: %s (A63)', async (strict) => {
    const composer = document.body.appendChild(document.createElement('textarea'));
    composer.value = 'yes 1';
    composer.focus();
    composer.setSelectionRange(1, 3);
    ask(THREE, { strict });
    await frame();
    expect(document.activeElement).toBe(composer);
    expect([composer.value, composer.selectionStart, composer.selectionEnd]).toEqual(['yes 1', 1, 3]);
    await typeKeys('1');
    expect([composer.value, chosen()]).toEqual(['y1 1', []]);
    composer.remove();
  });

  it('does not take focus from another card, answered or not (A70)', async () => {
    const first = ask([DATABASE], { around: (inner) => inner });
    radio('SQLite').focus();
    ask([NAME], { around: (inner) => inner });
    await frame();
    expect(focused()).toBe('control SQLite');
    await pressEach('2', 'Enter');
    await frame();
    expect(first.onSubmit).toHaveBeenCalledOnce();
    expect(focused()).toBe('title You answered Assistant');
  });
});

const typeOther = async () => {
  heading(/Which database/).focus();
  await press('0');
  await typeKeys('mine');
};

describe('a closed confirmation (A69)', () => {
  it('restores focus and caret if it was about discarding [R-CANCEL]', async () => {
    ask(THREE);
    await typeOther();
    field(/Your answer/).setSelectionRange(1, 3);
    await pressEach('Escape', 'Escape');
    const { selectionStart, selectionEnd } = field(/Your answer/);
    expect([focused(), selectionStart, selectionEnd]).toEqual(['field Your answer', 1, 3]);
    await pressEach('Escape', 'Enter');
    await typeKeys('X');
    expect(field(/Your answer/).value).toBe('mXe');
  });

  it('restores focus and caret if it was about a long answer, also from Review [R-LONG]', async () => {
    ask([NAME, DATABASE], { softLimit: 3 });
    field(/name of/).focus();
    await typeKeys('abcdef');
    field(/name of/).setSelectionRange(2, 4);
    await pressEach('Enter', '1', 'Enter');
    await click(button('Submit answers'));
    expect(focused()).toBe('button Edit answer');
    await press('Enter');
    const { selectionStart, selectionEnd } = field(/name of/);
    expect([document.activeElement, selectionStart, selectionEnd]).toEqual([field(/name of/), 2, 4]);
  });
});

describe('a tap on Other', () => {
  it.each(['control', 'label', 'key'])('on its %s focuses the field within the tap (A24) [R-OTHER]', (name) => {
    ask([DATABASE]);
    const target = card().querySelector(`[data-other] [data-ask-user="${name}"]`);
    target?.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true }));
    expect([chosen(), focused()]).toEqual([['Other'], 'field Your answer']);
  });

  it('leaves Other selected on a second click with the mouse [R-OTHER]', async () => {
    ask([DATABASE]);
    await mouseClick(radio('Other'));
    await typeKeys('a');
    await mouseClick(radio('Other'));
    expect([chosen(), focused(), field(/Your answer/).value]).toEqual([['Other'], 'field Your answer', 'a']);
  });
});
