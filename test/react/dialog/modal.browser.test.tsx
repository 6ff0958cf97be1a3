import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { AskUserDialog } from '../../../src/react/index.js';
import { accessibilityTree } from '../../helpers/browser/accessibility-tree.js';
import {
  ask,
  button,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  radio,
} from '../../helpers/browser/card.js';
import { compose, imeKey } from '../../helpers/browser/ime.js';
import { hold, keyUp, press, pressFast, QUICK, typeKeys } from '../../helpers/browser/keys.js';
import { askModal, closed, confirmation, dialog } from '../../helpers/browser/modal.js';
import { DATABASE, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

/** Longer than keys are ignored after focus has moved automatically. */
const LATER = { laterMs: 600 };

describe('a modal', () => {
  it('opens over the page with focus on its heading, and traps focus (A68)', async () => {
    askModal([DATABASE]);
    expect(dialog().matches(':modal')).toBe(true);
    expect(focused()).toBe('title Question from Bot');
    document.querySelector<HTMLElement>('button')?.focus();
    expect(focused()).toBe('title Question from Bot');
    expect(document.querySelectorAll('[data-ask-user="card"]')).toHaveLength(1);
  });

  it('is one named dialog without a description (A1)', async () => {
    askModal([DATABASE]);
    const tree = await accessibilityTree();
    const cards = tree.filter(({ role }) => role === 'dialog');
    expect(cards).toMatchObject([
      { name: 'Question from Bot: Which database should we use?', description: '', properties: { modal: true } },
    ]);
    expect(tree.some(({ role }) => role === 'region')).toBe(false);
    expect(tree.some(({ name }) => name === 'Before')).toBe(false);
  });

  it('opens once in StrictMode (A16)', () => {
    const Opener = () => {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Ask
          </button>
          {open && <AskUserDialog questions={[DATABASE]} asker="Bot" presentation="modal" />}
        </>
      );
    };
    ask([DATABASE], { strict: true, around: () => <Opener /> });
    button('Ask').focus();
    button('Ask').click();
    return frame().then(() => {
      expect(dialog().matches(':modal')).toBe(true);
      expect(focused()).toBe('title Question from Bot');
    });
  });

  it('ignores quick keys that were meant for the page [R-NOPHANTOM] (A66)', async () => {
    const { onSubmit } = askModal([DATABASE]);
    for (const key of ['1', 'Enter']) await press(key, QUICK);
    expect(chosen()).toEqual([]);
    await press('2', LATER);
    expect([chosen(), focused()]).toEqual([['SQLite'], 'control SQLite']);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('contains the live regions with its messages (A80)', async () => {
    askModal([DATABASE], { onSubmit: () => ({ ok: false }) });
    await click(radio('SQLite'));
    await click(button('Submit'));
    const tree = await accessibilityTree();
    const at = tree.findIndex(({ role }) => role === 'dialog');
    const alert = tree.findIndex(({ role }) => role === 'alert');
    expect([at >= 0, alert > at]).toEqual([true, true]);
    expect(screen.getByRole('alert')).toHaveTextContent('Your answers weren’t sent.');
    expect(dialog().contains(screen.getByRole('alert'))).toBe(true);
  });
});

describe('Tab in a modal', () => {
  it('moves through all stops in both directions, and never leaves the modal (A68)', async () => {
    askModal([DATABASE]);
    const seen: string[] = [];
    for (let stop = 0; stop < 6; stop++) {
      await press('Tab');
      seen.push(focused());
    }
    const stops = [
      'control PostgreSQL',
      'question-action Add a note',
      'button Cancel',
      'button Submit',
      'collapse Collapse',
    ];
    expect(seen).toEqual(['collapse Collapse', ...stops].with(5, 'collapse Collapse'));
    const back: string[] = [];
    for (let stop = 0; stop < 5; stop++) {
      await press('Tab', { shift: true });
      back.push(focused());
    }
    expect(back).toEqual(stops.toReversed().slice(1).concat('collapse Collapse'));
  });

  it('moves backwards from the heading to the last stop (A68)', async () => {
    askModal([DATABASE]);
    await press('Tab', { shift: true });
    expect(focused()).toBe('button Submit');
  });

  it('stays within the two buttons of a confirmation (A68)', async () => {
    askModal(THREE);
    await click(radio('SQLite'));
    await press('Escape');
    const seen = [focused()];
    for (let stop = 0; stop < 3; stop++) {
      await press('Tab');
      seen.push(focused());
    }
    const two = ['button Keep answering', 'button Discard answers'];
    expect(seen).toEqual([...two, ...two]);
  });
});

describe('Escape in a modal (A49) [R-CANCEL]', () => {
  it('cancels if nothing was entered, and restores focus (A68)', async () => {
    const { onCancel } = askModal(THREE);
    await press('Escape');
    expect(onCancel).toHaveBeenCalledOnce();
    expect([closed(), focused()]).toEqual([true, 'button Before']);
  });

  it('asks for confirmation if something would be lost, and never closes the modal by itself (A51)', async () => {
    const { onCancel } = askModal(THREE);
    await click(radio('SQLite'));
    radio('SQLite').focus();
    for (let times = 0; times < 7; times++) await press('Escape');
    expect(confirmation()).toHaveAccessibleName('Discard 1 answer?');
    await press('Escape');
    expect([confirmation(), dialog().open, focused(), chosen()]).toEqual([null, true, 'control SQLite', ['SQLite']]);
    await pressFast('Escape', 2);
    expect([confirmation(), dialog().open]).toEqual([null, true]);
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('asks once while it is held (A50)', async () => {
    const { onCancel } = askModal(THREE);
    await click(radio('SQLite'));
    await hold('Escape', 12);
    await keyUp('Escape');
    expect([confirmation() !== null, dialog().open, onCancel.mock.calls]).toEqual([true, true, []]);
  });

  it('does nothing while sending [R-ASYNC]', async () => {
    const { onCancel } = askModal([DATABASE], { onSubmit: () => new Promise(() => {}) });
    await click(radio('SQLite'));
    await click(button('Submit'));
    for (let times = 0; times < 4; times++) await press('Escape');
    expect([dialog().open, onCancel.mock.calls]).toEqual([true, []]);
  });

  it('belongs to the input method during a composition (A56)', async () => {
    const { onCancel } = askModal([NAME]);
    field(/name of the service/).focus();
    await compose('にほ');
    await imeKey('Escape');
    await frame();
    expect([confirmation(), dialog().open, onCancel.mock.calls]).toEqual([null, true, []]);
  });

  it('works after a click on text or beside the dialog', async () => {
    const { onCancel } = askModal([DATABASE]);
    button('Collapse').blur();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    expect(focused()).toBe('body');
    await press('Escape');
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('has the same effect as Back on a phone, which is a close request', async () => {
    const { onCancel } = askModal(THREE);
    await click(radio('SQLite'));
    const back = () => dialog().dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(back()).toBe(false);
    await frame();
    expect(confirmation()).not.toBeNull();
    back();
    await frame();
    expect(confirmation()).toBeNull();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('is not involved if a script closes the modal, which reopens with everything in it [R-KEEP]', async () => {
    askModal([NAME]);
    field(/name of the service/).focus();
    await typeKeys('orders');
    dialog().close();
    await frame();
    expect(dialog().matches(':modal')).toBe(true);
    expect(field(/name of the service/).value).toBe('orders');
    expect(dialog().contains(document.activeElement)).toBe(true);
  });
});
