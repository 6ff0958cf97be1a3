import { act, render, screen } from '@testing-library/react';
import { StrictMode, type ComponentProps, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AskUserAnnouncer, AskUserQueue, useAskUserClient, type DraftStorage } from '../../src/react/index.js';
import { de } from '../../src/react/messages/de.js';
import {
  button,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  heading,
  radio,
} from '../helpers/browser/card.js';
import { keyDown, keyUp, press, SOON, typeKeys } from '../helpers/browser/keys.js';
import { DATABASE, NAME } from '../helpers/browser/questions.js';
import { createScriptedClient, wire, type ScriptedClient } from '../helpers/scripted-client.js';
import '../../src/styles/index.css';

cleanUpAfterEach();

/** Pressed as soon as the last key, however long this machine has taken since. */
const QUICK = { laterMs: -2000 };

type QueueProps = Omit<ComponentProps<typeof AskUserQueue>, 'client'>;

/** A host's page: the queue between two buttons. */
function mount(client: ScriptedClient, props: QueueProps = {}, around = (page: ReactNode) => page) {
  const draw = (more: QueueProps) => (
    <StrictMode>
      {around(
        <>
          <button type="button">Before</button>
          <AskUserQueue client={client} {...props} {...more} />
        </>,
      )}
    </StrictMode>
  );
  const view = render(draw({}));
  return { ...view, update: (more: QueueProps) => view.rerender(draw(more)) };
}

const say = (act_: () => void) => act(async () => act_());
const q1 = () => wire('q1', [NAME], { asker: 'Ada' });
const q2 = () => wire('q2', [DATABASE], { asker: 'Bo' });
const q3 = () => wire('q3', [{ question: 'Which port?' }], { asker: 'Cy' });
const answered = (answer: string) =>
  ({
    status: 'answered',
    answers: [
      {
        questionId: 'q1',
        question: NAME.question,
        answer,
        text: answer,
        wasCustom: true,
        selected: [],
        custom: answer,
      },
    ],
  }) as const;
const text = (name: string) => document.querySelector(`[data-ask-user="${name}"]`)?.textContent;
const live = () =>
  [...document.querySelectorAll('[data-ask-user="card"] > :is([role="status"], [role="alert"])')].map(
    (one) => one.textContent,
  );
const nameField = () => field(/name of/);

function memory(): DraftStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get: (key) => texts.get(key),
    set: (key, value) => void texts.set(key, value),
    remove: (key) => void texts.delete(key),
  };
}

describe('one after the other [R-QUEUE]', () => {
  it('shows the first with its asker, and counts the others', () => {
    mount(createScriptedClient(q1(), q2(), q3()));
    expect(heading('Ada asks')).toBeVisible();
    expect(screen.getAllByRole('region')).toHaveLength(1);
    expect(text('queue-count')).toBe('2 more questions are waiting');
  });

  it('an answer goes to its own request, and the next takes the place and the focus', async () => {
    const client = createScriptedClient(q1(), q2());
    const onEnd = vi.fn();
    mount(client, { onEnd });
    await userEvent.click(nameField());
    await typeKeys('orders\n');
    await expect.poll(focused, SOON).toBe('title Bo asks');
    expect(client.calls).toEqual([['answer', 'q1', [{ questionId: 'q1', selected: [], custom: 'orders' }]]]);
    expect(onEnd.mock.calls.map(([{ request, own }]) => [request.request.requestId, own])).toEqual([['q1', true]]);
    await say(() => client.end('q1', answered('orders'), { own: true }));
    expect([onEnd.mock.calls.length, heading('Bo asks').isConnected]).toEqual([1, true]);
  });

  it('a second quick Enter, or a digit, does nothing to the next one', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client);
    await userEvent.click(nameField());
    await typeKeys('orders\n');
    await expect.poll(focused, SOON).toBe('title Bo asks');
    await press('Enter', QUICK);
    await press('1', QUICK);
    expect([chosen(), client.calls.length, text('problem')]).toEqual([[], 1, undefined]);
    await press('1', { laterMs: 700 });
    expect(chosen()).toEqual(['PostgreSQL']);
  });

  it('moves no focus that is elsewhere', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client);
    button('Before').focus();
    await say(() => client.end('q1', answered('x'), { own: true }));
    expect([focused(), heading('Bo asks').isConnected]).toEqual(['button Before', true]);
  });

  it('the last one stays to be seen, until another comes', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await userEvent.click(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('settled'), SOON).toContain('You answered Ada');
    expect(screen.queryByRole('button', { name: /Close|Next question/ })).toBeNull();
    await say(() => client.arrive(q2()));
    expect([focused(), text('settled')]).toEqual(['title Bo asks', undefined]);
  });

  it('one that comes in is told of, and replaces nothing, though it is older', async () => {
    const client = createScriptedClient(q2());
    mount(client);
    await userEvent.click(radio('SQLite'));
    await say(() => client.arrive(q1()));
    expect([chosen(), text('queue-count'), live()]).toEqual([
      ['SQLite'],
      '1 more question is waiting',
      ['Another question is waiting.', ''],
    ]);
  });

  it('skip and decline are offered as each request says', async () => {
    const client = createScriptedClient(wire('q1', [NAME], { allowSkip: true, allowDecline: true }), q2());
    mount(client);
    expect(button('Skip')).toBeVisible();
    await click(button('Decline to answer'));
    await expect.poll(() => heading('Bo asks').isConnected, SOON).toBe(true);
    expect(client.calls).toEqual([['decline', 'q1']]);
    expect(screen.queryByRole('button', { name: /Skip|Decline/ })).toBeNull();
  });

  it('nothing pending: nothing, or what the host draws there, once it is known', async () => {
    const client = createScriptedClient();
    mount(client, { empty: <p>All done</p> });
    expect(screen.queryByText('All done')).toBeNull();
    await say(() => client.connect('online'));
    expect(screen.getByText('All done')).toBeVisible();
    await say(() => client.arrive(q1()));
    expect(screen.queryByText('All done')).toBeNull();
  });

  it('a server draws nothing', () => {
    expect(renderToString(<AskUserQueue client={createScriptedClient(q1())} empty={<p>none</p>} />)).toBe('');
  });

  it('lets go of its client', () => {
    const client = createScriptedClient(q1());
    const { unmount } = mount(client);
    expect(client.listeners).toBeGreaterThan(0);
    unmount();
    expect([client.listeners, client.calls]).toEqual([0, []]);
  });

  it('arrives through the announcer, each once', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client, {}, (page) => <AskUserAnnouncer>{page}</AskUserAnnouncer>);
    await expect
      .poll(() => document.querySelector('[role="status"]')?.textContent, SOON)
      .toMatch(/^Ada has a question/);
    await say(() => client.end('q1', answered('x'), { own: true }));
    await expect.poll(() => document.querySelector('[role="status"]')?.textContent, SOON).toMatch(/^Bo has a question/);
  });
});

describe('ended elsewhere while it is shown [R-QUEUE] [R-FIRST]', () => {
  it('says who and what, keeps what was typed here, and takes the focus only if it had it', async () => {
    const client = createScriptedClient(q1(), q2());
    const onEnd = vi.fn();
    mount(client, { onEnd });
    await userEvent.click(nameField());
    await typeKeys('half an ans');
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(focused()).toBe('title Answered by Ana in another window');
    expect([...document.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['“orders”', 'half an ans']);
    expect([screen.queryByRole('textbox'), client.calls, text('queue-count')]).toEqual([
      null,
      [],
      '1 more question is waiting',
    ]);
    expect(onEnd).toHaveBeenCalledOnce();
    button('Next question').focus();
    await press('Enter');
    expect([focused(), client.calls]).toEqual(['title Bo asks', [['dismiss', 'q1']]]);
    await press('Enter', QUICK);
    expect([chosen(), client.calls.length, onEnd.mock.calls.length]).toEqual([[], 1, 1]);
  });

  it('with the focus elsewhere it is said, and nothing moves', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    button('Before').focus();
    await say(() => client.end('q1', { status: 'cancelled' }));
    expect([focused(), live()]).toEqual(['button Before', ['Cancelled in another window', '']]);
    await click(button('Close'));
    await frame();
    expect([screen.queryByRole('group'), focused()]).toEqual([null, 'button Before']);
  });

  it('while its own answer is on the way: the first one counts, and is shown', async () => {
    const client = createScriptedClient(q1());
    client.reply(Promise.resolve({ ok: false, code: 'already_resolved', message: '' }));
    mount(client);
    await userEvent.click(nameField());
    await typeKeys('mine\n');
    await say(() => client.end('q1', answered('theirs'), { by: 'Ana' }));
    await expect.poll(() => text('title'), SOON).toBe('Answered by Ana in another window');
    expect([...document.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['“theirs”', 'mine']);
  });

  it('withdrawn by the agent: in its own words', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await say(() => client.end('q1', { status: 'aborted', reason: 'The run was stopped.' }));
    expect([text('title'), text('hint')]).toEqual(['Ada no longer needs an answer', 'The run was stopped.']);
    expect(button('Close')).toBeVisible();
  });

  it.each(['Escape', 'the button'])('in a modal, %s goes on to the next', async (by) => {
    const client = createScriptedClient(q1(), q2());
    mount(client, { presentation: 'modal' });
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(document.querySelector('dialog')?.matches(':modal')).toBe(true);
    if (by === 'Escape') await press('Escape');
    else await userEvent.click(button('Next question'));
    await expect.poll(focused, SOON).toBe('title Bo asks');
    expect(document.querySelector('dialog')?.matches(':modal')).toBe(true);
  });

  it('in a modal without a next one, Close gives the focus back', async () => {
    const client = createScriptedClient();
    mount(client, { presentation: 'modal' });
    button('Before').focus();
    await say(() => client.arrive(q1()));
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    await userEvent.click(button('Close'));
    expect([document.querySelector('dialog'), focused()]).toEqual([null, 'button Before']);
  });

  it('folded: what has ended is shown', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client, { defaultCollapsed: true });
    expect(button('Continue')).toBeVisible();
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(text('title')).toBe('Answered by Ana in another window');
    await click(button('Next question'));
    expect(button('Continue')).toBeVisible();
  });

  it('in the words of a language', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client, { messages: de, locale: 'de' });
    expect(text('queue-count')).toBe('Eine weitere Frage wartet');
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(text('title')).toBe('In einem anderen Fenster von Ana beantwortet');
    expect(button('Nächste Frage')).toBeVisible();
  });
});

describe('an agent that is gone [R-QUEUE] [R-DURABLE]', () => {
  it('is shown as such, read-only, its text to be copied; back, everything is as it was', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await userEvent.click(nameField());
    await typeKeys('orders');
    await say(() => client.orphan('q1'));
    expect(focused()).toBe('title The agent is gone');
    expect(text('settled')).toContain('Nobody waits for this answer.');
    expect([...document.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['orders']);
    expect(screen.queryByRole('textbox')).toBeNull();
    await press('Enter', { laterMs: 700 });
    await press('Escape', { laterMs: 700 });
    expect([client.calls, screen.queryByRole('alertdialog')]).toEqual([[], null]);
    await say(() => client.orphan('q1', 'awaiting_user_response'));
    expect([nameField().value, focused()]).toEqual(['orders', 'question ' + NAME.question]);
  });

  it('leaves the focus where it is', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    button('Before').focus();
    await say(() => client.orphan('q1'));
    expect([focused(), live()]).toEqual(['button Before', ['The agent is gone', '']]);
    await say(() => client.orphan('q1', 'awaiting_user_response'));
    expect(focused()).toBe('button Before');
  });

  it('a digit chooses nothing behind it', async () => {
    const client = createScriptedClient(q2());
    mount(client);
    await userEvent.click(radio('SQLite'));
    await say(() => client.orphan('q2'));
    await press('1', { laterMs: 700 });
    await say(() => client.orphan('q2', 'awaiting_user_response'));
    expect(chosen()).toEqual(['SQLite']);
  });

  it('what waited for a yes is not carried out', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await userEvent.click(nameField());
    await typeKeys('orders');
    await press('Escape');
    expect(screen.getByRole('alertdialog')).toBeVisible();
    await say(() => client.orphan('q1'));
    expect([screen.queryByRole('alertdialog'), focused()]).toEqual([null, 'title The agent is gone']);
    await say(() => client.orphan('q1', 'awaiting_user_response'));
    expect(nameField().value).toBe('orders');
  });

  it('can be dismissed', async () => {
    const client = createScriptedClient(q1());
    mount(client, { empty: <p>All done</p> });
    await say(() => client.orphan('q1'));
    await click(button('Close'));
    expect([client.calls, screen.getByText('All done').isConnected]).toEqual([[['dismiss', 'q1']], true]);
  });

  it('folded, it is shown; back, it is folded as before', async () => {
    const client = createScriptedClient(q1());
    mount(client, { defaultCollapsed: true });
    button('Continue').focus();
    await say(() => client.orphan('q1'));
    expect([focused(), screen.queryByRole('button', { name: 'Continue' })]).toEqual(['title The agent is gone', null]);
    await say(() => client.orphan('q1', 'awaiting_user_response'));
    expect(focused()).toBe('button Continue');
  });
});

describe('the connection [R-HTTP]', () => {
  const cut = async (client: ScriptedClient, connection: 'offline' | 'refused' = 'offline') => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await say(() => client.connect(connection));
    await act(() => vi.advanceTimersByTimeAsync(1001));
    vi.useRealTimers();
  };

  it('lost, it is said once and quietly, and nothing is', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client);
    await userEvent.click(nameField());
    await typeKeys('orders');
    await cut(client);
    expect(text('connection')).toContain('Offline. Reconnecting. What you enter is kept.');
    expect([live(), nameField().value, focused()]).toEqual([
      ['Offline. Reconnecting. What you enter is kept.', ''],
      'orders',
      'field',
    ]);
    await typeKeys('!');
    await userEvent.click(button('Try again'));
    expect(client.calls).toEqual([['reconnect']]);
    await say(() => client.connect('online'));
    expect([text('connection'), nameField().value, focused()]).toEqual([undefined, 'orders!', 'title Ada asks']);
  });

  it('a flicker is nobody’s business', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await say(() => client.connect('offline'));
    await act(() => vi.advanceTimersByTimeAsync(900));
    await say(() => client.connect('online'));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    vi.useRealTimers();
    expect([text('connection'), live()]).toEqual([undefined, ['', '']]);
  });

  it.each(['offline', 'forbidden'] as const)(
    'what is submitted meanwhile is kept, and sent again (%s)',
    async (code) => {
      const client = createScriptedClient(q1());
      mount(client);
      await cut(client, code === 'offline' ? 'offline' : 'refused');
      client.reply({ ok: false, code, message: 'no' });
      await userEvent.click(nameField());
      await typeKeys('orders\n');
      await expect.poll(() => text('error'), SOON).toContain('Your answers were not sent. They are still here.');
      expect(nameField().value).toBe('orders');
      client.reply({ ok: true });
      const again = document.querySelector<HTMLElement>('[data-ask-user="error"] button')!;
      await click(again);
      await expect.poll(() => text('settled'), SOON).toContain('You answered Ada');
      expect(client.calls.map(([method]) => method)).toEqual(['answer', 'answer']);
    },
  );

  it('an answer whose word was lost is the person’s own all the same', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client);
    client.reply({ ok: false, code: 'offline', message: 'no' });
    await userEvent.click(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('error'), SOON).toContain('not sent');
    await say(() => client.end('q1', answered('orders'), { own: true }));
    expect(heading('Bo asks')).toBeVisible();
  });
});

describe('drafts [R-REPLAY]', () => {
  it('are kept under their request, over a reload, until it is over', async () => {
    const draftStorage = memory();
    const first = mount(createScriptedClient(q1(), q2()), { draftStorage });
    await userEvent.click(nameField());
    await typeKeys('half');
    first.unmount();
    expect([...draftStorage.texts.keys()]).toEqual(['ask-user:q1']);
    const client = createScriptedClient(q1(), q2());
    mount(client, { draftStorage });
    await expect.poll(() => nameField().value, SOON).toBe('half');
    await say(() => client.end('q1', answered('x'), { by: 'Ana' }));
    expect(text('settled')).toContain('half');
    await expect.poll(() => [...draftStorage.texts.keys()], SOON).toEqual([]);
  });
});

it('useAskUserClient gives the state and the ways to change it [R-HTTP]', async () => {
  const client = createScriptedClient(q1());
  function Own() {
    const { requests, endings, connection, answer, dismiss } = useAskUserClient(client);
    return (
      <>
        <p>{[connection, requests.length, endings.length].join(' ')}</p>
        <button type="button" onClick={() => void answer('q1', [])}>
          Answer
        </button>
        <button type="button" onClick={() => dismiss('q1')}>
          Dismiss
        </button>
      </>
    );
  }
  render(<Own />);
  expect(screen.getByText('online 1 0')).toBeVisible();
  await click(button('Answer'));
  await say(() => client.end('q1', answered('x')));
  expect(screen.getByText('online 0 1')).toBeVisible();
  await say(() => button('Dismiss').click());
  expect([screen.getByText('online 0 0').isConnected, client.calls]).toEqual([
    true,
    [
      ['answer', 'q1', []],
      ['dismiss', 'q1'],
    ],
  ]);
});

it('a held Enter answers one question, not two [R-QUEUE] [R-ONCE]', async () => {
  const client = createScriptedClient(q1(), q3());
  mount(client);
  await userEvent.click(nameField());
  await typeKeys('orders');
  await keyDown('Enter');
  await expect.poll(focused, SOON).toBe('title Cy asks');
  await keyDown('Enter', QUICK);
  await keyUp('Enter');
  expect([client.calls.length, text('problem')]).toEqual([1, undefined]);
});
