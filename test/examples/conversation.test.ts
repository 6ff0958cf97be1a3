import { afterEach, describe, expect, it, vi } from 'vitest';
import { toRecord, type AskUserResult } from 'react-ask-user/core';
import { isReplyMissing, questionIn, requestIdOf, roundAfter } from '../../examples/chat/page/conversation.js';
import { newestText, withoutBrokenStep } from '../../examples/chat/shared/steps.js';
import { clearChat, drafts, restoreChat, saveChat } from '../../examples/chat/page/storage.js';
import type { AskPart, ChatMessage, ChatPart } from '../../examples/chat/shared/chat-message.js';

const input = { questions: [{ question: 'Which database?', options: ['PostgreSQL', 'SQLite'] }] };
const type = 'tool-ask_user';
const step: ChatPart = { type: 'step-start' };
const text = (words: string, state: 'streaming' | 'done' = 'done'): ChatPart => ({ type: 'text', text: words, state });
const writing: AskPart = { type, toolCallId: 'c0', state: 'input-streaming', input: { questions: [] } };
const open: AskPart = { type, toolCallId: 'c1', state: 'input-available', input };
const answered: AskPart = {
  type,
  toolCallId: 'c1',
  state: 'output-available',
  input,
  output: { answered: false, answers: [], cancelled: true },
};

const user: ChatMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] };
const assistant = (...parts: ChatPart[]): ChatMessage => ({ id: 'a1', role: 'assistant', parts });

describe('the conversation module', () => {
  it('detects a missing reply that the page no longer waits for', () => {
    expect(isReplyMissing([user])).toBe(true);
    expect(isReplyMissing([user, assistant(step, answered)])).toBe(true);
    expect(isReplyMissing([user, assistant(step, answered, step, text('Fine.'))])).toBe(false);
    expect(isReplyMissing([user, assistant(step, open)])).toBe(false);
    expect(isReplyMissing([])).toBe(false);
  });

  it('counts the rounds that were answered, and their answers without the skipped ones [R-ROUNDS]', () => {
    const request = { requestId: 'c1', questions: [] };
    const given = { questionId: 'q1', question: 'Which?', answer: 'A', text: 'A', wasCustom: false, selected: [] };
    const record = (result: AskUserResult) => toRecord(result, request, { mode: 'interactive', answeredAt: 0 });
    const answers = [given, { ...given, skipped: true as const }];
    expect(roundAfter([])).toEqual({ number: 1, answered: 0 });
    expect(roundAfter([record({ status: 'answered', answers }), undefined, record({ status: 'superseded' })])).toEqual({
      number: 2,
      answered: 1,
    });
  });

  it('finds the question that the user asks about', () => {
    expect(questionIn(input, 'q1')).toBe('Which database?');
    expect(questionIn(input, 'q2')).toBe('');
    expect(questionIn('not a call', 'q1')).toBe('');
  });

  it('keeps the id of a question that is asked again, and gives a different question another id', () => {
    const asks = (toolCallId: string, ...questions: string[]): AskPart => ({
      ...writing,
      toolCallId,
      input: { questions: questions.map((question) => ({ question })) },
    });
    const cut = asks('c0', 'Which plan?', 'Which regi');
    const before = assistant(step, answered, step, cut);
    const [kept] = withoutBrokenStep([before]);
    const idOf = (call: AskPart) => requestIdOf('chat', [{ ...kept!, parts: [...kept!.parts, step, call] }], call);
    const id = requestIdOf('chat', [before], cut);
    expect(idOf(asks('c9', 'Which plan?', 'Which'))).toBe(id);
    expect(idOf({ ...open, toolCallId: 'c9', input: { questions: [{ question: 'Which plan?' }] } })).toBe(id);
    expect(idOf(asks('c9', 'Which name?', 'Which'))).not.toBe(id);
    expect(requestIdOf('chat', [before], answered)).not.toBe(id);
  });

  it('returns the text of the newest step only', () => {
    expect(newestText(assistant(step, text('One. '), answered, step, text('Two.'), open))).toBe('Two.');
  });

  it('removes an interrupted step but no message of the user', () => {
    const kept = assistant(step, text('One.'), answered);
    expect(withoutBrokenStep([user, assistant(step, text('On', 'streaming'))])).toEqual([user]);
    expect(withoutBrokenStep([user, assistant(step, text('One.'), writing)])).toEqual([user]);
    expect(withoutBrokenStep([user, assistant(...kept.parts, step, text('Tw', 'streaming'))])).toEqual([user, kept]);
    expect(withoutBrokenStep([user, assistant(...kept.parts, step)])).toEqual([user, kept]);
    expect(withoutBrokenStep([user, kept])).toEqual([user, kept]);
    expect(withoutBrokenStep([user, assistant(step, open)])).toEqual([user, assistant(step, open)]);
    expect(withoutBrokenStep([user])).toEqual([user]);
  });
});

describe('the conversation after a reload', () => {
  const request = { requestId: 'c1', questions: [] };
  const record = toRecord({ status: 'superseded' }, request, { mode: 'interactive', answeredAt: 0 });

  function useStorage(entries: Record<string, string> = {}): Map<string, string> {
    const map = new Map(Object.entries(entries));
    const storage = {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
    };
    // The browser’s storage also lists its entries as properties.
    vi.stubGlobal(
      'sessionStorage',
      new Proxy(storage, {
        ownKeys: () => [...map.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      }),
    );
    return map;
  }

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is restored unchanged, including an open question [R-REPLAY]', () => {
    useStorage();
    const messages = [user, assistant(step, answered, step, open)];
    const records = { c1: record };
    const unsent = ['User was asked "Where?" and answered "Here".'];
    saveChat({ id: 'chat', messages, records, unsent, busy: false });
    expect(restoreChat()).toEqual({ id: 'chat', messages, records, unsent });
  });

  it('is removed together with all drafts, while entries of other pages stay', () => {
    const storage = useStorage({ 'of another page': 'stays' });
    saveChat({ id: 'chat', messages: [user], records: {}, unsent: [], busy: false });
    drafts.set('c1', 'typed');
    expect(drafts.get('c1')).toBe('typed');
    clearChat();
    expect(restoreChat()).toBeUndefined();
    expect([...storage.keys()]).toEqual(['of another page']);
  });

  it('is restored without a record that cannot be read', () => {
    const storage = useStorage();
    saveChat({ id: 'chat', messages: [user], records: { c1: record, c2: record }, unsent: [], busy: false });
    for (const [key, text] of storage) storage.set(key, text.replace('"c1":{"version":1', '"c1":{"version":9'));
    expect(restoreChat()?.records).toEqual({ c2: record });
  });

  it('is restored without an unfinished reply', () => {
    useStorage();
    saveChat({
      id: 'chat',
      messages: [user, assistant(step, text('On', 'streaming'))],
      records: {},
      unsent: [],
      busy: true,
    });
    expect(restoreChat()).toEqual({ id: 'chat', messages: [user], records: {}, unsent: [] });
  });

  it.each(['{', 'null', '7', '{"id":"chat"}', '{"id":1,"messages":[]}', '{"id":"chat","messages":{}}'])(
    'starts empty if the storage contains %s',
    (stored) => {
      const storage = useStorage();
      saveChat({ id: 'chat', messages: [], records: {}, unsent: [], busy: false });
      const [key = ''] = storage.keys();
      storage.set(key, stored);
      expect(restoreChat()).toBeUndefined();
    },
  );

  it('works without a storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    saveChat({ id: 'chat', messages: [user], records: {}, unsent: [], busy: false });
    clearChat();
    expect(restoreChat()).toBeUndefined();
  });
});
