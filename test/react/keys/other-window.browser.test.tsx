import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AskUserDialog, useAskUser } from '../../../src/react/index.js';
import { cleanUpAfterEach } from '../../helpers/browser/card.js';
import { endAsWebKit } from '../../helpers/browser/ime.js';
import { press, QUICK, SOON } from '../../helpers/browser/keys.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

/** After the last press by more than the time within which two presses are one gesture. */
const LATER = { laterMs: 600 };

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

type OtherWindow = Window & typeof globalThis;

/** Waits until the page is so old that a window opened now counts its time from much later. */
const grownOld = async () => {
  await expect.poll(() => performance.now(), SOON).toBeGreaterThan(5000);
};

async function openFrame(): Promise<OtherWindow> {
  await grownOld();
  const frame = document.createElement('iframe');
  // Firefox replaces the first document of a frame without one.
  frame.srcdoc = '<!doctype html>';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  closers.push(() => frame.remove());
  await loaded;
  frame.focus();
  return frame.contentWindow as OtherWindow;
}

async function openPopup(): Promise<OtherWindow> {
  await grownOld();
  const popup = window.open('', '', 'popup') as OtherWindow;
  closers.push(() => popup.close());
  return popup;
}

const cardIn = ({ document: page }: Window) => page.querySelector<HTMLElement>('[data-ask-user="card"]')!;
const controlsIn = ({ document: page }: Window) => [...page.querySelectorAll<HTMLElement>('[data-ask-user="control"]')];
const checkedIn = (view: Window) => controlsIn(view).findIndex((one) => one.getAttribute('aria-checked') === 'true');

/** Presses a key with an event of the other window, because the browser's driver reaches only the page. */
function strikeIn(view: OtherWindow, key: string, { laterMs } = { laterMs: 0 }): void {
  const init = { key, code: '', keyCode: 1, view, bubbles: true, cancelable: true, composed: true };
  for (const type of ['keydown', 'keyup']) {
    const event = new view.KeyboardEvent(type, init);
    Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + laterMs });
    view.document.activeElement?.dispatchEvent(event);
  }
}

/** Renders a card into a container, and returns a function that moves the container into another window. */
function movable(drawn: ReactNode) {
  const container = document.body.appendChild(document.createElement('div'));
  render(drawn, { container });
  closers.push(() => container.remove());
  return (view: Window) => view.document.body.append(container);
}

describe('a card in a window that is younger than the page [R-NOPHANTOM]', () => {
  it('ignores a key directly after focus has moved, and accepts it 500 ms later', async () => {
    const view = await openFrame();
    render(<>{createPortal(<AskUserDialog questions={[DATABASE]} />, view.document.body)}</>);
    cardIn(view).focus();
    await press('2', QUICK);
    expect(checkedIn(view)).toBe(-1);
    await press('2', LATER);
    expect(checkedIn(view)).toBe(1);
  });

  it('in a popup accepts a key 500 ms after focus has moved', async () => {
    const view = await openPopup();
    render(<>{createPortal(<AskUserDialog questions={[DATABASE]} />, view.document.body)}</>);
    cardIn(view).focus();
    strikeIn(view, '2');
    expect(checkedIn(view)).toBe(-1);
    strikeIn(view, '2', LATER);
    await expect.poll(() => checkedIn(view)).toBe(1);
  });
});

describe('a card that the host moves into a younger window', () => {
  it('uses the first key after a composition in the page', async () => {
    const move = movable(<AskUserDialog questions={[DATABASE]} />);
    endAsWebKit(controlsIn(window)[0]!, 'Enter', 13);
    const view = await openFrame();
    move(view);
    controlsIn(view)[0]!.focus();
    await press('2', LATER);
    expect(checkedIn(view)).toBe(1);
  });

  it('with the hook uses the first key after a composition in the page', async () => {
    const Own = () => {
      const { questions, getRootProps } = useAskUser([DATABASE]);
      return (
        <div {...getRootProps()}>
          <input {...questions[0]?.options[0]?.getInputProps()} />
          <output>{questions[0]?.draft.selected.join()}</output>
        </div>
      );
    };
    const move = movable(<Own />);
    endAsWebKit(document.querySelector('input')!, 'Enter', 13);
    const view = await openFrame();
    move(view);
    view.document.querySelector('input')!.focus();
    await press('2', LATER);
    await expect.poll(() => view.document.querySelector('output')?.textContent).toBe('1');
  });

  it('uses the first Enter after one on a button of a confirmation in the page', async () => {
    const onSubmit = vi.fn();
    const move = movable(<AskUserDialog questions={[DATABASE]} onSubmit={onSubmit} confirmCancel="always" />);
    controlsIn(window)[0]!.focus();
    await press('1');
    await press('Escape');
    await press('Enter');
    const view = await openFrame();
    move(view);
    controlsIn(view)[0]!.focus();
    await press('Enter', LATER);
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('uses the first tap after one on another control in the page', async () => {
    const tap = (view: OtherWindow, text: string, { laterMs } = { laterMs: 0 }) => {
      const button = [...view.document.querySelectorAll('button')].find((one) => one.textContent === text)!;
      const init = { view, detail: 1, pointerType: 'touch', bubbles: true, cancelable: true };
      const event = new view.PointerEvent('click', init);
      Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + laterMs });
      button.dispatchEvent(event);
    };
    const move = movable(<AskUserDialog questions={[DATABASE, NAME]} />);
    tap(window, 'Next');
    const view = await openFrame();
    move(view);
    tap(view, 'Back', LATER);
    await expect.poll(() => controlsIn(view)[0]?.checkVisibility()).toBe(true);
  });

  it('uses Escape', async () => {
    const onCancel = vi.fn();
    const move = movable(<AskUserDialog questions={[DATABASE]} onCancel={onCancel} />);
    const view = await openFrame();
    move(view);
    controlsIn(view)[0]!.focus();
    await press('Escape');
    expect(onCancel).toHaveBeenCalledOnce();
  });
});
