import { screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AskUserDialog, type AskUserDialogProps } from '../../../src/react/index.js';
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
  tab,
} from '../../helpers/browser/card.js';
import { press, QUICK, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { askModal, closed, dialog } from '../../helpers/browser/modal.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

describe('a modal that ends', () => {
  it('closes and restores focus after an answer (A67, A68)', async () => {
    const { onSubmit } = askModal([DATABASE]);
    await click(radio('SQLite'));
    await click(button('Submit'));
    expect(onSubmit).toHaveBeenCalledOnce();
    expect([closed(), focused()]).toEqual([true, 'button Before']);
    expect(screen.queryByText('SQLite')).toBeNull();
  });

  it('closes and restores focus after a slow delivery (A67)', async () => {
    let done: () => void = () => {};
    askModal([DATABASE], { onSubmit: () => new Promise<void>((resolve) => (done = resolve)) });
    await click(radio('SQLite'));
    button('Submit').focus();
    await press('Enter');
    expect(focused()).toBe('button Sending…');
    done();
    await frame();
    expect([closed(), focused()]).toEqual([true, 'button Before']);
  });

  it('restores focus when the host unmounts it (A67)', async () => {
    const view = askModal([DATABASE]);
    view.rerender(
      <>
        <button type="button">Before</button>
        <button type="button">After</button>
      </>,
    );
    expect(focused()).toBe('button Before');
  });

  it('stays open after an external settlement with the typed text, until the user closes it [R-FIRST]', async () => {
    const { update } = askModal([NAME]);
    field(/name of the service/).focus();
    await typeKeys('orders');
    update([NAME], { presentation: 'modal', result: { status: 'aborted' } });
    expect(dialog().matches(':modal')).toBe(true);
    expect(screen.getByText('orders')).toBeVisible();
    expect(focused()).toBe('title Bot no longer needs an answer');
    await click(button('Close'));
    await frame();
    expect([closed(), focused()]).toEqual([true, 'button Before']);
  });

  it('closes on Escape after an external settlement, and the page receives no key', async () => {
    const heard = vi.fn();
    document.addEventListener('keydown', heard, true);
    const { update, onCancel } = askModal([NAME]);
    update([NAME], { presentation: 'modal', result: { status: 'timedOut' } });
    await press('Escape');
    await frame();
    document.removeEventListener('keydown', heard, true);
    expect([closed(), focused()]).toEqual([true, 'button Before']);
    expect([heard.mock.calls, onCancel.mock.calls]).toEqual([[], []]);
  });

  it('never opens if it is settled before it is shown', () => {
    ask([DATABASE], { presentation: 'modal', result: { status: 'aborted' } });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(closed()).toBe(true);
  });

  it('opens for the next request with focus on its heading, which ignores a second Enter [R-NOPHANTOM]', async () => {
    const { update, onSubmit } = askModal([DATABASE], { requestId: 'r1' });
    await click(radio('SQLite'));
    button('Submit').focus();
    await press('Enter');
    expect(closed()).toBe(true);
    update([{ ...DATABASE, question: 'Delete it?' }], { presentation: 'modal', requestId: 'r2' });
    expect(dialog().matches(':modal')).toBe(true);
    expect(focused()).toBe('title Question from Bot');
    for (const key of ['Enter', '1']) await press(key, QUICK);
    expect([chosen(), onSubmit.mock.calls.length]).toEqual([[], 1]);
  });
});

describe('returnFocusTo', () => {
  function Chat({ gone, inert, ...props }: AskUserDialogProps & { gone?: boolean; inert?: boolean }) {
    const composer = useRef<HTMLTextAreaElement>(null);
    return (
      <>
        <button type="button">Opener</button>
        {!gone && <textarea ref={composer} aria-label="Message" disabled={inert ?? false} />}
        <AskUserDialog {...props} questions={[DATABASE]} returnFocusTo={composer} />
      </>
    );
  }
  const chat = (props: Parameters<typeof Chat>[0]) =>
    ask([DATABASE], { around: () => <Chat {...props} requestId="chat" /> });

  it.each(['inline', 'modal'] as const)('gets focus after the request (%s) (A67)', async (presentation) => {
    chat({ presentation });
    await click(radio('SQLite'));
    button('Submit').focus();
    await press('Enter');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  });

  it('does not receive focus from a modal if the host has moved it (A67)', async () => {
    chat({ presentation: 'modal' });
    await click(radio('SQLite'));
    button('Submit').focus();
    dialog().addEventListener('close', () => button('Opener').focus(), { capture: true, once: true });
    await press('Enter');
    await frame();
    expect([closed(), focused()]).toEqual([true, 'button Opener']);
  });

  it.each(['Close', 'Escape'])('receives focus from a modal by %s after an external settlement (A67)', async (by) => {
    const view = chat({ presentation: 'modal' });
    view.rerender(<Chat presentation="modal" requestId="chat" result={{ status: 'aborted' }} />);
    await (by === 'Close' ? click(button('Close')) : press('Escape'));
    const message = screen.getByRole('textbox', { name: 'Message' });
    await expect.poll(() => document.activeElement, SOON).toBe(message);
  });

  it.each([{ gone: true }, { inert: true }])('gives way to the next target: %o (A72)', async (state) => {
    chat({ ...state });
    radio('SQLite').focus();
    await press('Escape');
    expect(focused()).toMatch(/^title You cancelled/);
  });

  it('does not receive focus after an external settlement of an inline card (A67)', async () => {
    const view = chat({});
    radio('SQLite').focus();
    view.rerender(<Chat requestId="chat" result={{ status: 'aborted' }} />);
    expect(focused()).toMatch(/^title /);
  });
});

/** Whether a user can scroll an element to its side. WebKit counts padding twice, so only `scrollWidth` is not enough. */
const scrollsSideways = (element: Element) =>
  element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX !== 'hidden';

describe('a modal in a window of any size', () => {
  afterEach(() => page.viewport(414, 896));

  it('is as high as its content', async () => {
    await page.viewport(1000, 1200);
    const props = { presentation: 'modal', requestId: 'a' } as const;
    const { update } = ask([DATABASE, FEATURES], props);
    const element = document.querySelector('dialog')!;
    const body = element.querySelector('[data-ask-user="body"]')!;
    const isFitting = async (atMost: number) => {
      await frame();
      expect(element.getBoundingClientRect().height).toBeLessThan(atMost);
      for (const box of [element, body]) box.scrollTop = 999;
      expect([element.scrollTop, body.scrollTop]).toEqual([0, 0]);
    };
    await isFitting(500);
    await page.viewport(390, 1200);
    await isFitting(600);
    await mouseClick(tab(/^Review/));
    await isFitting(600);
    update([DATABASE, FEATURES], { ...props, collapsed: true });
    await isFitting(100);
    update([DATABASE, FEATURES], { ...props, collapsed: true, result: { status: 'aborted' } });
    expect(screen.queryByRole('radio')).toBeNull();
    await isFitting(200);
  });

  it.each([
    [320, 256],
    [320, 640],
    [1280, 500],
  ])('shows the focused element and fits the window at %d × %d (A73, A83)', async (...size) => {
    await page.viewport(...size);
    askModal([{ ...DATABASE, context: 'Why this is asked. '.repeat(30) }, ...THREE.slice(1)]);
    for (let stop = 0; stop < 8; stop++) {
      await press('Tab');
      const element = document.activeElement!;
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      expect(element.contains(document.elementFromPoint(x, y)), `${focused()} at ${x}, ${y}`).toBe(true);
    }
    const { left, right, top, bottom } = dialog().getBoundingClientRect();
    expect([left >= 0, right <= size[0], top >= 0, bottom <= size[1]]).toEqual([true, true, true, true]);
    expect(scrollsSideways(dialog())).toBe(false);
  });
});

it('a server-rendered modal is not open (A15)', async () => {
  const { renderToString } = await import('react-dom/server');
  const html = renderToString(<AskUserDialog questions={[DATABASE]} presentation="modal" />);
  expect(html).toMatch(/^<dialog [^>]*closedby="none"/);
  expect(html).not.toMatch(/ open/);
});
