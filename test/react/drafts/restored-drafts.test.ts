import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askBackRules } from '../../../src/core/flow/ask-back.js';
import { createAskUserStore } from '../../../src/core/flow/store.js';
import { parseRequest, type AskUserRequest } from '../../../src/core/index.js';
import { persistDrafts } from '../../../src/react/drafts/persist-drafts.js';
import type { RestoredDrafts } from '../../../src/react/drafts/restored-drafts.js';

function request(asker?: string): AskUserRequest {
  const questions = [{ id: 'name', question: 'Which name?' }, { question: 'Which city?' }];
  const parsed = parseRequest({ questions }, { requestId: 'r1', asker });
  if (!parsed.ok) throw new Error('The request of this test is invalid.');
  return parsed.value;
}

/** Stores a draft, and restores it in a new flow store. */
function restored() {
  const storage = new Map<string, string>();
  const draftStorage = {
    get: (key: string) => storage.get(key),
    set: (key: string, text: string) => void storage.set(key, text),
    remove: (key: string) => void storage.delete(key),
  };
  const open = (onRestoredChange?: (now: RestoredDrafts | undefined) => void) => {
    const store = createAskUserStore(request());
    return { store, stop: persistDrafts(store, 'r1', () => draftStorage, onRestoredChange) };
  };
  const before = open();
  before.store.dispatch({ type: 'setCustom', questionId: 'name', text: 'Ada' });
  before.stop();
  let notice: RestoredDrafts | undefined;
  const { store } = open((now) => {
    notice = now;
  });
  const name = () => store.getState().drafts[0]?.custom;
  return { store, name, notice: () => notice };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the notice of restored drafts [R-DRAFTS]', () => {
  it('stays until the first edit after the request gets another asker', () => {
    const { store, notice } = restored();
    store.dispatch({ type: 'setRequest', request: request('Bo'), streaming: false });
    store.dispatch({ type: 'goTo', to: 1 });
    expect(notice()).toBeDefined();
    store.dispatch({ type: 'setCustom', questionId: 'name', text: 'Adam' });
    expect(notice()).toBeUndefined();
  });

  it('stays when the host tells what another client asked the agent [R-ASKBACK]', () => {
    const { store, name, notice } = restored();
    store.dispatch({ type: 'setOptions', options: { askBack: askBackRules } });
    notice()?.toggle();
    const exchange = { key: 'k1', questionId: 'name', text: 'Which one?', status: 'replied', reply: 'Any.' } as const;
    store.dispatch({ type: 'exchanges', exchanges: [exchange] });
    expect([notice()?.startedOver, name()]).toEqual([true, '']);
    notice()?.toggle();
    expect(name()).toBe('Ada');
  });

  it('changes nothing while a confirmation is open', () => {
    const { store, name, notice } = restored();
    store.dispatch({ type: 'cancel' });
    expect(store.getState().phase).toBe('confirmingDiscard');
    notice()?.toggle();
    expect([notice()?.startedOver, name()]).toEqual([false, 'Ada']);
    store.dispatch({ type: 'dismiss' });
    notice()?.toggle();
    expect([notice()?.startedOver, name()]).toEqual([true, '']);
  });
});
