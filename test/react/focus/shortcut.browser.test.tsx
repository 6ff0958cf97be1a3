import { fireEvent, render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { AskUserDialogProps } from '../../../src/react/index.js';
import {
  button,
  card,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  heading,
  loaded,
  radio,
} from '../../helpers/browser/card.js';
import { Chat } from '../../helpers/browser/chat.js';
import { hold, keyUp, press, QUICK, strike, typeKeys } from '../../helpers/browser/keys.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const ALT = { alt: true };
const message = () => field('Message');
const hints = () =>
  [...card().querySelectorAll('[data-ask-user="key-hints"] > span')].map(({ textContent }) => textContent);
const onSubmit = vi.fn();

/** Renders a chat with a question. Focus is in the composer. */
async function open(dialog: AskUserDialogProps = {}, ...more: AskUserDialogProps[]) {
  onSubmit.mockReset();
  const all = [dialog, ...more].map((one, at) => ({ questions: [DATABASE], ...one, requestId: `${at}` }));
  render(<Chat cards={all} dialog={{ focusShortcut: 'Alt+Q', onSubmit }} />);
  await loaded();
  message().focus();
}

describe('a shortcut to the card [R-FOLLOW]', () => {
  it('moves focus to the question, and from there back to the caret', async () => {
    await open();
    await typeKeys('hello');
    message().setSelectionRange(2, 4);
    await press('q', ALT);
    expect(focused()).toMatch(/^question Which database/);
    await press('2', QUICK);
    expect([chosen(), message().value]).toEqual([['SQLite'], 'hello']);
    await press('q', ALT);
    expect([document.activeElement, message().selectionStart, message().selectionEnd]).toEqual([message(), 2, 4]);
  });

  it('allows an answer with three keys: the shortcut, a digit and Enter', async () => {
    await open();
    await press('q', ALT);
    await press('3', QUICK);
    await press('Enter', QUICK);
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(message()).toHaveFocus();
  });

  it('moves focus into the field of a question without options, and types nothing there', async () => {
    await open({ questions: [NAME] });
    await press('q', ALT);
    await typeKeys('orders');
    expect(field(/name of/).value).toBe('orders');
    await press('q', ALT);
    expect([document.activeElement, field(/name of/).value]).toEqual([message(), 'orders']);
  });

  it('moves focus from the page, and back to it', async () => {
    await open({ composerRef: undefined, returnFocusTo: undefined });
    message().blur();
    await press('q', ALT);
    expect(focused()).toMatch(/^question/);
    await press('q', ALT);
    expect(focused()).toBe('body');
  });

  it('moves focus to the card, and back to the composer, if a script dispatches it on the document', async () => {
    await open();
    const pressed = () => fireEvent.keyDown(document, { key: 'q', code: 'KeyQ', altKey: true });
    pressed();
    expect(focused()).toMatch(/^question Which database/);
    pressed();
    expect(message()).toHaveFocus();
  });

  it('moves focus to the composer if the user reached the card without the shortcut', async () => {
    await open();
    radio('SQLite').focus();
    await press('q', ALT);
    expect(message()).toHaveFocus();
  });

  it.each([
    ['on a Mac', 'œ', { ...ALT, code: 'KeyQ', keyCode: 81 }],
    ['with a Russian layout', 'й', { ...ALT, code: 'KeyQ', keyCode: 81 }],
  ])('works %s', async (_, key, options) => {
    await open();
    await press(key, options);
    expect(focused()).toMatch(/^question/);
  });

  it('moves focus once while it is held', async () => {
    await open();
    await hold('q', 3, ALT);
    await keyUp('q', ALT);
    expect(focused()).toMatch(/^question/);
  });

  it('is left to an input method and to other modifiers', async () => {
    await open();
    const alt = { altKey: true, code: 'KeyQ' };
    for (const init of [
      { ...alt, isComposing: true },
      { ...alt, keyCode: 229 },
      { ...alt, ctrlKey: true },
      { ...alt, shiftKey: true },
      { code: 'KeyQ' },
      { ...alt, modifierAltGraph: true },
    ]) {
      expect(strike(message(), 'q', init).defaultPrevented).toBe(false);
    }
    expect(message()).toHaveFocus();
    expect(strike(message(), 'q', alt).defaultPrevented).toBe(true);
  });

  it('leaves the plain letter to the composer if a modifier is written as an alias', async () => {
    await open({ focusShortcut: 'Ctrl+Q' });
    await typeKeys('q');
    expect([document.activeElement, message().value]).toEqual([message(), 'q']);
    expect(strike(message(), 'q', { ctrlKey: true, code: 'KeyQ' }).defaultPrevented).toBe(true);
    expect(focused()).toMatch(/^question/);
  });

  it('is shown whole in the hints if it is written with spaces', async () => {
    await open({ focusShortcut: 'Alt + Q' });
    expect(hints()).toEqual(['altQanswer']);
  });

  it.each([
    ['Q Shift+W Alt+Q Mod+K', 'Alt+Q', ['altQanswer']],
    ['Alt + Q', 'Alt+Q', ['altQanswer']],
    ['Q', null, ['↑↓↵choose', 'esccancel']],
    ['Shift+Q', null, ['↑↓↵choose', 'esccancel']],
    ['AltGraph+Q', null, ['↑↓↵choose', 'esccancel']],
    ['Control+Alt', null, ['↑↓↵choose', 'esccancel']],
    ['Alt+', null, ['↑↓↵choose', 'esccancel']],
    [' ', null, ['↑↓↵choose', 'esccancel']],
  ])('is named only if the card handles it: %j', async (focusShortcut, named, hinted) => {
    await open({ focusShortcut });
    expect([card().getAttribute('aria-keyshortcuts'), hints()]).toEqual([named, hinted]);
  });

  it('is left to the host if the host handles it first', async () => {
    const take = (event: Event) => event.preventDefault();
    window.addEventListener('keydown', take, true);
    await open();
    await press('q', ALT);
    window.removeEventListener('keydown', take, true);
    expect(message()).toHaveFocus();
  });

  it('belongs to the card while a request is pending, and to the page afterwards', async () => {
    await open();
    expect(card().getAttribute('aria-keyshortcuts')).toBe('Alt+Q');
    await click(radio('SQLite'));
    await click(button('Submit'));
    expect(document.querySelector('[data-ask-user="card"]')?.hasAttribute('aria-keyshortcuts')).toBe(false);
    message().focus();
    expect(strike(message(), 'q', { altKey: true, code: 'KeyQ' }).defaultPrevented).toBe(false);
    expect(message()).toHaveFocus();
  });

  it('moves focus into a confirmation, and to a collapsed card', async () => {
    await open({ questions: THREE });
    await click(radio('SQLite'));
    await click(button('Collapse'));
    message().focus();
    await press('q', ALT);
    expect(focused()).toBe('button Continue');
    await press('Enter');
    message().focus();
    await click(button('Cancel'));
    await press('q', ALT);
    expect(focused()).toBe('button Keep answering');
  });

  it('moves focus to the first of two cards, and out of the one that has focus', async () => {
    await open({}, { questions: [FEATURES] });
    await press('q', ALT);
    expect(focused()).toMatch(/^question Which database/);
    heading(/Which features/).focus();
    await press('q', ALT);
    expect(message()).toHaveFocus();
  });
});

describe('the hint of the shortcut [R-HINTS]', () => {
  it('is the only one while focus is outside the card', async () => {
    await open();
    await frame();
    expect(hints()).toEqual(['altQanswer']);
    const [cap] = card().querySelectorAll('[data-ask-user="key-hints"] kbd');
    expect(getComputedStyle(cap!).borderTopColor).not.toBe('rgba(0, 0, 0, 0)');
    radio('SQLite').focus();
    await frame();
    expect(hints()).toEqual(['↑↓↵choose', 'esccancel']);
    message().focus();
    await frame();
    expect(hints()).toEqual(['altQanswer']);
  });
});
