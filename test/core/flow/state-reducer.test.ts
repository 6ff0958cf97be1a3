import { describe, expect, it, vi } from 'vitest';
import { primaryAction } from '../../../src/core/flow/selectors.js';
import { createAskUserStore } from '../../../src/core/flow/store.js';
import type { StateReducer } from '../../../src/core/flow/types.js';
import {
  DB,
  FEATURES,
  NAME,
  ask,
  cancel,
  choose,
  delivered,
  draftOf,
  goTo,
  note,
  say,
  submit,
  toggle,
} from './flow.js';

describe('stateReducer', () => {
  it('receives the state, the action and the proposed state', () => {
    const stateReducer = vi.fn<StateReducer>((_state, { changes }) => changes);
    const store = createAskUserStore(ask(DB), { stateReducer });
    const before = store.getState();
    store.dispatch(choose('db', 1));
    expect(stateReducer).toHaveBeenCalledExactlyOnceWith(before, {
      action: choose('db', 1),
      changes: store.getState(),
    });
    expect(draftOf(store.getState(), 'db').selected).toEqual([1]);
  });

  it('can forbid an option', () => {
    const store = createAskUserStore(ask(DB), {
      stateReducer: (state, { action, changes }) =>
        action.type === 'selectOption' && action.option === 0 ? state : changes,
    });
    const before = store.getState();
    const listener = vi.fn();
    store.subscribe(listener);
    store.dispatch(choose('db', 0));
    expect(store.getState()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
    store.dispatch(choose('db', 1));
    expect(draftOf(store.getState(), 'db').selected).toEqual([1]);
  });

  it('can limit how many options are selected', () => {
    const store = createAskUserStore(ask(FEATURES), {
      stateReducer: (state, { changes }) =>
        changes.drafts.some(({ selected }) => selected.length > 2) ? state : changes,
    });
    [0, 1, 2].map((option) => toggle('features', option)).forEach(store.dispatch);
    expect(draftOf(store.getState(), 'features').selected).toEqual([0, 1]);
  });

  it('can advance after a selection, up to Review', () => {
    const deliver = vi.fn();
    const store = createAskUserStore(ask(DB, FEATURES), {
      deliver,
      stateReducer: (state, { action, changes }) =>
        action.type === 'selectOption' && changes !== state && primaryAction(changes) !== 'submit'
          ? { ...changes, active: changes.active + 1 }
          : changes,
    });
    store.dispatch(choose('db', 0));
    expect(store.getState().active).toBe(1);
    store.dispatch(choose('features', 0));
    store.dispatch(choose('features', 1));
    expect(store.getState()).toMatchObject({ active: 2, phase: 'answering' });
    expect(deliver).not.toHaveBeenCalled();
  });

  it('can reject a cancel', () => {
    const deliver = vi.fn();
    const store = createAskUserStore(ask(DB), {
      deliver,
      stateReducer: (state, { action, changes }) => (action.type === 'cancel' ? state : changes),
    });
    store.dispatch(cancel);
    expect(store.getState().phase).toBe('answering');
    expect(deliver).not.toHaveBeenCalled();
  });

  it('can change the entered text, which is then sent', () => {
    const deliver = vi.fn();
    const store = createAskUserStore(ask(NAME), {
      deliver,
      stateReducer: (_state, { changes }) => ({
        ...changes,
        drafts: changes.drafts.map((draft) => ({ ...draft, custom: draft.custom.toLowerCase() })),
      }),
    });
    [say('name', 'Order'), submit].forEach(store.dispatch);
    expect(deliver.mock.lastCall?.[0]).toMatchObject({ answers: [{ answer: 'order' }] });
  });

  it('cannot reopen a settled request', () => {
    const stateReducer = vi.fn<StateReducer>((state, { changes }) =>
      state.phase === 'settled' ? { ...changes, phase: 'answering' } : changes,
    );
    const deliver = vi.fn();
    const store = createAskUserStore(ask(DB), { stateReducer, deliver });
    [choose('db', 0), submit].forEach(store.dispatch);
    const settled = store.getState();
    expect(settled.phase).toBe('settled');
    const seen = stateReducer.mock.calls.length;
    [choose('db', 1), note('db', 'x'), goTo(0), submit, cancel, delivered].forEach(store.dispatch);
    expect(store.getState()).toBe(settled);
    expect(stateReducer).toHaveBeenCalledTimes(seen);
    expect(deliver).toHaveBeenCalledOnce();
  });
});
