import { render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AskUserDialog } from '../../../src/react/index.js';
import { button, chosen, cleanUpAfterEach, click, field, focused, loaded, radio } from '../../helpers/browser/card.js';
import { Chat, type ChatProps } from '../../helpers/browser/chat.js';
import { fill, hold, keyDown, keyUp, press, QUICK, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import { mount, nameField, q1, q2 } from '../../helpers/browser/queue.js';
import { createScriptedClient } from '../../helpers/scripted-client.js';

cleanUpAfterEach();

const LATER = { laterMs: 700 };
const FIRST = 'control PostgreSQL';
const message = () => field('Message');
const onSubmit = vi.fn();
const request = (requestId: string, questions = [DATABASE]) => ({ requestId, questions, onSubmit });

/** A chat without a question, in which dialogs have `autoFocus="follow"`. */
function open(props: Omit<ChatProps, 'cards'> = {}) {
  onSubmit.mockReset();
  const draw = (cards: ChatProps['cards'], more: Omit<ChatProps, 'cards'> = {}) => {
    const dialog = { autoFocus: 'follow', ...props.dialog, ...more.dialog } as const;
    return (
      <StrictMode>
        <Chat {...props} {...more} cards={cards} dialog={dialog} />
      </StrictMode>
    );
  };
  const { rerender } = render(draw([]));
  return {
    /** Renders these cards and waits for their effects. */
    async arrive(cards: ChatProps['cards'], more?: Omit<ChatProps, 'cards'>) {
      rerender(draw(cards, more));
      await loaded();
    },
  };
}

const write = async (text = 'hello\n') => {
  message().focus();
  await typeKeys(text);
};

describe('autoFocus="follow" [R-FOLLOW]', () => {
  it('moves focus to the first control after a message sent by Enter, and digits and arrows count at once', async () => {
    const { arrive } = open();
    await write();
    await arrive([request('a')]);
    expect([focused(), chosen()]).toEqual([FIRST, []]);
    await press('2', QUICK);
    expect(chosen()).toEqual(['SQLite']);
    await press('ArrowDown', QUICK);
    expect(chosen()).toEqual(['MongoDB']);
  });

  it.each(['Enter', ' '])('ignores “%s” for 500 ms [R-NOPHANTOM]', async (key) => {
    const { arrive } = open();
    await write();
    await arrive([request('a')]);
    await press(key, QUICK);
    expect([chosen(), onSubmit.mock.calls.length]).toEqual([[], 0]);
    await press(key, LATER);
    expect(chosen()).toEqual(['PostgreSQL']);
  });

  it('moves focus after a message sent by the button', async () => {
    const { arrive } = open();
    await write('hello');
    await mouseClick(button('Send'));
    await arrive([request('a')]);
    expect(focused()).toBe(FIRST);
  });

  it.each([
    ['an answer', 'Enter', 'answered'],
    ['a cancellation', 'Escape', 'cancelled'],
  ])('moves focus after %s, from the composer that has it again', async (_, key, status) => {
    const { arrive } = open();
    const [a, b] = [request('a'), request('b', [FEATURES])];
    await arrive([a]);
    radio('SQLite').focus();
    await press('2');
    await press(key);
    expect([message(), screen.getByRole('group').dataset.phase]).toEqual([document.activeElement, 'settled']);
    await arrive([a, b]);
    expect(focused(), status).toBe('control Accounts');
    // A second quick press does not affect the new card.
    await press('Enter', QUICK);
    expect([chosen(), onSubmit.mock.calls.length]).toEqual([[], status === 'answered' ? 1 : 0]);
  });

  it('moves focus after an answer to a card that is removed, or that keeps focus', async () => {
    const { arrive } = open({ dialog: { returnFocusTo: undefined } });
    const a = request('a');
    await arrive([a]);
    radio('SQLite').focus();
    await press('Enter');
    await press('Enter');
    expect(focused()).toMatch(/^title You answered/);
    await arrive([a, request('b')]);
    expect(focused()).toBe(FIRST);
    await press('Escape');
    await arrive([request('c', [NAME])]);
    expect(focused()).toBe('field');
  });

  it('moves focus into the field of a question without options, which receives the keys', async () => {
    const { arrive } = open();
    await write();
    await arrive([request('a', [NAME])]);
    await typeKeys('orders');
    expect([focused(), field(/name of/).value]).toEqual(['field', 'orders']);
    await press('Enter', QUICK);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('moves focus to the first of several questions, and no key is lost', async () => {
    const { arrive } = open();
    await write();
    await arrive([request('a', [...THREE])]);
    await press('2', QUICK);
    await press('Enter', LATER);
    expect(focused()).toMatch(/^question Question 2 of 3/);
  });

  it('moves focus after a message sent by an Enter that is held', async () => {
    const { arrive } = open();
    await write('hello');
    await hold('Enter', 3);
    await arrive([request('a')]);
    expect(focused()).toBe(FIRST);
    await keyUp('Enter');
  });

  it('accepts keys once the key that sent the message is released', async () => {
    const { arrive } = open();
    await write('hello');
    await keyDown('Enter');
    await arrive([request('a')]);
    expect(focused()).toBe(FIRST);
    await press('2');
    expect(chosen()).toEqual([]);
    await keyUp('Enter');
    await press('2', QUICK);
    expect(chosen()).toEqual(['SQLite']);
  });

  it('moves focus to the first of two cards that arrive together', async () => {
    const { arrive } = open();
    await write();
    await arrive([request('a'), request('b', [NAME])]);
    expect(focused()).toBe(FIRST);
  });

  it.each([
    ['leaves focus in place if its shadow root follows a pending card', 'append', 'TEXTAREA'],
    ['moves focus into a shadow root that precedes a pending card', 'prepend', 'DIV'],
  ] as const)('%s', async (_, place, active) => {
    await open().arrive([request('a')]);
    const host = document.createElement('div');
    document.body[place](host);
    onTestFinished(() => host.remove());
    const container = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
    await write();
    render(<AskUserDialog {...request('b')} autoFocus="follow" composerRef={{ current: message() }} />, { container });
    await loaded();
    expect(document.activeElement?.tagName).toBe(active);
  });

  it('makes no announcement in addition to the focus change', async () => {
    const { arrive } = open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await write();
    await arrive([request('a')]);
    vi.advanceTimersByTime(1000);
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toEqual(['', '']);
    vi.useRealTimers();
  });

  it('moves focus into a modal', async () => {
    const { arrive } = open({ dialog: { presentation: 'modal' } });
    await write();
    await arrive([request('a')]);
    expect(focused()).toBe(FIRST);
    await press('2', QUICK);
    expect(chosen()).toEqual(['SQLite']);
  });

  it('moves focus to the next request of a queue', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client, { autoFocus: 'follow' });
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(focused, SOON).toBe(FIRST);
    await press('Enter', QUICK);
    expect(chosen()).toEqual([]);
    await press('2', QUICK);
    expect([chosen(), client.calls.length]).toEqual([['SQLite'], 1]);
  });
});

describe('autoFocus="follow" without a reason to move focus [R-FOLLOW]', () => {
  const COMPOSER = 'textarea';
  it.each<[what: string, between: () => Promise<unknown> | void, where: string]>([
    ['nothing was sent', () => fill(message(), ''), COMPOSER],
    ['text was typed', () => typeKeys('a'), COMPOSER],
    ['text was typed and deleted', () => typeKeys('a').then(() => press('Backspace')), COMPOSER],
    ['a key was pressed', () => press('Shift'), COMPOSER],
    ['the mouse was pressed', () => mouseClick(message()), COMPOSER],
    ['focus was moved by a key', () => press('Tab'), 'button Send'],
    ['focus was moved without a key', () => button('Elsewhere').focus(), 'button Elsewhere'],
    ['the message is still in the composer', () => fill(message(), 'hello'), COMPOSER],
    [
      'the message was sent more than 10 s ago',
      () => {
        const { performance: clock } = window;
        const now = clock.now.bind(clock);
        vi.spyOn(clock, 'now').mockImplementation(() => now() + 10_500);
      },
      COMPOSER,
    ],
  ])('leaves focus in place and announces the request if %s', async (what, between, where) => {
    const { arrive } = open();
    if (what === 'nothing was sent') message().focus();
    else await write();
    await between();
    await arrive([request('a')]);
    expect([focused(), chosen()]).toEqual([where, []]);
    await expect.poll(() => screen.getAllByRole('status')[0]?.textContent, SOON).toMatch(/^Assistant has a question/);
  });

  it('leaves focus in place if the message was for another agent', async () => {
    const { arrive } = open({ isOther: true });
    await write();
    await arrive([request('a')]);
    expect(message()).toHaveFocus();
  });

  it('leaves focus in place if the answer was refused', async () => {
    const { arrive } = open();
    const a = { ...request('a'), onSubmit: () => Promise.resolve({ ok: false }) };
    await arrive([a]);
    await click(radio('SQLite'));
    await mouseClick(button('Submit'));
    await expect.poll(() => document.querySelector('[data-ask-user="error"]'), SOON).not.toBeNull();
    await arrive([a, request('b', [NAME])]);
    expect(focused()).toBe('button Try again');
  });

  it('leaves focus in place if the request was settled externally', async () => {
    const { arrive } = open();
    const a = request('a');
    await arrive([a]);
    message().focus();
    await arrive([{ ...a, result: { status: 'aborted' } }]);
    await arrive([{ ...a, result: { status: 'aborted' } }, request('b', [NAME])]);
    expect(message()).toHaveFocus();
  });

  it('leaves focus in place while an earlier card is pending', async () => {
    const { arrive } = open();
    await arrive([request('a', [NAME])]);
    await write();
    await arrive([request('a', [NAME]), request('b')]);
    expect(message()).toHaveFocus();
  });

  it('moves focus to only one card after one message', async () => {
    const { arrive } = open();
    await write();
    await arrive([request('a')]);
    expect(focused()).toBe(FIRST);
    message().focus();
    await arrive([request('b', [NAME])]);
    expect(message()).toHaveFocus();
  });
});
