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
} from '../../helpers/browser/card.js';
import { press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { THREE } from '../../helpers/browser/questions.js';
import { inSight } from '../../helpers/browser/sight.js';

cleanUpAfterEach();

const PRESENTATIONS = ['inline', 'modal'] as const;

/** Selects an option, opens and leaves the confirmation by keyboard, and then cancels. */
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

describe.each(PRESENTATIONS)('a card (%s) in a host form', (presentation) => {
  it('neither submits nor resets the form, and adds nothing to its data [R-NOPHANTOM] (A47)', async () => {
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

describe.each(PRESENTATIONS)('a card (%s) in a modal dialog of the host', (presentation) => {
  it('shows its confirmation in a native dialog, and cancels only itself (A52, A109)', async () => {
    const { onCancel, update } = ask([], {
      presentation,
      // The first render has nothing to ask.
      onError: () => {},
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

  it('does not close a dialog that captures Escape on the document (A52, A68)', async () => {
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

  it('does not lose focus to a focus trap, because it uses no portal (A109)', async () => {
    // A focus scope moves focus back when an element outside its dialog gets it.
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

describe.each(PRESENTATIONS)('a card (%s) in a popover', (presentation) => {
  it('handles Escape itself, and the popover stays open (A52, A109)', async () => {
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

describe.each(PRESENTATIONS)('a card (%s) in a full-screen element', (presentation) => {
  afterEach(() => document.exitFullscreen().catch(() => {}));

  it('is visible and works (A109)', async () => {
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

describe.each(PRESENTATIONS)('a card (%s) in a scrolling transcript', (presentation) => {
  it('keeps the focused element and a confirmation visible (A73, A75)', async () => {
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
