import type { Phase } from '../../core/flow/types.js';
import type { Engine, Render } from './engine.js';
import { onConfirmed, onLeave, onLoss } from './focus-after.js';
import { hasFocus } from './focus-mover.js';
import { isConfirming } from '../keys/route.js';
import type { EngineKeys } from './keys.js';

/** An element around the hook's UI that uses Escape, too. */
const DIALOG = 'dialog, [role="dialog"], [role="alertdialog"]';

const isDialog = (element: HTMLElement): element is HTMLDialogElement => 'showModal' in element;

/** Returns the elements of the hook's UI, and what waits until React has rendered. */
export function createElements() {
  let element: HTMLElement | null = null;
  let confirmation: HTMLElement | null = null;
  /** Phase of the open confirmation. */
  let confirming: Phase | undefined;
  const waiting: (() => void)[] = [];
  const runWaiting = () => {
    for (const run of waiting.splice(0)) run();
  };
  const render: Render = (change, then, { getState }) => {
    const before = getState();
    change();
    // If nothing changed, nothing renders.
    if (getState() === before) then();
    else waiting.push(then);
  };
  const root = {
    // The host may render the confirmation in place of the root.
    get current() {
      return element ?? confirmation;
    },
  };

  function createRefs(engine: Engine, { listen }: EngineKeys) {
    const { memory, store, ids } = engine;
    let stop: (() => void) | undefined;
    const rootRef = (next: HTMLElement | null) => {
      stop?.();
      element = next;
      stop = next ? listen(({ parentElement }) => parentElement?.closest(DIALOG) != null) : undefined;
    };
    const confirmationRef = (next: HTMLElement | null) => {
      const closed = confirmation;
      confirmation = next;
      if (next) {
        const { phase } = store.getState();
        // StrictMode detaches and attaches the ref, so the phase may be the same.
        if (confirming !== phase) memory.beforeConfirmation = engine.focused();
        confirming = phase;
        if (isDialog(next)) next.showModal();
        const message = ids('discuss');
        const field = next.querySelector<HTMLTextAreaElement>(`[id="${message}"]`);
        engine.focus(field ? message : ids('dismiss'));
        // The message can have a text, such as what the user wanted to ask.
        field?.setSelectionRange(field.value.length, field.value.length);
      } else if (closed) {
        // The element is still in the document, so a `<dialog>` can return focus by itself.
        if (isDialog(closed)) closed.close();
        waiting.push(() => {
          if (confirmation || !confirming) return;
          const { phase } = store.getState();
          if (engine.focused()) engine.move(phase === 'settled' ? onLeave : onConfirmed(confirming, phase));
          confirming = undefined;
        });
        // The host may remove the element in a later render than that of the hook.
        queueMicrotask(runWaiting);
      }
    };
    return { rootRef, confirmationRef };
  }

  let rendered: Engine | undefined;
  /**
   * Call it after each commit. Moves focus to the question if the focused element is removed or hidden, or if React has
   * reused it for another request, so that keys meant for it do not answer.
   */
  function afterRender(engine: Engine): void {
    runWaiting();
    const isNewRequest = rendered !== engine;
    rendered = engine;
    const { memory } = engine;
    const { inside } = memory;
    if (!inside || isConfirming(engine.store.getState().phase)) return;
    if (isNewRequest && hasFocus(inside)) {
      // Without a heading to go to, the keys go nowhere.
      inside.blur();
      engine.move(onLoss);
    }
    engine.follow(onLoss);
    if (!memory.inside?.isConnected) memory.inside = null;
  }

  return { root, render, afterRender, createRefs };
}
