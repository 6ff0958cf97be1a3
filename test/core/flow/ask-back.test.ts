import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ASK_BACK_LIMITS, askBackRules } from '../../../src/core/flow/ask-back.js';
import { askUserReducer } from '../../../src/core/flow/reducer.js';
import { connectAskBack } from '../../../src/core/flow/connect-ask-back.js';
import { createAskUserStore } from '../../../src/core/flow/store.js';
import type { AskUserAction, AskUserState, Exchange, OnAskBack } from '../../../src/core/flow/types.js';
import {
  ask,
  cancel,
  choose,
  confirm,
  DB,
  delivered,
  dismiss,
  draftOf,
  NAME,
  run,
  say,
  start,
  submit,
  write,
} from './flow.js';
import { getExchanges } from '../../../src/core/flow/selectors.js';
import { isTouched } from '../../../src/core/flow/touched.js';

const type = (questionId: string, text: string): AskUserAction => ({ type: 'setAskBack', questionId, text });
const send = (questionId: string, key: string): AskUserAction => ({ type: 'askBack', questionId, key });
const replied = (key: string, reply: string): AskUserAction => ({ type: 'askBackReplied', key, reply });
const failed = (key: string): AskUserAction => ({ type: 'askBackFailed', key });

const discuss = { type: 'decline', discuss: true } as const;
const message = (text: string) => ({ type: 'setMessage', text }) as const;

const SECRET = { ...NAME, id: 'secret', constraints: { secret: true } };
const begun = start([DB, NAME, SECRET], { askBack: askBackRules });
const asked = run(begun, type('db', 'Why not MySQL?'), send('db', 'k1'));
const exchangesOf = (state: AskUserState, id = 'db') => draftOf(state, id).exchanges ?? [];
const WAITING: Exchange = { key: 'k1', questionId: 'db', text: 'Why not MySQL?', status: 'waiting' };

describe('a discussion while a question to the agent is not sent', () => {
  const open = (...actions: AskUserAction[]) =>
    run(start([DB, NAME], { askBack: askBackRules, allow: { discuss: true } }), ...actions);

  it('takes the question as its message, and names what it is about, so that nothing is typed twice [R-ASKBACK] [R-DISCUSS]', () => {
    const state = open(type('name', ' Whose? '), discuss);
    expect(state).toMatchObject({ message: ' Whose? ', result: { reason: ' Whose? ', about: 'name' } });
    const back = run(state, dismiss);
    expect(draftOf(back, 'name').askBack).toBe(' Whose? ');
    expect(run(back, discuss)).toMatchObject({ message: ' Whose? ', result: { about: 'name' } });
    expect(run(back, message('Whose is it?'), discuss, confirm).result).toMatchObject({ reason: 'Whose is it?' });
  });

  it('takes several questions, each as a paragraph, and names none [R-DISCUSS]', () => {
    const { message: text, result } = open(type('db', 'Why not MySQL?'), type('name', 'Whose?'), discuss);
    expect(text).toBe('Why not MySQL?\n\nWhose?');
    expect(result).not.toHaveProperty('about');
  });

  it.each<[string, AskUserState, string]>([
    ['a message that the user has written', open(message('Later.'), type('db', 'Why?'), discuss), 'Later.'],
    ['the message of the host', open(type('db', 'Why?'), { ...discuss, reason: 'Later.' }), 'Later.'],
    ['no message, if what is typed is blank', open(type('db', ' '), discuss), ''],
  ])('keeps %s [R-KEEP]', (_, state, text) => {
    expect(state.message).toBe(text);
    expect(state.result).not.toHaveProperty('about');
  });

  it('keeps the question that the user wants to discuss [R-ASKBACK]', () => {
    const { result, message: text } = open(type('db', 'Why?'), { ...discuss, about: 'name' });
    expect([text, result]).toEqual(['Why?', expect.objectContaining({ about: 'name' })]);
  });

  it('names nothing in a request with one question', () => {
    const one = start([DB], { askBack: askBackRules, allow: { discuss: true } });
    expect(run(one, type('db', 'Why?'), discuss).result).toEqual({
      ...{ status: 'declined', discuss: true, reason: 'Why?', answers: [] },
    });
  });
});

describe('asking back', () => {
  it('moves the typed text to an exchange, and changes no answer [R-ASKBACK]', () => {
    const state = run(begun, choose('db', 1), type('db', 'Why not MySQL?'));
    expect(draftOf(state, 'db')).toMatchObject({ askBack: 'Why not MySQL?', selected: [1] });
    const { exchanges, ...draft } = draftOf(run(state, send('db', 'k1')), 'db');
    expect(exchanges).toEqual([WAITING]);
    expect(draft).toEqual(draftOf(run(begun, choose('db', 1)), 'db'));
  });

  it('keeps a text that reads like no text [R-VERBATIM]', () => {
    expect(draftOf(run(begun, type('db', 'undefined')), 'db').askBack).toBe('undefined');
    expect(draftOf(run(begun, type('db', 'x'), type('db', '')), 'db')).toEqual(draftOf(begun, 'db'));
  });

  it.each<[string, AskUserState, AskUserAction]>([
    ['a host that gives no reply', run(start([DB]), type('db', 'Why?')), send('db', 'k1')],
    ['no text', begun, send('db', 'k1')],
    ['blank text', run(begun, type('db', ' \n')), send('db', 'k1')],
    ['a text over the limit', run(begun, type('db', '😀'.repeat(2001))), send('db', 'k1')],
    ['a secret question', run(begun, type('secret', 'Why?')), send('secret', 'k1')],
    ['a question that does not exist', run(begun, type('db', 'Why?')), send('nobody', 'k1')],
    ['an exchange that waits', run(asked, type('db', 'And Oracle?')), send('db', 'k2')],
    ['the key of an exchange that waits', run(asked, type('db', 'And Oracle?')), send('db', 'k1')],
    ['the key of a reply', run(asked, replied('k1', 'So.'), type('db', 'Why?')), send('db', 'k1')],
    ['a confirmation', run(begun, type('db', 'Why?'), cancel), send('db', 'k1')],
    [
      'a delivery',
      run(start([NAME], { askBack: askBackRules }), type('name', 'Why?'), say('name', 'Ada'), submit, confirm),
      send('name', 'k1'),
    ],
    ['a late reply', run(asked, failed('k1')), replied('k1', 'So.')],
    ['a reply of another exchange', asked, replied('k2', 'So.')],
    ['a failure of another exchange', asked, failed('k2')],
  ])('has no effect with %s [R-ASKBACK]', (_, state, action) => {
    expect(askUserReducer(state, action)).toBe(state);
  });

  it('asks before the answers are sent without a question that is typed [R-KEEP]', () => {
    const typed = run(begun, choose('db', 1), say('name', 'Ada'), say('secret', 'x'), type('name', 'Which name?'));
    const asking = run(typed, submit);
    expect(asking.phase).toBe('confirmingLongAnswer');
    expect(run(asking, dismiss)).toMatchObject({ phase: 'answering', active: 1 });
    expect(draftOf(run(asking, dismiss), 'name').askBack).toBe('Which name?');
    expect(run(asking, confirm).phase).toBe('submitting');
    expect(run(asking, dismiss, type('name', ' '), submit).phase).toBe('submitting');
    // Another question needs another confirmation.
    const again = run(asking, confirm, { type: 'deliveryFailed', message: 'offline' }, type('db', 'Why?'), submit);
    expect(again.phase).toBe('confirmingLongAnswer');
  });

  it('counts the limit of a question in code points [R-ASKBACK]', () => {
    expect(exchangesOf(run(begun, type('db', '😀'.repeat(2000)), send('db', 'k1')))).toHaveLength(1);
  });

  it('takes a reply in every phase until the request is settled [R-ASKBACK]', () => {
    const reply = { ...WAITING, status: 'replied', reply: 'It is slow.' };
    expect(exchangesOf(run(asked, replied('k1', 'It is slow.')))).toEqual([reply]);
    expect(exchangesOf(run(asked, say('name', 'Ada'), cancel, replied('k1', 'It is slow.')))).toEqual([reply]);
    const settled = run(asked, say('name', 'Ada'), cancel, confirm, delivered);
    expect(run(settled, replied('k1', 'It is slow.'))).toBe(settled);
  });

  it('asks again with the same key and text after a failure, and keeps what was typed meanwhile [R-ASKBACK]', () => {
    const state = run(asked, type('db', 'And Oracle?'), failed('k1'));
    expect(exchangesOf(state)).toEqual([{ ...WAITING, status: 'failed' }]);
    const again = run(state, send('db', 'k1'));
    expect(exchangesOf(again)).toEqual([WAITING]);
    expect(draftOf(again, 'db').askBack).toBe('And Oracle?');
    expect(exchangesOf(run(again, replied('k1', 'So.')))).toMatchObject([{ status: 'replied', reply: 'So.' }]);
  });

  it('cuts a long reply, and marks it [R-ASKBACK]', () => {
    expect(exchangesOf(run(asked, replied('k1', 'x'.repeat(10_001))))).toMatchObject([
      { reply: 'x'.repeat(10_000), isCut: true },
    ]);
    expect(exchangesOf(run(asked, replied('k1', 'x'.repeat(10_000))))[0]).not.toHaveProperty('isCut');
  });

  it('cuts a reply by its bytes of UTF-8, between characters [R-ASKBACK]', () => {
    const reply = (text: string) => exchangesOf(run(asked, replied('k1', text)))[0]?.reply;
    expect(reply('ü'.repeat(5_001))).toBe('ü'.repeat(5_000));
    expect(reply('界'.repeat(4_000))).toBe('界'.repeat(3_333));
    expect(reply(`x${'😀'.repeat(2_500)}`)).toBe(`x${'😀'.repeat(2_499)}`);
  });

  it('takes over what the host knows, and loses nothing of what is here [R-ASKBACK]', () => {
    const known = { key: 'k0', questionId: 'db', text: 'How big?', status: 'replied', reply: '2 GB.' } as const;
    const state = run(asked, type('db', 'And Oracle?'), { type: 'exchanges', exchanges: [known] });
    expect(exchangesOf(state)).toEqual([{ ...known, isElsewhere: true }, WAITING]);
    expect(draftOf(state, 'db').askBack).toBe('And Oracle?');
    expect(run(state, { type: 'exchanges', exchanges: [known] })).toBe(state);
    const ended = { ...WAITING, status: 'replied', reply: 'So.' } as const;
    expect(exchangesOf(run(state, { type: 'exchanges', exchanges: [known, ended] }))).toEqual([
      { ...known, isElsewhere: true },
      ended,
    ]);
    expect(run(state, { type: 'exchanges', exchanges: [{ ...known, questionId: 'nobody' }] })).toBe(state);
  });

  it('counts and keeps as entered what the user asked, not what another client asked [R-CARRY]', () => {
    const other = { key: 'k0', questionId: 'db', text: 'How big?', status: 'failed' } as const;
    const state = run(begun, { type: 'exchanges', exchanges: [other] });
    expect([isTouched(draftOf(state, 'db')), run(state, cancel).phase]).toEqual([false, 'submitting']);
    // Who tries again asks, too.
    expect(isTouched(draftOf(run(state, send('db', 'k0')), 'db'))).toBe(true);
    const own = run(asked, { type: 'exchanges', exchanges: [{ ...WAITING, status: 'failed' }] });
    expect(isTouched(draftOf(own, 'db'))).toBe(true);
    expect(getExchanges(state)).toEqual([other]);
  });

  it('has at most 20 exchanges for a question [R-ASKBACK]', () => {
    const full = Array.from({ length: 25 }, (_, i) => String(i)).reduce(
      (state, key) => run(state, type('db', 'Why?'), send('db', key), replied(key, 'So.')),
      begun,
    );
    expect(exchangesOf(full)).toHaveLength(20);
    expect([askBackRules.canAsk(full, 0), askBackRules.canAsk(run(full, type('name', 'Why?')), 1)]).toEqual([
      false,
      true,
    ]);
  });

  it('keeps at most 256,000 bytes of a request, with room for every reply [R-ASKBACK]', () => {
    const questions = Array.from({ length: 8 }, (_, i) => ({ ...NAME, id: `q${i}` }));
    let state = start(questions, { askBack: askBackRules });
    for (let i = 0; i < 20; i++) {
      for (const { id } of questions) state = run(state, type(id, 'Why?'), send(id, `${id}${i}`));
      for (const { id } of questions) state = run(state, replied(`${id}${i}`, 'ü'.repeat(4_500)));
    }
    const all = state.drafts.flatMap(({ exchanges = [] }) => exchanges);
    const size = Buffer.byteLength(all.map(({ text, reply = '' }) => text + reply).join(''));
    expect(size).toBeGreaterThan(ASK_BACK_LIMITS.request - 20_000);
    expect(size).toBeLessThanOrEqual(ASK_BACK_LIMITS.request);
    expect(all.every(({ isCut }) => !isCut)).toBe(true);
  });

  it('counts text that is not sent as entered [R-KEEP]', () => {
    expect(isTouched(draftOf(run(begun, type('db', 'Why?')), 'db'))).toBe(true);
    expect(run(start([DB], { askBack: askBackRules }), type('db', 'Why?'), cancel).phase).toBe('confirmingDiscard');
    expect(isTouched(draftOf(run(asked, replied('k1', 'So.')), 'db'))).toBe(false);
  });

  it('counts a question without a reply as entered, until there is one [R-KEEP] [R-CANCEL]', () => {
    const one = run(start([NAME], { askBack: askBackRules }), type('name', 'Why?'), send('name', 'k1'));
    for (const state of [one, run(one, failed('k1'))]) {
      expect(isTouched(draftOf(state, 'name'))).toBe(true);
      expect(run(state, cancel).phase).toBe('confirmingDiscard');
    }
    expect(run(one, replied('k1', 'So.'), cancel).phase).toBe('submitting');
  });

  it('stays with its question when the request is reworded [R-STREAM]', () => {
    const reworded = run(asked, write(false, NAME, { ...DB, question: 'Which one?' }));
    expect(exchangesOf(reworded)).toEqual([WAITING]);
    expect(exchangesOf(run(reworded, replied('k1', 'So.')))).toMatchObject([{ reply: 'So.' }]);
  });

  it('restores exchanges, and keeps them when the drafts are emptied', () => {
    const old: Exchange = { key: 'k0', questionId: 'db', text: 'Old?', status: 'replied', reply: 'Yes.' };
    const empty = { selected: [], other: false, custom: '', notes: '', skipped: false };
    const restore = (draft = {}): AskUserAction => ({
      type: 'restore',
      drafts: [{ questionId: 'db', ...empty, ...draft }],
    });
    const state = run(asked, restore({ askBack: 'And?', exchanges: [old, WAITING] }));
    expect(draftOf(state, 'db')).toMatchObject({ askBack: 'And?', exchanges: [old, WAITING] });
    const emptied = draftOf(run(state, restore()), 'db');
    expect(emptied.exchanges).toEqual([old, WAITING]);
    expect(emptied).not.toHaveProperty('askBack');
  });

  it('gives each reply to the exchange that waits for it, in any order of any events [R-ASKBACK]', () => {
    const keys = fc.constantFrom('a', 'b', 'c');
    const ids = fc.constantFrom('db', 'name', 'secret');
    const action = fc.oneof(
      fc.tuple(ids, keys).map(([id, key]) => send(id, id + key)),
      fc.tuple(ids, fc.constantFrom('', 'Why?', 'And?')).map(([id, text]) => type(id, text)),
      fc.tuple(ids, keys).map(([id, key]) => replied(id + key, `reply to ${id}${key}`)),
      fc.tuple(ids, keys).map(([id, key]) => failed(id + key)),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const waiting = new Set<string>();
        actions.reduce((before, one) => {
          const after = askUserReducer(before, one);
          if (one.type === 'askBack' && after !== before) waiting.add(one.key);
          if (one.type === 'askBackReplied' || one.type === 'askBackFailed') {
            expect(after !== before).toBe(waiting.delete(one.key));
          }
          const all = after.drafts.flatMap(({ exchanges = [] }) => exchanges);
          expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
          for (const { status, key, reply } of all) {
            expect(reply).toBe(status === 'replied' ? `reply to ${key}` : undefined);
            expect(status === 'waiting').toBe(waiting.has(key));
          }
          for (const { exchanges = [] } of after.drafts)
            expect(exchanges.filter(({ status }) => status === 'waiting').length).toBeLessThan(2);
          expect(exchangesOf(after, 'secret')).toEqual([]);
          return after;
        }, begun);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('connectAskBack', () => {
  const open = (onAskBack: (exchange: Exchange, details: { signal: AbortSignal }) => unknown) => {
    const store = createAskUserStore(ask(DB, NAME));
    const { stop, takeOver } = connectAskBack(store, onAskBack);
    const exchanges = () => exchangesOf(store.getState());
    store.dispatch(type('db', 'Why?'));
    store.dispatch(send('db', 'k1'));
    return { store, exchanges, stop, takeOver };
  };

  it('calls it once for each exchange and attempt, and takes the reply [R-ASKBACK]', async () => {
    const onAskBack = vi.fn<() => unknown>().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce('So.');
    const { store, exchanges } = open(onAskBack);
    expect(exchanges()).toMatchObject([{ status: 'waiting' }]);
    await expect.poll(exchanges).toMatchObject([{ status: 'failed', text: 'Why?' }]);
    store.dispatch(send('db', 'k1'));
    await expect.poll(exchanges).toMatchObject([{ status: 'replied', reply: 'So.' }]);
    const exchange = { key: 'k1', questionId: 'db', text: 'Why?', status: 'waiting' };
    expect(onAskBack.mock.calls).toEqual([
      [exchange, { signal: expect.any(AbortSignal) }],
      [exchange, { signal: expect.any(AbortSignal) }],
    ]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['returns no text', () => undefined],
    ['returns blank text', () => ' \n'],
  ])('fails if the host %s [R-ASKBACK]', async (_, onAskBack) => {
    await expect.poll(open(onAskBack).exchanges).toMatchObject([{ status: 'failed' }]);
  });

  it('aborts the signal when the request is settled, and drops a late reply [R-ASKBACK]', async () => {
    let reply: (text: string) => void = () => {};
    let signal: AbortSignal | undefined;
    const { store } = open((_, details) => {
      ({ signal } = details);
      return new Promise((resolve) => (reply = resolve));
    });
    expect(signal?.aborted).toBe(false);
    store.dispatch({ type: 'settle', result: { status: 'aborted' } });
    expect(signal?.aborted).toBe(true);
    const settled = store.getState();
    reply('So.');
    await Promise.resolve();
    await Promise.resolve();
    expect(store.getState()).toBe(settled);
  });

  it('notifies only the subscribers of the question [R-PERF]', async () => {
    const { store, exchanges } = open(async () => 'So.');
    const other = vi.fn<() => void>();
    const own = vi.fn<() => void>();
    store.subscribe(other, 'name');
    store.subscribe(own, 'db');
    await expect.poll(exchanges).toMatchObject([{ status: 'replied' }]);
    expect([other.mock.calls.length, own.mock.calls.length]).toEqual([0, 1]);
  });

  it('does not ask again what it takes over [R-ASKBACK]', async () => {
    const onAskBack = vi.fn<OnAskBack>(async () => 'So.');
    const { takeOver, exchanges } = open(onAskBack);
    await expect.poll(exchanges).toMatchObject([{ status: 'replied' }]);
    takeOver([{ ...WAITING, key: 'k0' }]);
    expect(exchanges()).toMatchObject([{ key: 'k0', status: 'waiting' }, { key: 'k1' }]);
    expect(onAskBack).toHaveBeenCalledTimes(1);
  });

  it('asks again what failed, however often the host tells that it failed [R-ASKBACK]', async () => {
    const onAskBack = vi.fn<OnAskBack>(async () => undefined);
    const { store, takeOver, exchanges } = open(onAskBack);
    await expect.poll(exchanges).toMatchObject([{ status: 'failed' }]);
    const failed = exchanges();
    takeOver(failed);
    takeOver(failed);
    onAskBack.mockImplementation(async () => 'So.');
    store.dispatch(send('db', 'k1'));
    await expect.poll(exchanges).toMatchObject([{ status: 'replied', reply: 'So.' }]);
    expect(onAskBack).toHaveBeenCalledTimes(2);
  });

  it('shows what is under way as waiting, whatever the host knew before [R-ASKBACK]', async () => {
    let reply: (text: string) => void = () => {};
    const { takeOver, exchanges } = open(() => new Promise((resolve) => (reply = resolve)));
    takeOver([{ ...WAITING, status: 'failed' }]);
    expect(exchanges()).toMatchObject([{ status: 'waiting' }]);
    reply('So.');
    await expect.poll(exchanges).toMatchObject([{ status: 'replied', reply: 'So.' }]);
  });

  describe('with a host that does not reply', () => {
    const FIVE_MINUTES = 300_000;
    const silent = () => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const calls: { signal: AbortSignal; reply: (text: string) => void }[] = [];
      const flow = open((_, { signal }) => new Promise((reply) => calls.push({ signal, reply })));
      return { ...flow, calls };
    };

    it('stops waiting after five minutes, as a broker does, and offers to ask again [R-ASKBACK]', async () => {
      const { store, exchanges, calls } = silent();
      await vi.advanceTimersByTimeAsync(FIVE_MINUTES - 1);
      expect([calls[0]?.signal.aborted, exchanges()]).toMatchObject([false, [{ status: 'waiting' }]]);
      await vi.advanceTimersByTimeAsync(1);
      expect([calls[0]?.signal.aborted, exchanges()]).toMatchObject([true, [{ status: 'failed' }]]);
      store.dispatch(send('db', 'k1'));
      calls[0]?.reply('Too late.');
      calls[1]?.reply('So.');
      await vi.advanceTimersByTimeAsync(0);
      expect(exchanges()).toMatchObject([{ status: 'replied', reply: 'So.' }]);
      expect(vi.getTimerCount()).toBe(0);
    });

    it('waits as long as the host lists the exchange, such as with a broker of another limit [R-ASKBACK]', async () => {
      const { exchanges, takeOver, calls } = silent();
      takeOver([WAITING]);
      await vi.advanceTimersByTimeAsync(FIVE_MINUTES);
      expect([calls[0]?.signal.aborted, exchanges()]).toMatchObject([false, [{ status: 'waiting' }]]);
      calls[0]?.reply('So.');
      await vi.advanceTimersByTimeAsync(0);
      expect(exchanges()).toMatchObject([{ status: 'replied', reply: 'So.' }]);
    });

    it('leaves no timer behind when the request is settled [R-ASKBACK]', async () => {
      const { store } = silent();
      store.dispatch({ type: 'settle', result: { status: 'aborted' } });
      await vi.advanceTimersByTimeAsync(0);
      expect(vi.getTimerCount()).toBe(0);
    });
  });

  it('aborts and offers nothing once it is stopped [R-ASKBACK]', async () => {
    let signal: AbortSignal | undefined;
    const { store, stop, exchanges } = open((_, details) => {
      ({ signal } = details);
      return new Promise((_resolve, reject) =>
        details.signal.addEventListener('abort', () => reject(new Error('gone'))),
      );
    });
    stop();
    expect([signal?.aborted, store.getState().options.askBack]).toEqual([true, undefined]);
    await expect.poll(exchanges).toMatchObject([{ status: 'failed' }]);
    store.dispatch(send('db', 'k1'));
    expect(exchanges()).toMatchObject([{ status: 'failed' }]);
  });
});
