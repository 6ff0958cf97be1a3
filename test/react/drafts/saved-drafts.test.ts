import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseRequest } from '../../../src/core/question/parse-request.js';
import { createAskUserStore, type AskUserStore } from '../../../src/core/flow/store.js';
import type { AskUserAction, AskUserRequest, QuestionInput } from '../../../src/core/index.js';
import { persistDrafts } from '../../../src/react/drafts/persist-drafts.js';
import type { DraftStorage } from '../../../src/react/drafts/saved-drafts.js';

const KEY = 'ask-user:r1';
const DB: QuestionInput = { id: 'db', question: 'Which database?', options: ['PostgreSQL', 'SQLite'] };
const PARTS: QuestionInput = { id: 'parts', question: 'Which parts?', options: ['a', 'b', 'c'], multiSelect: true };
const NAME: QuestionInput = { id: 'name', question: 'Which name?' };

function request(...questions: readonly QuestionInput[]): AskUserRequest {
  const parsed = parseRequest({ questions }, { requestId: 'r1' });
  if (!parsed.ok) throw new Error('A test asks what can not be asked.');
  return parsed.value;
}

const open = (...questions: readonly QuestionInput[]): AskUserStore =>
  createAskUserStore(request(...questions), { allow: { skip: true } });

function memory(text?: string) {
  const map = new Map(text === undefined ? [] : [[KEY, text]]);
  return {
    map,
    get: vi.fn((key: string) => map.get(key)),
    set: vi.fn((key: string, value: string) => void map.set(key, value)),
    remove: vi.fn((key: string) => void map.delete(key)),
  } satisfies DraftStorage & { map: unknown };
}

/** How often the draft was written. Its index is written each time, too. */
const writes = ({ set }: ReturnType<typeof memory>) => set.mock.calls.filter(([key]) => key === KEY).length;

const keep = (store: AskUserStore, storage: DraftStorage) => persistDrafts(store, 'r1', () => storage);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the stored drafts of a user before a reload. */
function entered(): string {
  const storage = memory();
  const store = open(DB, PARTS, NAME);
  const stop = keep(store, storage);
  store.dispatch({ type: 'setCustom', questionId: 'db', text: 'DuckDB' });
  store.dispatch({ type: 'selectOption', questionId: 'db', option: 1 });
  store.dispatch({ type: 'toggleOption', questionId: 'parts', option: 0 });
  store.dispatch({ type: 'toggleOption', questionId: 'parts', option: 2 });
  store.dispatch({ type: 'setCustom', questionId: 'parts', text: 'and d' });
  store.dispatch({ type: 'setNotes', questionId: 'parts', text: 'for now' });
  store.dispatch({ type: 'skip', questionId: 'name' });
  store.dispatch({ type: 'goTo', to: 1 });
  stop();
  return storage.map.get(KEY) ?? '';
}

const reopened = (text: string, ...questions: readonly QuestionInput[]) => {
  const storage = memory(text);
  const store = open(...questions);
  const stop = keep(store, storage);
  return { store, storage, stop, drafts: () => store.getState().drafts };
};

const BLANK = { selected: [], other: false, custom: '', notes: '', skipped: false };

describe('a stored draft [R-REPLAY]', () => {
  it('is restored completely: selection, custom text, notes, skips, the active tab', () => {
    const { store, drafts } = reopened(entered(), DB, PARTS, NAME);
    expect(drafts()).toEqual([
      { ...BLANK, selected: [1], custom: 'DuckDB' },
      { ...BLANK, selected: [0, 2], other: true, custom: 'and d', notes: 'for now' },
      { ...BLANK, skipped: true },
    ]);
    expect(store.getState().active).toBe(1);
    expect(store.getState().phase).toBe('answering');
  });

  it('is restored by one action of the flow, and so removed by "Start over" and restored by "Undo"', () => {
    const actions: AskUserAction[] = [];
    const store = createAskUserStore(request(DB, PARTS, NAME), {
      allow: { skip: true },
      stateReducer(_, { action, changes }) {
        actions.push(action);
        return changes;
      },
    });
    const storage = memory(entered());
    let toggle = () => {};
    persistDrafts(
      store,
      'r1',
      () => storage,
      (restored) => restored && ({ toggle } = restored),
    );
    const before = store.getState();
    toggle();
    expect(store.getState()).toEqual(
      createAskUserStore(request(DB, PARTS, NAME), { allow: { skip: true } }).getState(),
    );
    toggle();
    expect(store.getState().drafts).toEqual(before.drafts);
    expect(actions.map(({ type }) => type)).toEqual(['restore', 'restore', 'restore']);
  });

  it('is restored on Review', () => {
    const storage = memory();
    const store = open(DB, NAME);
    const stop = keep(store, storage);
    store.dispatch({ type: 'goTo', to: 2 });
    stop();
    expect(reopened(storage.map.get(KEY) ?? '', DB, NAME).store.getState().active).toBe(2);
  });

  it.each([
    ['the question has another text', { ...DB, question: 'Which database to delete?' }],
    ['the selected option has another label', { ...DB, options: ['PostgreSQL', 'Delete SQLite'] }],
    ['the selected option has another index', { ...DB, options: ['SQLite', 'PostgreSQL'] }],
    ['the selected option is removed', { ...DB, options: ['PostgreSQL'] }],
  ])('keeps its text and loses its selection if %s [R-NOPHANTOM]', (_, now) => {
    const { drafts } = reopened(entered(), now, PARTS, NAME);
    expect(drafts()[0]).toEqual({ ...BLANK, custom: 'DuckDB' });
    expect(drafts()[1]?.selected).toEqual([0, 2]);
  });

  it.each([
    ['one of several selected options is removed', ['a', 'b']],
    ['one of several selected options has another label', ['a', 'b', 'delete c']],
    ['the options have another order', ['c', 'b', 'a']],
  ])('keeps its text and loses the whole selection if %s [R-NOPHANTOM]', (_, options) => {
    const { drafts } = reopened(entered(), DB, { ...PARTS, options });
    expect(drafts()[1]).toEqual({ ...BLANK, custom: 'and d', notes: 'for now' });
    expect(drafts()[0]?.selected).toEqual([1]);
  });

  it('keeps its selection if only another option has another label', () => {
    const { drafts } = reopened(entered(), { ...DB, options: ['Postgres 18', 'SQLite'] }, PARTS);
    expect(drafts()[0]?.selected).toEqual([1]);
  });

  it('loses several selected options if the question is single-select now [R-NOPHANTOM]', () => {
    const { drafts } = reopened(entered(), DB, { ...PARTS, multiSelect: false });
    expect(drafts()[1]).toEqual({ ...BLANK, custom: 'and d', notes: 'for now' });
  });

  it('is not skipped if the host no longer allows skipping', () => {
    const storage = memory(entered());
    const store = createAskUserStore(request(DB, PARTS, NAME));
    keep(store, storage);
    expect(store.getState().drafts[2]).toEqual(BLANK);
  });

  it('never replaces what was entered meanwhile', () => {
    const text = entered();
    const store = open(DB, PARTS);
    store.dispatch({ type: 'setCustom', questionId: 'db', text: 'mine' });
    keep(store, memory(text));
    expect(store.getState().drafts[0]).toMatchObject({ custom: 'mine', selected: [] });
    expect(store.getState().drafts[1]?.selected).toEqual([0, 2]);
  });

  it('restores its text and notes if only options were selected meanwhile', () => {
    const store = open(DB, PARTS, NAME);
    store.dispatch({ type: 'selectOption', questionId: 'db', option: 0 });
    store.dispatch({ type: 'toggleOption', questionId: 'parts', option: 1 });
    keep(store, memory(entered()));
    expect(store.getState().drafts).toEqual([
      { ...BLANK, selected: [0], custom: 'DuckDB' },
      { ...BLANK, selected: [1], custom: 'and d', notes: 'for now' },
      { ...BLANK, skipped: true },
    ]);
  });

  it('restores its text under Other if Other was selected meanwhile', () => {
    const store = open(DB);
    store.dispatch({ type: 'selectOption', questionId: 'db', option: 'other' });
    keep(store, memory(entered()));
    expect(store.getState().drafts).toEqual([{ ...BLANK, other: true, custom: 'DuckDB' }]);
  });

  it('is restored question by question during a stream, and survives a reload in between [R-STREAM]', () => {
    const text = entered();
    const grow = (store: AskUserStore, streaming: boolean, ...questions: readonly QuestionInput[]) =>
      store.dispatch({ type: 'setRequest', request: request(...questions), streaming });
    const first = createAskUserStore({ requestId: 'r1', questions: [] }, { streaming: true, allow: { skip: true } });
    const storage = memory(text);
    const stop = keep(first, storage);
    expect(first.getState().drafts).toEqual([]);
    grow(first, true, DB);
    expect(first.getState().drafts[0]).toMatchObject({ selected: [1], custom: 'DuckDB' });
    first.dispatch({ type: 'setCustom', questionId: 'db', text: 'Turso' });
    stop();

    const second = createAskUserStore(request(DB), { streaming: true, allow: { skip: true } });
    keep(second, storage);
    grow(second, true, DB, PARTS);
    grow(second, false, DB, PARTS, NAME);
    expect(second.getState().drafts).toEqual([
      { ...BLANK, other: true, custom: 'Turso' },
      { ...BLANK, selected: [0, 2], other: true, custom: 'and d', notes: 'for now' },
      { ...BLANK, skipped: true },
    ]);
    expect(second.getState().active).toBe(0);
  });

  it('is restored on the same question after a reload before the first question of a stream has arrived [R-STREAM]', () => {
    const storage = memory();
    const first = open(DB, NAME);
    const stop = keep(first, storage);
    first.dispatch({ type: 'setCustom', questionId: 'name', text: 'Ada' });
    first.dispatch({ type: 'goTo', to: 1 });
    stop();
    const streaming = createAskUserStore({ ...request(DB), questions: [] }, { streaming: true });
    const leave = keep(streaming, storage);
    streaming.dispatch({
      type: 'setRequest',
      request: { ...request(DB), questions: [], asker: 'Ada' },
      streaming: true,
    });
    leave();
    const { store } = reopened(storage.map.get(KEY) ?? '', DB, NAME);
    expect(store.getState().active).toBe(1);
  });

  it('is restored by Undo together with a secret that was entered before', () => {
    const [db, name] = request(DB, NAME).questions;
    const store = createAskUserStore({
      requestId: 'r1',
      questions: [db!, { ...name!, constraints: { secret: true } }],
    });
    store.dispatch({ type: 'setCustom', questionId: 'name', text: 'hunter2' });
    const storage = memory(entered());
    let toggle = () => {};
    persistDrafts(
      store,
      'r1',
      () => storage,
      (restored) => restored && ({ toggle } = restored),
    );
    const before = store.getState().drafts;
    toggle();
    expect(store.getState().drafts).toEqual([BLANK, BLANK]);
    toggle();
    expect(store.getState().drafts).toEqual(before);
  });

  it('does not contain a secret', () => {
    const storage = memory();
    const [name] = request(NAME).questions;
    const store = createAskUserStore({ requestId: 'r1', questions: [{ ...name!, constraints: { secret: true } }] });
    const stop = keep(store, storage);
    store.dispatch({ type: 'setCustom', questionId: 'name', text: 'hunter2' });
    stop();
    expect(storage.map.get(KEY)).not.toContain('hunter2');
  });
});

describe('the text in the storage', () => {
  it.each([
    ['truncated JSON', '{'],
    ['null', 'null'],
    ['of another version', '{"version":0,"drafts":[]}'],
    ['without drafts', '{"version":1}'],
    ['of another shape', '{"version":1,"drafts":[{"id":"db"}]}'],
    [
      'a draft with a number as text',
      '{"version":1,"drafts":[{"id":"db","question":"Which database?","selected":{},"custom":5,"notes":""}]}',
    ],
    ['an empty text', ''],
  ])('is ignored and removed if it is %s', (_, text) => {
    const { drafts, storage } = reopened(text, DB);
    expect(drafts()).toEqual([BLANK]);
    expect(storage.remove).toHaveBeenCalledWith(KEY);
  });

  it.each([[{ 5: 'Mars' }], [{ '-1': 'SQLite' }], [{ length: 2 }], [{ 0: null }], [{ 0: 'PostgreSQL', 1: 'SQLite' }]])(
    'selects nothing that the request does not have: %j [R-NOPHANTOM]',
    (selected) => {
      const draft = {
        id: 'db',
        question: 'Which database?',
        selected,
        other: false,
        custom: '',
        notes: '',
        skipped: false,
      };
      const { drafts } = reopened(JSON.stringify({ version: 1, active: 'x', drafts: [draft] }), DB, NAME);
      expect(drafts()).toEqual([BLANK, BLANK]);
    },
  );

  it('does not select Other if the question has no Other', () => {
    const [question] = request(DB).questions;
    const store = createAskUserStore({
      requestId: 'r1',
      questions: [{ ...question!, constraints: { allowCustom: false } }],
    });
    const draft = {
      id: 'db',
      question: 'Which database?',
      selected: {},
      other: true,
      custom: 'x',
      notes: '',
      skipped: true,
    };
    keep(store, memory(JSON.stringify({ version: 1, drafts: [draft] })));
    expect(store.getState().drafts).toEqual([BLANK]);
  });
});

describe('writing to the storage', () => {
  it('happens at most four times a second while the user types', () => {
    const storage = memory();
    const store = open(NAME);
    keep(store, storage);
    for (let typed = 1; typed <= 100; typed++) {
      store.dispatch({ type: 'setCustom', questionId: 'name', text: 'x'.repeat(typed) });
      expect(writes(storage)).toBe(Math.floor((typed - 1) / 25));
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(1000);
    expect(storage.map.get(KEY)).toContain('x'.repeat(100));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not happen if nothing changed', () => {
    const { storage, stop } = reopened(entered(), DB, PARTS, NAME);
    vi.advanceTimersByTime(1000);
    stop();
    expect(storage.set).not.toHaveBeenCalled();
  });

  it.each([
    ['answered', (store: AskUserStore) => store.dispatch({ type: 'submit' })],
    ['cancelled', (store: AskUserStore) => store.dispatch({ type: 'cancel' })],
    [
      'withdrawn',
      (store: AskUserStore) => store.dispatch({ type: 'settle', result: { status: 'aborted', reason: 'stop' } }),
    ],
  ])('ends when the request is %s, which removes the draft', (_, end) => {
    const storage = memory();
    const store = createAskUserStore(request(DB), { confirmCancel: 'multiple' });
    const stop = keep(store, storage);
    store.dispatch({ type: 'selectOption', questionId: 'db', option: 0 });
    vi.advanceTimersByTime(300);
    expect([...storage.map.keys()]).toEqual([KEY, 'ask-user']);
    end(store);
    expect(store.getState().phase).toBe('settled');
    vi.advanceTimersByTime(1000);
    stop();
    expect(storage.map.size).toBe(0);
    expect(writes(storage)).toBe(1);
  });

  it('is undone if the request is settled before it is shown, unless it is invalid', () => {
    const over = (status: 'aborted' | 'invalid') => {
      const result = status === 'invalid' ? { status, issues: [] } : { status };
      const storage = memory(entered());
      keep(createAskUserStore(request(DB), { result }), storage);
      return storage.map.size;
    };
    expect([over('aborted'), over('invalid')]).toEqual([0, 1]);
  });

  it('may fail any number of times', () => {
    const forbidden = () => {
      throw new Error('QuotaExceededError');
    };
    const store = open(DB);
    const stop = keep(store, { get: forbidden, set: forbidden, remove: forbidden });
    store.dispatch({ type: 'selectOption', questionId: 'db', option: 0 });
    vi.advanceTimersByTime(300);
    store.dispatch({ type: 'submit' });
    stop();
    expect(store.getState().result).toMatchObject({ status: 'answered' });
  });
});

describe('a question without a draft [R-REPLAY]', () => {
  it('leaves nothing in the storage, no matter how often it is rewritten and how the page ends', () => {
    const storage = memory();
    const store = createAskUserStore(request(DB), { streaming: true });
    const stop = keep(store, storage);
    store.dispatch({ type: 'setRequest', request: request(DB, PARTS), streaming: false });
    store.dispatch({ type: 'goTo', to: 1 });
    vi.runAllTimers();
    expect(storage.map.has(KEY)).toBe(true);
    store.dispatch({ type: 'goTo', to: 0 });
    stop();
    expect(storage.map.has(KEY)).toBe(false);
  });
});
