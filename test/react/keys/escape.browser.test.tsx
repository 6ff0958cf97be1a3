import { describe, expect, it, onTestFinished } from 'vitest';
import {
  ask,
  button,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  heading,
  radio,
  confirmation,
} from '../../helpers/browser/card.js';
import { hold, keyUp, press, pressEach, pressFast, typeKeys } from '../../helpers/browser/keys.js';
import { DATABASE, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const CANCELLED = { answered: false, answers: [], cancelled: true };

/** Calls `enter` and presses Escape. Returns the title of the confirmation, or the output that the host received. */
async function escapeAfter(
  enter: () => Promise<unknown> | void,
  props: Parameters<typeof ask>[1],
  questions = [DATABASE],
) {
  const { onCancel, onSubmit } = ask(questions, props);
  heading(/Which database/).focus();
  await enter();
  await press('Escape');
  expect(onSubmit).not.toHaveBeenCalled();
  return confirmation()?.querySelector('h4')?.textContent ?? onCancel.mock.calls[0]?.[0];
}

const typeOther = async (text: string) => {
  await press('0');
  await typeKeys(text);
};
const typeNote = async (text: string) => {
  await click(button('Add a note'));
  await typeKeys(text);
};

describe('Escape in a single question (A49) [R-CANCEL]', () => {
  it.each([
    ['nothing entered', () => {}, CANCELLED],
    ['an option selected', () => press('2'), CANCELLED],
    ['white space under Other', () => typeOther('  '), CANCELLED],
    ['text under Other', () => typeOther('x'), 'Discard 1 answer?'],
    [
      'text kept under Other, an option selected',
      () => typeOther('x').then(() => click(radio('SQLite'))),
      'Discard 1 answer?',
    ],
    ['a note', () => typeNote('x'), 'Discard 1 answer?'],
    ['a blank note', () => typeNote(' '), CANCELLED],
  ])('cancels at once unless text would be lost: %s', async (_, enter, expected) => {
    expect(await escapeAfter(enter, {})).toEqual(expected);
  });

  it.each([
    ['multiple', 'text under Other', () => typeOther('x'), CANCELLED],
    ['always', 'nothing entered', () => {}, 'Leave without answering?'],
    ['always', 'an option selected', () => press('2'), 'Discard 1 answer?'],
  ] as const)('follows confirmCancel=%s with %s', async (confirmCancel, _, enter, expected) => {
    expect(await escapeAfter(enter, { confirmCancel })).toEqual(expected);
  });
});

describe('Escape in a request with several questions (A49, A102) [R-CANCEL]', () => {
  it.each([
    ['nothing entered', () => {}, CANCELLED],
    ['one option selected', () => press('2'), 'Discard 1 answer?'],
    ['only a note', () => typeNote('x'), 'Discard 1 answer?'],
    ['white space only', () => typeOther(' '), CANCELLED],
    ['two answered, on another tab', () => pressEach('2', 'Enter', '1', 'Enter'), 'Discard 2 answers?'],
    ['one option selected, on Review', () => pressEach('2', 'Enter', 'Enter', 'Enter'), 'Discard 1 answer?'],
  ])('cancels at once unless something was entered: %s', async (_, enter, expected) => {
    expect(await escapeAfter(enter, {}, [...THREE])).toEqual(expected);
  });

  it('asks for confirmation on Review, and only Discard discards', async () => {
    const { onCancel } = ask(THREE);
    heading(/Which database/).focus();
    await pressEach('2', 'Enter', '1', 'Enter');
    await typeKeys('orders');
    await pressEach('Enter', 'Escape');
    expect(heading('Discard 3 answers?')).toBeDefined();
    expect(focused()).toBe('button Keep answering');
    await press('Enter');
    expect([confirmation(), focused()]).toEqual([null, 'question Check your answers']);
    expect(onCancel).not.toHaveBeenCalled();
    await press('Escape');
    await press('Tab');
    expect(focused()).toBe('button Discard answers');
    await press('Enter');
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onCancel.mock.calls[0]?.[0]).toEqual(CANCELLED);
  });

  it('follows the same rules as the Cancel button', async () => {
    const { onCancel } = ask(THREE);
    await click(radio('SQLite'));
    await click(button('Cancel'));
    expect(heading('Discard 1 answer?')).toBeDefined();
    await click(button('Discard answers'));
    expect(onCancel).toHaveBeenCalledOnce();
  });
});

describe('Escape in other states', () => {
  it('asks once while it is held, and the request stays pending (A50) [R-CANCEL]', async () => {
    const { onCancel } = ask(THREE);
    await click(radio('SQLite'));
    let shown = 0;
    const watcher = new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) if (node.contains(confirmation())) shown++;
    });
    watcher.observe(document.body, { subtree: true, childList: true });
    await hold('Escape', 12);
    await keyUp('Escape');
    watcher.disconnect();
    expect([shown, confirmation()?.textContent]).toEqual([1, expect.stringContaining('Discard 1 answer?')]);
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('pressed twice quickly returns to the card with the same focus, and loses nothing (A51) [R-CANCEL]', async () => {
    const { onCancel } = ask(THREE);
    heading(/Which database/).focus();
    await typeOther('mine');
    await pressFast('Escape', 2);
    expect([confirmation(), focused(), field(/Your answer/).value]).toEqual([null, 'field Your answer', 'mine']);
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('returns to the field from the long-answer confirmation (A49) [R-LONG]', async () => {
    const { onSubmit, onCancel } = ask([NAME], { softLimit: 3 });
    field(/name of the service/).focus();
    await typeKeys('abcdef');
    await press('Enter');
    expect(focused()).toBe('button Edit answer');
    await press('Escape');
    expect(document.activeElement).toBe(field(/name of the service/));
    expect([onSubmit.mock.calls, onCancel.mock.calls]).toEqual([[], []]);
  });

  it('does nothing while sending (A49) [R-ASYNC]', async () => {
    const { onCancel, container } = ask([DATABASE], { onSubmit: () => new Promise(() => {}) });
    heading(/Which database/).focus();
    await pressEach('2', 'Enter', 'Escape');
    expect(container.querySelector('[data-phase="submitting"]')).not.toBeNull();
    expect([onCancel.mock.calls, confirmation()]).toEqual([[], null]);
  });

  it('cancels after a failed delivery (A49) [R-ASYNC]', async () => {
    const { onCancel } = ask([DATABASE], { onSubmit: () => ({ ok: false }) });
    heading(/Which database/).focus();
    await pressEach('2', 'Enter', 'Escape');
    expect(onCancel).toHaveBeenCalledOnce();
  });
});

describe('Escape on a page with other listeners', () => {
  /** Returns, for each Escape that the page's listeners saw, whether it was already handled. */
  async function seenByHost(act: () => Promise<unknown>): Promise<boolean[]> {
    const seen: boolean[] = [];
    const listen = (event: KeyboardEvent) => void (event.key === 'Escape' && seen.push(event.defaultPrevented));
    document.addEventListener('keydown', listen);
    await act();
    document.removeEventListener('keydown', listen);
    return seen;
  }

  it('is left to the page outside the card (A49)', async () => {
    const { onCancel } = ask(THREE);
    await click(radio('SQLite'));
    button('Before').focus();
    expect(await seenByHost(() => press('Escape'))).toEqual([false]);
    expect([confirmation(), onCancel.mock.calls]).toEqual([null, []]);
  });

  it('is left to the page in a settled card', async () => {
    ask([DATABASE]);
    heading(/Which database/).focus();
    await press('Escape');
    expect(focused()).toContain('title You cancelled');
    expect(await seenByHost(() => press('Escape'))).toEqual([false]);
  });

  it('affects only the card that has focus (A49)', async () => {
    const first = ask([DATABASE], { requestId: 'first', around: (card) => card });
    const second = ask([{ ...NAME }], { requestId: 'second', around: (card) => card });
    field(/name of the service/).focus();
    await press('Escape');
    expect(second.onCancel).toHaveBeenCalledOnce();
    expect(first.onCancel).not.toHaveBeenCalled();
    expect(radio('SQLite')).toBeDefined();
  });

  it('does not close a host dialog that listens first (A52)', async () => {
    let open = true;
    // Radix's dialogs capture the key on the document, and skip it if it was prevented before.
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) open = false;
    };
    document.addEventListener('keydown', listen, { capture: true });
    const { onCancel } = ask(THREE);
    await click(radio('SQLite'));
    await pressEach('Escape', 'Escape', 'Escape');
    await click(button('Discard answers'));
    expect([open, onCancel.mock.calls.length]).toEqual([true, 1]);
    await press('Escape');
    expect(open).toBe(false);
    document.removeEventListener('keydown', listen, { capture: true });
  });

  it.each(['inline', 'modal'] as const)(
    'does not cancel a card (%s) if a popover of the host has handled the key [R-CANCEL]',
    async (presentation) => {
      let open = true;
      // A host's popover may capture the key on the window before the card does.
      const close = (event: KeyboardEvent) => {
        if (!open) return;
        event.preventDefault();
        open = event.key !== 'Escape';
      };
      window.addEventListener('keydown', close, { capture: true });
      onTestFinished(() => window.removeEventListener('keydown', close, { capture: true }));
      const { onCancel, container } = ask([DATABASE], { presentation });
      const phase = () => container.ownerDocument.querySelector('[data-phase]')?.getAttribute('data-phase');
      radio('SQLite').focus();
      await pressEach('2', 'Enter');
      expect([chosen(), phase()]).toEqual([[], 'answering']);
      await press('Escape');
      expect([open, phase(), onCancel.mock.calls]).toEqual([false, 'answering', []]);
      await press('Escape');
      await expect.poll(() => onCancel.mock.calls.length).toBe(1);
    },
  );

  it('does not close a native modal dialog around the card (A52)', async () => {
    const { container, onCancel } = ask(THREE, { around: (card) => <dialog>{card}</dialog> });
    const dialog = container.querySelector('dialog');
    dialog?.showModal();
    await click(radio('SQLite'));
    expect(chosen()).toEqual(['SQLite']);
    for (let i = 0; i < 6; i++) await press('Escape');
    expect([dialog?.open, confirmation()]).toEqual([true, null]);
    await press('Escape');
    await click(button('Discard answers'));
    expect([dialog?.open, onCancel.mock.calls.length]).toEqual([true, 1]);
    await press('Escape');
    expect(dialog?.open).toBe(false);
  });
});
