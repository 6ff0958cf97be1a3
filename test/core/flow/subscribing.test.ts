import { describe, expect, it, vi } from 'vitest';
import { createAskUserStore } from '../../../src/core/flow/store.js';
import type { AskUserAction } from '../../../src/core/flow/types.js';
import type { Question } from '../../../src/core/question/types.js';
import { DB, FEATURES, NAME, ask, choose, clear, goTo, note, say, skip, submit, toggle, write } from './flow.js';

/** Creates a store with one listener for everything and one per question. `after` returns how often each was called. */
function watched(...questions: readonly Question[]) {
  const store = createAskUserStore(ask(...questions), { allow: { skip: true } });
  const told = new Map<string, number>();
  const listen = (name: string) => () => void told.set(name, (told.get(name) ?? 0) + 1);
  store.subscribe(listen('all'));
  for (const { id } of questions) store.subscribe(listen(id), id);
  const after = (...actions: readonly AskUserAction[]) => {
    told.clear();
    actions.forEach(store.dispatch);
    return Object.fromEntries(told);
  };
  return { store, after };
}

const EVERYONE = { all: 1, db: 1, features: 1, name: 1 };

describe('subscribe', () => {
  it.each<[string, AskUserAction, object]>([
    ['a selected option', choose('db', 0), { all: 1, db: 1 }],
    ['a toggled option', toggle('features', 0), { all: 1, features: 1 }],
    ['custom text', say('name', 'x'), { all: 1, name: 1 }],
    ['notes', note('db', 'x'), { all: 1, db: 1 }],
    ['a skip', skip('features'), { all: 1, features: 1 }],
    ['moving', goTo(2), EVERYONE],
    ['a refused submit', submit, EVERYONE],
    ['an outside settlement', { type: 'settle', result: { status: 'timedOut' } }, EVERYONE],
    ['a new request', write(false, DB, FEATURES, NAME), EVERYONE],
    ['other options', { type: 'setOptions', options: { allow: { skip: false } } }, EVERYONE],
    ['the same options', { type: 'setOptions', options: { allow: { skip: true } } }, {}],
    ['an action without effect', goTo(0), {}],
    ['an unknown question', choose('nobody', 0), {}],
    ['an option that does not exist', choose('db', 7), {}],
  ])('notifies only the listeners concerned, once each: %s', (_name, action, expected) => {
    expect(watched(DB, FEATURES, NAME).after(action)).toEqual(expected);
  });

  it.each<[string, AskUserAction, object]>([
    ['a selected option', choose('db', 0), { all: 1, 'db selection': 1 }],
    ['a toggled option', toggle('features', 0), { all: 1, 'features selection': 1 }],
    ['the first character, which selects Other', say('db', 'x'), { all: 1, 'db selection': 1 }],
    ['the text of a question without options', say('name', 'x'), { all: 1 }],
    ['notes', note('db', 'x'), { all: 1 }],
    ['a skip', skip('features'), { all: 1, 'features selection': 1 }],
    ['moving', goTo(2), { all: 1, flow: 1, 'db selection': 1, 'features selection': 1, 'name selection': 1 }],
    ['an action without effect', goTo(0), {}],
  ])('notifies a narrower scope only about what it contains: %s [R-STATE]', (_name, action, expected) => {
    const store = createAskUserStore(ask(DB, FEATURES, NAME), { allow: { skip: true } });
    const notified: Record<string, number> = {};
    const count = (name: string) => () => void (notified[name] = (notified[name] ?? 0) + 1);
    store.subscribe(count('all'));
    store.subscribe(count('flow'), null);
    for (const id of ['db', 'features', 'name']) store.subscribe(count(`${id} selection`), id, 'selection');
    store.dispatch(action);
    expect(notified).toEqual(expected);
  });

  it('does not notify a selection scope about further characters [R-STATE]', () => {
    const store = createAskUserStore(ask(DB));
    const [selection, draft] = [vi.fn(), vi.fn()];
    store.subscribe(draft, 'db');
    store.subscribe(selection, 'db', 'selection');
    for (const text of ['x', 'xy', 'xyz']) store.dispatch(say('db', text));
    expect([draft.mock.calls.length, selection.mock.calls.length]).toEqual([3, 1]);
  });

  it('notifies every listener when a missing mark is removed, because tabs show it', () => {
    const { after } = watched(DB, FEATURES, NAME);
    after(submit);
    expect(after(choose('db', 0))).toEqual(EVERYONE);
    expect(after(choose('db', 1))).toEqual({ all: 1, db: 1 });
  });

  it('notifies exactly one of a hundred questions', () => {
    const questions = Array.from({ length: 100 }, (_, i): Question => ({ ...DB, id: `q${i}` }));
    const { store, after } = watched(...questions);
    const before = store.getState();
    expect(after(choose('q57', 1))).toEqual({ all: 1, q57: 1 });
    expect(after(say('q99', 'x'), say('q99', 'xy'))).toEqual({ all: 2, q99: 2 });
    const changed = store.getState().drafts.flatMap((draft, i) => (draft === before.drafts[i] ? [] : [i]));
    expect(changed).toEqual([57, 99]);
  });

  it('accepts any question id [R-ID]', () => {
    const ids = ['', '__proto__', 'constructor', 'undefined'];
    const { after } = watched(...ids.map((id): Question => ({ ...DB, id })));
    for (const id of ids)
      expect(after(choose(id, 0))).toEqual(
        Object.fromEntries([
          ['all', 1],
          [id, 1],
        ]),
      );
  });

  it('notifies the listeners of a question that is no longer asked', () => {
    const store = createAskUserStore(ask(DB, NAME), { streaming: true });
    const removed = vi.fn();
    store.subscribe(removed, 'name');
    store.dispatch(write(true, DB));
    expect(removed).toHaveBeenCalledOnce();
  });

  it('does not notify unsubscribed listeners', () => {
    const store = createAskUserStore(ask(DB));
    const [all, scoped] = [vi.fn(), vi.fn()];
    const leave = [store.subscribe(all), store.subscribe(scoped, 'db')];
    leave.forEach((stop) => stop());
    leave.forEach((stop) => stop());
    store.dispatch(choose('db', 0));
    expect([all, scoped].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it('does not remove a later listener if unsubscribed twice', () => {
    const store = createAskUserStore(ask(DB));
    const leave = store.subscribe(vi.fn(), 'db');
    leave();
    const next = vi.fn();
    store.subscribe(next, 'db');
    leave();
    store.dispatch(choose('db', 0));
    expect(next).toHaveBeenCalledOnce();
  });

  it('keeps each subscription of the same listener until that one is unsubscribed', () => {
    const store = createAskUserStore(ask(DB));
    const listener = vi.fn();
    const leave = [store.subscribe(listener, 'db'), store.subscribe(listener, 'db', 'selection')];
    store.dispatch(say('db', 'mine'));
    expect(listener).toHaveBeenCalledTimes(2);
    leave[0]?.();
    store.dispatch(say('db', 'mine too'));
    expect(listener).toHaveBeenCalledTimes(2);
    store.dispatch(choose('db', 1));
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it.each([undefined, 'db'])(
    'notifies the remaining listeners if one unsubscribes while it is notified (scope %s)',
    (scope) => {
      const store = createAskUserStore(ask(DB));
      const leaving = vi.fn();
      const others = [vi.fn(), vi.fn()];
      const [first, last] = others;
      if (first) store.subscribe(first, scope);
      const leave = store.subscribe(() => {
        leaving();
        leave();
      }, scope);
      if (last) store.subscribe(last, scope);
      store.dispatch(choose('db', 0));
      store.dispatch(choose('db', 1));
      expect(leaving).toHaveBeenCalledOnce();
      for (const other of others) expect(other).toHaveBeenCalledTimes(2);
    },
  );

  it('notifies a listener that subscribes during a notification about the next change', () => {
    const store = createAskUserStore(ask(DB));
    const late = vi.fn();
    const stop = store.subscribe(() => {
      stop();
      store.subscribe(late);
    });
    store.dispatch(choose('db', 0));
    const before = late.mock.calls.length;
    store.dispatch(choose('db', 1));
    expect(late.mock.calls.length).toBe(before + 1);
  });

  it('notifies a listener that resubscribes during a notification once per change', () => {
    const store = createAskUserStore(ask(DB));
    let told = 0;
    let leave = () => {};
    const listener = () => {
      told++;
      leave();
      leave = store.subscribe(listener);
    };
    leave = store.subscribe(listener);
    store.dispatch(choose('db', 0));
    store.dispatch(choose('db', 1));
    expect(told).toBe(2);
  });

  it('notifies a listener about its own actions, and leaves all listeners with the last state', () => {
    const store = createAskUserStore(ask(DB, NAME));
    store.subscribe(() => store.dispatch(goTo(1)), 'db');
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.getState().active));
    store.dispatch(choose('db', 0));
    expect(store.getState()).toMatchObject({ active: 1, phase: 'answering' });
    expect(seen.at(-1)).toBe(1);
  });

  it('notifies after the state has changed', () => {
    const store = createAskUserStore(ask(DB));
    const seen: unknown[] = [];
    store.subscribe(() => seen.push(store.getState().drafts[0]?.selected), 'db');
    [choose('db', 2), choose('db', 0), clear('db')].forEach(store.dispatch);
    expect(seen).toEqual([[2], [0], []]);
  });
});

describe('the states of a store', () => {
  it('are referentially stable until something changes, and the initial state is kept', () => {
    const store = createAskUserStore(ask(DB), { streaming: true, softLimit: 7 });
    const first = store.getState();
    expect(first).toMatchObject({ streaming: true, options: { softLimit: 7 } });
    store.dispatch(goTo(0));
    expect(store.getState()).toBe(first);
    store.dispatch(choose('db', 1));
    expect(store.getState()).not.toBe(first);
    expect(store.getInitialState()).toBe(first);
    expect(first.drafts[0]?.selected).toEqual([]);
  });

  it('belong to that store only', () => {
    const request = ask(DB);
    const [one, two] = [createAskUserStore(request), createAskUserStore(request)];
    one.dispatch(choose('db', 1));
    expect(two.getState()).toEqual(two.getInitialState());
  });

  it('treat an undefined option as omitted', () => {
    const { options, streaming } = createAskUserStore(ask(DB), {
      softLimit: undefined,
      confirmCancel: undefined,
      allow: { skip: undefined, decline: undefined },
      streaming: undefined,
      stateReducer: undefined,
      deliver: undefined,
    }).getState();
    expect({ options, streaming }).toEqual({
      options: {
        softLimit: 2_000,
        confirmCancel: 'auto',
        allow: {},
      },
      streaming: false,
    });
  });
});
