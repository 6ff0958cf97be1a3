import { describe, expect, it } from 'vitest';
import {
  ask,
  button,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  radio,
  confirmation,
} from '../../helpers/browser/card.js';
import { compose, commit } from '../../helpers/browser/ime.js';
import { press, strike } from '../../helpers/browser/keys.js';
import { drag } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

describe('a confirmation', () => {
  it('closes completely on Escape at mount, without cancelling or closing a host dialog (A53)', async () => {
    let open = true;
    const hostListens = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) open = false;
    };
    document.addEventListener('keydown', hostListens, { capture: true });
    const { onCancel } = ask(THREE);
    await click(radio('SQLite'));
    radio('SQLite').focus();
    let mounts = 0;
    const watcher = new MutationObserver(() => {
      if (confirmation() && mounts++ === 0 && document.activeElement) strike(document.activeElement, 'Escape');
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    await press('Escape');
    await expect.poll(() => mounts).toBeGreaterThan(0);
    watcher.disconnect();
    document.removeEventListener('keydown', hostListens, { capture: true });
    expect([open, confirmation(), onCancel.mock.calls, chosen()]).toEqual([true, null, [], ['SQLite']]);
  });

  it('makes the card body inert until it closes (A17)', async () => {
    ask(THREE);
    await click(radio('SQLite'));
    const body = document.querySelector<HTMLElement>('[data-ask-user="body"]');
    const control = radio('SQLite');
    control.focus();
    await press('Escape');
    control.focus();
    expect([body?.inert, document.activeElement]).toEqual([true, button('Keep answering')]);
    await press('Escape');
    expect([body?.inert, document.activeElement]).toEqual([false, control]);
  });
});

describe('a disabled button', () => {
  it('ignores click, Enter and Space, and keeps focus (A106) [R-STREAM]', async () => {
    const { onSubmit } = ask([FEATURES, NAME], { streaming: true });
    await click(checkbox('REST API'));
    const submit = button('Submit');
    expect(submit.getAttribute('aria-disabled')).toBe('true');
    submit.focus();
    submit.click();
    await press('Enter');
    await press(' ');
    expect([onSubmit.mock.calls, document.activeElement]).toEqual([[], submit]);
  });

  it('changes nothing while the answer is being sent (A106) [R-ASYNC]', async () => {
    const { onSubmit, onCancel, container } = ask([DATABASE], {
      allow: { skip: true },
      onSubmit: () => new Promise(() => {}),
    });
    await click(radio('SQLite'));
    await click(button('Submit'));
    const body = container.querySelector('[data-ask-user="body"]');
    const html = body?.innerHTML;
    const disabled = container.querySelectorAll<HTMLElement>('[aria-disabled="true"]');
    for (const one of disabled) {
      one.focus();
      one.click();
      await press('Enter');
      await press(' ');
    }
    expect([disabled.length, onSubmit.mock.calls.length, onCancel.mock.calls.length]).toEqual([5, 1, 0]);
    expect(body?.innerHTML === html).toBe(true);
  });
});

describe('text in an IME composition', () => {
  it('is counted, but neither cleaned nor cut off (A62)', async () => {
    const { onSubmit } = ask([NAME], { softLimit: 3 });
    const name = field(/name of/);
    name.focus();
    await compose(' にほんご\u200B ');
    expect(name.value).toBe(' にほんご\u200B ');
    expect(name).toHaveAccessibleDescription('7 characters (4 over the suggested 3). Nothing will be cut off.');
    await commit('日本語');
    expect([name.value, onSubmit.mock.calls]).toEqual(['日本語', []]);
  });
});

describe('the text of an option', () => {
  it('can be selected with the mouse without selecting the option (A20)', async () => {
    ask([DATABASE]);
    await drag(document.querySelector('[data-ask-user="description"]')!, 0.05, 0.9);
    expect(getSelection()?.toString()).toMatch(/attle-test/);
    expect(chosen()).toEqual([]);
    getSelection()?.removeAllRanges();
  });
});
