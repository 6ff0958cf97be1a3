import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useAskUser } from '../../../src/react/index.js';
import { ask, button, cleanUpAfterEach, click, field, focused, heading, radio } from '../../helpers/browser/card.js';
import { commit, compose, endAsWebKit, imeKey } from '../../helpers/browser/ime.js';
import { press, strike, typeKeys } from '../../helpers/browser/keys.js';
import { DATABASE, FEATURES, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const LATER = { laterMs: 2000 };
const KEYS = [
  ['Enter', 'Enter'],
  ['Escape', 'Escape'],
  ['Tab', 'Tab'],
  ['ArrowDown', 'ArrowDown'],
  ['Space', ' '],
  ['Digit1', '1'],
] as const;

/** Every keydown. `defaultPrevented` is read after all listeners have run. */
const downs: KeyboardEvent[] = [];
const listen = (event: KeyboardEvent) => void downs.push(event);
beforeEach(() => {
  downs.length = 0;
  window.addEventListener('keydown', listen, { capture: true });
});
afterEach(() => window.removeEventListener('keydown', listen, { capture: true }));

const openOther = async () => {
  heading(/Which database/).focus();
  await press('0');
  return field(/Your answer/);
};

describe('a composition of an input method', () => {
  it.each(['Windows', 'macOS'])(
    'keeps every key from the card, which prevents none of them; %s (A56)',
    async (system) => {
      const { onSubmit, onCancel } = ask([DATABASE, NAME]);
      const other = await openOther();
      await compose('にほん');
      downs.length = 0;
      for (const [code, key] of KEYS) await imeKey(code, system === 'macOS' ? key : undefined);
      expect(
        downs.map(({ isComposing, keyCode, defaultPrevented }) => [isComposing, keyCode, defaultPrevented]),
      ).toEqual(KEYS.map(() => [true, 229, false]));
      expect([focused(), other.value]).toEqual(['field Your answer', 'にほん']);
      expect([onSubmit.mock.calls, onCancel.mock.calls]).toEqual([[], []]);
      await commit('日本');
      expect(other.value).toBe('日本');
    },
  );

  it('keeps keys with `isComposing` from the card (A56)', async () => {
    const { onSubmit, onCancel } = ask([DATABASE]);
    const other = await openOther();
    await typeKeys('x');
    for (const [, key] of KEYS) {
      expect(strike(other, key, { isComposing: true }).defaultPrevented).toBe(false);
    }
    expect([focused(), onSubmit.mock.calls, onCancel.mock.calls]).toEqual(['field Your answer', [], []]);
  });

  it('ends on Enter without continuing, and the next Enter continues (A57)', async () => {
    const { onSubmit } = ask([NAME]);
    const name = field(/name of the service/);
    name.focus();
    await compose('にほん');
    await imeKey('Enter', 'Enter');
    await commit('日本');
    expect([name.value, onSubmit.mock.calls.length]).toEqual(['日本', 0]);
    await press('Enter', LATER);
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: '日本' }] });
  });

  it('ends on Escape without a confirmation, which the next Escape opens (A56) [R-CANCEL]', async () => {
    ask([NAME]);
    field(/name of the service/).focus();
    await typeKeys('x');
    await compose('にほん');
    await imeKey('Escape', 'Escape');
    await commit('');
    expect(focused()).toContain('field');
    await press('Escape', LATER);
    expect(focused()).toBe('button Keep answering');
  });

  it('keeps every key from the card in a note (A56)', async () => {
    const { onCancel } = ask([DATABASE]);
    await click(button('Add a note'));
    await compose('にほん');
    for (const [code, key] of KEYS) await imeKey(code, key);
    await commit('日本');
    expect([field(/Note/).value, onCancel.mock.calls.length]).toEqual(['日本', 0]);
  });
});

describe('a composition in WebKit', () => {
  it.each([
    ['Enter', 229],
    ['Enter', 13],
    ['Escape', 229],
    ['Escape', 27],
  ])('includes a %s (%i) right after its end (A58)', async (key, keyCode) => {
    const { onSubmit, onCancel } = ask([NAME]);
    const name = field(/name of the service/);
    name.focus();
    await typeKeys('x');
    expect(endAsWebKit(name, key, keyCode).defaultPrevented).toBe(false);
    await press('Shift');
    expect([onSubmit.mock.calls, onCancel.mock.calls]).toEqual([[], []]);
    expect(document.activeElement).toBe(name);
    await press('Enter', LATER);
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});

it('a composition that never ends does not block later keys (A59)', async () => {
  const { onSubmit } = ask([NAME]);
  const name = field(/name of the service/);
  name.focus();
  await typeKeys('x');
  name.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  await press('Enter');
  expect(onSubmit).not.toHaveBeenCalled();
  button('Before').focus();
  name.focus();
  name.setSelectionRange(1, 1);
  await press('Enter');
  expect(onSubmit).toHaveBeenCalledOnce();
});

describe('composed text', () => {
  it('is not reset while it is composed, and is sent verbatim (A60) [R-VERBATIM]', async () => {
    const { onSubmit } = ask([NAME]);
    const name = field(/name of the service/);
    name.focus();
    await typeKeys(' a ');
    const seen: string[] = [];
    for (const text of ['n', 'に', 'にh', 'にほ', 'にほん']) {
      await compose(text);
      seen.push(name.value);
    }
    expect(seen).toEqual([' a n', ' a に', ' a にh', ' a にほ', ' a にほん']);
    await commit('日本');
    await typeKeys(' ');
    await press('Enter', LATER);
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: ' a 日本 ' }] });
  });

  it('survives a re-render of the host and questions that stream in (A60, A61) [R-KEEP] [R-STREAM]', async () => {
    const { update } = ask([DATABASE, NAME], { streaming: true });
    const other = await openOther();
    let ends = 0;
    other.addEventListener('compositionend', () => ends++);
    await compose('に');
    update([{ ...DATABASE }, { ...NAME }], { streaming: true });
    await compose('にほ');
    update([{ ...DATABASE }, NAME, FEATURES], { streaming: true });
    await compose('にほん');
    update([{ ...DATABASE }, NAME, FEATURES], { streaming: false });
    expect([other.value, other.isConnected, ends]).toEqual(['にほん', true, 0]);
    await commit('日本');
    expect([field(/Your answer/).value, document.activeElement]).toEqual(['日本', other]);
  });
});

/** A component with its own elements. */
function Headless() {
  const { getRootProps, questions } = useAskUser([DATABASE]);
  return (
    <div {...getRootProps({ 'aria-label': 'Question' })}>
      <input aria-label="SQLite" {...questions[0]?.options[1]?.getInputProps()} />
      <textarea {...questions[0]?.getFieldProps()} />
    </div>
  );
}

describe('an event without a key, as a password manager dispatches it', () => {
  it.each<[string, () => unknown]>([
    ['the dialog', () => ask([DATABASE])],
    ['a UI with prop getters', () => render(<Headless />)],
  ])('is ignored by %s', async (_, show) => {
    show();
    if (screen.queryByRole('radio', { name: 'Other' })) await click(radio('Other'));
    const errors: string[] = [];
    const onError = (event: ErrorEvent) => {
      event.preventDefault();
      errors.push(event.message);
    };
    window.addEventListener('error', onError);
    for (const target of [radio('SQLite'), field(/Your answer/)])
      target.dispatchEvent(new Event('keydown', { bubbles: true, cancelable: true }));
    window.removeEventListener('error', onError);
    expect(errors).toEqual([]);
  });
});
