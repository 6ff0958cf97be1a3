import { screen } from '@testing-library/react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  ask,
  button,
  chosen,
  cleanUpAfterEach,
  field,
  focused,
  heading,
  radio,
  confirmation,
} from '../helpers/browser/card.js';
import { press, pressEach, typeKeys } from '../helpers/browser/keys.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import { THREE } from '../helpers/browser/questions.js';
import { inSight } from '../helpers/browser/sight.js';

cleanUpAfterEach();

const PRESENTATIONS = ['inline', 'modal'] as const;

/** Enters something, asks to cancel, sees the question, keeps answering, cancels. */
async function confirmByKeys(): Promise<void> {
  await mouseClick(radio('SQLite'));
  await press('Escape');
  expect(confirmation()).toBeVisible();
  const keep = button('Keep answering');
  expect([document.activeElement, inSight(keep), inSight(button('Discard answers'))]).toEqual([keep, true, true]);
  await press('Enter');
  expect([confirmation(), focused(), chosen()]).toEqual([null, 'control SQLite', ['SQLite']]);
  await press('Escape');
  await mouseClick(button('Discard answers'));
}

describe.each(PRESENTATIONS)('%s in a host’s form', (presentation) => {
  it('submits nothing, resets nothing, and is in none of its data [R-NOPHANTOM] (A47)', async () => {
    const submitted = vi.fn((event: Event) => event.preventDefault());
    document.addEventListener('submit', submitted);
    const { onSubmit } = ask(THREE, {
      presentation,
      around: (card) => (
        <form>
          <input name="message" defaultValue="hello" />
          {card}
          <button>Send</button>
        </form>
      ),
    });
    await mouseClick(radio('SQLite'));
    await pressEach('Enter', '1', 'Enter');
    field(/name of the service/).focus();
    await typeKeys('orders');
    await press('Enter');
    expect(heading('Check your answers')).toBeVisible();
    await mouseClick(button('Collapse'));
    await mouseClick(button('Continue'));
    const form = document.querySelector('form')!;
    expect([...new FormData(form)]).toEqual([['message', 'hello']]);
    await mouseClick(button('Submit answers'));
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(submitted).not.toHaveBeenCalled();
    document.removeEventListener('submit', submitted);
  });
});

describe.each(PRESENTATIONS)('%s in a host’s modal dialog', (presentation) => {
  it('native: its confirmation is seen and works, and only the card is cancelled (A52, A109)', async () => {
    const { onCancel, update } = ask([], {
      presentation,
      around: (card) => (
        <dialog data-testid="host">
          <button type="button">Host</button>
          {card}
        </dialog>
      ),
    });
    const host = screen.getByTestId<HTMLDialogElement>('host');
    host.showModal();
    update(THREE);
    await confirmByKeys();
    expect(onCancel).toHaveBeenCalledOnce();
    expect(host.open).toBe(true);
    expect(host.contains(document.activeElement)).toBe(true);
    await press('Escape');
    expect(host.open).toBe(false);
  });

  it('that hears Escape while it is captured on the document: it stays open (A52, A68)', async () => {
    let open = true;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) open = false;
    };
    document.addEventListener('keydown', listen, { capture: true });
    const { onCancel } = ask(THREE, {
      presentation,
      around: (card) => (
        <div role="dialog" aria-modal="true" aria-label="Host">
          <button type="button">Host</button>
          {card}
        </div>
      ),
    });
    await confirmByKeys();
    expect([open, onCancel.mock.calls.length]).toEqual([true, 1]);
    document.removeEventListener('keydown', listen, { capture: true });
  });

  it('that pulls the focus back from a portal of its own: the card is no portal, nothing fights (A109)', async () => {
    // As focus scopes do: whatever gets the focus outside of the dialog's element loses it.
    const pulled: string[] = [];
    const listen = ({ target }: FocusEvent) => {
      const host = screen.getByTestId('host');
      if (target instanceof Node && host.contains(target)) return;
      pulled.push(target instanceof Element ? target.outerHTML : 'window');
      host.querySelector('button')?.focus();
    };
    document.addEventListener('focusin', listen);
    ask(THREE, {
      presentation,
      around: (card) => (
        <div data-testid="host">
          <button type="button">Host</button>
          {card}
        </div>
      ),
    });
    await confirmByKeys();
    document.removeEventListener('focusin', listen);
    expect(pulled).toEqual([]);
  });
});

describe.each(PRESENTATIONS)('%s in a popover', (presentation) => {
  it('the popover stays open while the card’s Escape is the card’s (A52, A109)', async () => {
    const Popover = ({ children }: { children: ReactNode }) => {
      const ref = useRef<HTMLDivElement>(null);
      useLayoutEffect(() => ref.current?.showPopover(), []);
      return (
        <div ref={ref} popover="auto" data-testid="host">
          <button type="button">Host</button>
          {children}
        </div>
      );
    };
    const { onCancel } = ask(THREE, { presentation, around: (card) => <Popover>{card}</Popover> });
    const host = screen.getByTestId('host');
    await confirmByKeys();
    expect([onCancel.mock.calls.length, host.matches(':popover-open')]).toEqual([1, true]);
  });
});

describe.each(PRESENTATIONS)('%s in an element that fills the screen', (presentation) => {
  afterEach(() => document.exitFullscreen().catch(() => {}));

  it('is seen and works there (A109)', async () => {
    const Stage = ({ children }: { children: ReactNode }) => {
      const [full, setFull] = useState(false);
      return (
        <div data-testid="stage" style={{ background: 'Canvas' }}>
          <button
            type="button"
            onClick={({ currentTarget: { parentElement } }) => {
              void parentElement?.requestFullscreen().then(() => setFull(true));
            }}
          >
            Fill
          </button>
          {full && children}
        </div>
      );
    };
    const { onCancel } = ask(THREE, { presentation, around: (card) => <Stage>{card}</Stage> });
    await mouseClick(button('Fill'));
    await expect.poll(() => screen.queryByRole('radio', { name: 'SQLite' })).toBeVisible();
    expect(document.fullscreenElement).toBe(screen.getByTestId('stage'));
    await confirmByKeys();
    expect(onCancel).toHaveBeenCalledOnce();
    expect(document.fullscreenElement).toBe(screen.getByTestId('stage'));
  });
});

describe.each(PRESENTATIONS)('%s in a transcript that scrolls', (presentation) => {
  it('what has the focus is in sight, and a confirmation is (A73, A75)', async () => {
    ask(THREE, {
      presentation,
      around: (card) => (
        <div style={{ blockSize: 260, overflow: 'auto' }}>
          <div style={{ blockSize: 500 }}>Earlier</div>
          {card}
          <div style={{ blockSize: 500 }}>Later</div>
        </div>
      ),
    });
    radio('PostgreSQL').focus();
    for (let stop = 0; stop < 4; stop++) {
      await press('ArrowDown');
      const control = document.activeElement!;
      expect(inSight(control), focused()).toBe(true);
    }
    await press('Escape');
    expect([inSight(button('Keep answering')), inSight(button('Discard answers'))]).toEqual([true, true]);
    await press('Enter');
    expect(inSight(document.activeElement!)).toBe(true);
  });
});
