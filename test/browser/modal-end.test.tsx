import { screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AskUserDialog, type AskUserDialogProps } from '../../src/react/index.js';
import { ask, button, chosen, cleanUpAfterEach, click, field, focused, frame, radio } from '../helpers/browser/card.js';
import { press, QUICK, typeKeys } from '../helpers/browser/keys.js';
import { askModal, closed, dialog } from '../helpers/browser/modal.js';
import { DATABASE, NAME, THREE } from '../helpers/browser/questions.js';

cleanUpAfterEach();

describe('a modal ends', () => {
  it('when it is answered: nothing of it stays, the focus is where it was (A67, A68)', async () => {
    const { onSubmit } = askModal([DATABASE]);
    await click(radio('SQLite'));
    await click(button('Submit'));
    expect(onSubmit).toHaveBeenCalledOnce();
    expect([closed(), focused()]).toEqual([true, 'button Before']);
    expect(screen.queryByText('SQLite')).toBeNull();
  });

  it('after a delivery that took its time, too (A67)', async () => {
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

  it('taken away by the host in the same moment: the focus is where it was (A67)', async () => {
    const view = askModal([DATABASE]);
    view.rerender(
      <>
        <button type="button">Before</button>
        <button type="button">After</button>
      </>,
    );
    expect(focused()).toBe('button Before');
  });

  it('from outside: it stays with what was typed, to be copied, until it is closed [R-FIRST]', async () => {
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

  it('from outside: Escape closes it as well, and is not the page’s', async () => {
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

  it('before it was shown: it never opens', () => {
    ask([DATABASE], { presentation: 'modal', result: { status: 'aborted' } });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(closed()).toBe(true);
  });

  it('and the next request opens again, with its own heading, where a second Enter answers nothing [R-NOPHANTOM]', async () => {
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

  it.each(['inline', 'modal'] as const)('%s: gets the focus after the end (A67)', async (presentation) => {
    chat({ presentation });
    await click(radio('SQLite'));
    button('Submit').focus();
    await press('Enter');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  });

  it('modal: not if the host has moved it on by then (A67)', async () => {
    chat({ presentation: 'modal' });
    await click(radio('SQLite'));
    button('Submit').focus();
    dialog().addEventListener('close', () => button('Opener').focus(), { capture: true, once: true });
    await press('Enter');
    await frame();
    expect([closed(), focused()]).toEqual([true, 'button Opener']);
  });

  it.each(['Close', 'Escape'])('modal: gets it as well from %s, after an ending from outside (A67)', async (by) => {
    const view = chat({ presentation: 'modal' });
    view.rerender(<Chat presentation="modal" requestId="chat" result={{ status: 'aborted' }} />);
    await (by === 'Close' ? click(button('Close')) : press('Escape'));
    await frame();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  });

  it.each([{ gone: true }, { inert: true }])('%o: the next in order gets it instead (A72)', async (state) => {
    chat({ ...state });
    radio('SQLite').focus();
    await press('Escape');
    expect(focused()).toMatch(/^title You cancelled/);
  });

  it('is left alone while the focus is elsewhere, and by an ending from outside (A67)', async () => {
    const view = chat({});
    radio('SQLite').focus();
    view.rerender(<Chat requestId="chat" result={{ status: 'aborted' }} />);
    expect(focused()).toMatch(/^title /);
  });
});

describe('in a window of any size', () => {
  afterEach(() => page.viewport(414, 896));

  it.each([
    [320, 256],
    [320, 640],
    [1280, 500],
  ])('%d × %d: what has the focus is in sight, and nothing is wider than the window (A73, A83)', async (...size) => {
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
    expect(dialog().scrollWidth).toBeLessThanOrEqual(dialog().clientWidth);
  });
});

it('server and page agree, and nothing is open before the page lives (A15)', async () => {
  const { renderToString } = await import('react-dom/server');
  const html = renderToString(<AskUserDialog questions={[DATABASE]} presentation="modal" />);
  expect(html).toMatch(/^<dialog [^>]*closedby="none"/);
  expect(html).not.toMatch(/ open/);
});
