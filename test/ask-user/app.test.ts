import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../packages/ask-user/src/app/app.js';
import { OPENED, type Opened } from '../../packages/ask-user/src/app/wire.js';
import type { Call } from '../../packages/ask-user/src/call.js';
import type { CallResult } from '../../packages/ask-user/src/output.js';
import type { AskUserResult } from '../../src/core/answer/types.js';
import { askUser } from '../../src/dialects/ask-user.js';
import { parseCall } from '../../src/dialects/parse-call.js';

afterEach(() => vi.useRealTimers());

const input = { questions: [{ question: 'Which?', options: [{ label: 'a' }, { label: 'b' }] }] };
const other = { questions: [{ question: 'Why?' }] };
const replies = [{ questionId: 'q1', selected: [1] }];
const key = 'key';

const callOf = (more: Partial<Call> = {}): Call => ({
  id: 1,
  name: 'ask_user',
  input: {},
  isModern: false,
  capabilities: {},
  clientInfo: {},
  inputResponses: undefined,
  signal: new AbortController().signal,
  progressToken: undefined,
  asker: 'Agent',
  notify: () => {},
  request: () => Promise.reject(new Error('not expected')),
  ...more,
});

function start() {
  const app = createApp({
    spec: askUser.tool,
    key,
    allow: { partial: true, discuss: true },
    onError: (error) => expect.fail(String(error)),
  });
  onTestFinished(() => app.close());
  /** Calls the tool of the card. */
  const act = (args: object): Promise<CallResult> => app.answer(callOf({ input: { ...args } }));
  const open = async (args: object = {}): Promise<Opened> => {
    const { _meta } = await act({ action: 'open', key, input, ...args });
    return (_meta as Record<typeof OPENED, Opened> | undefined)?.[OPENED] ?? expect.unreachable();
  };
  return {
    app,
    act,
    open,
    /** Asks as the model does. */
    ask(args: object = input, more: Partial<Call> = {}): Promise<AskUserResult> {
      const parsed = parseCall(askUser.tool, args);
      if (!parsed.ok) expect.unreachable();
      return app.ask(parsed.value, callOf(more)) as Promise<AskUserResult>;
    },
  };
}

const code = ({ structuredContent }: CallResult): unknown => structuredContent['code'];

describe('the server of the MCP App [R-APP]', () => {
  it('gives a card the request, and ends the call with its answer', async () => {
    const { ask, open, act } = start();
    const asked = ask();
    const { token, request } = await open({ id: 1 });
    expect(request).toMatchObject({ asker: 'Agent', questions: [{ id: 'q1', question: 'Which?' }] });
    expect((await act({ action: 'answer', token, replies })).structuredContent).toEqual({ ok: true });
    expect(await asked).toMatchObject({ status: 'answered', answers: [{ answer: 'b' }] });
    // A client may send it again.
    expect((await act({ action: 'answer', token, replies })).structuredContent).toEqual({ ok: true });
    expect(code(await act({ action: 'cancel', token }))).toBe('already_resolved');
  });

  it.each([
    ['cancel', { reason: 'no' }, { status: 'cancelled', reason: 'no' }],
    ['decline', {}, { status: 'declined' }],
    [
      'decline',
      { discuss: true, reason: 'Why?', about: 'q1', replies },
      { status: 'declined', discuss: true, reason: 'Why?', about: 'q1', answers: [{ answer: 'b' }] },
    ],
    ['unavailable', { reason: 'broken' }, { status: 'unavailable', reason: 'broken' }],
  ])('ends a call by %s with %j', async (action, args, result) => {
    const { ask, open, act } = start();
    const asked = ask();
    const { token } = await open();
    expect((await act({ action, token, ...args })).structuredContent).toEqual({ ok: true });
    expect(await asked).toMatchObject(result);
  });

  it('refuses a wrong option with its path, and the call still waits', async () => {
    const { ask, open, act } = start();
    const asked = ask();
    const { token } = await open();
    const refused = await act({ action: 'answer', token, replies: [{ questionId: 'q1', selected: [7] }] });
    expect(refused).toMatchObject({ isError: true, structuredContent: { ok: false, code: 'invalid' } });
    expect(refused.content[0].text).toContain('replies[0].selected[0]');
    expect(code(await act({ action: 'answer', token, replies: 'b' }))).toBe('invalid');
    await act({ action: 'answer', token, replies });
    expect(await asked).toMatchObject({ status: 'answered' });
  });

  it.each([
    { action: 'open', input },
    { action: 'open', key: 'guessed', input },
    { action: 'answer', replies },
    { action: 'answer', token: 'guessed', replies },
    { action: 'cancel', token: 7 },
    { action: 'draft', token: key, drafts: { a: 'b' } },
    {},
  ])('refuses %j, which proves nothing, and settles nothing', async (args) => {
    const { ask, open, act } = start();
    const asked = ask();
    expect(await act(args)).toMatchObject({ isError: true, structuredContent: { code: 'unbound' } });
    const { token, drafts } = await open();
    expect(drafts).toEqual({});
    expect(code(await act({ action: 'nonsense', token }))).toBe('invalid');
    await act({ action: 'answer', token, replies });
    expect(await asked).toMatchObject({ status: 'answered' });
  });

  it('binds each card to its call: by the ID of the call, or by its questions', async () => {
    const { ask, open, act } = start();
    const [first, second, third] = [ask(input, { id: 1 }), ask(input, { id: 2 }), ask(other, { id: 'x' })];
    const two = await open({ id: 2 });
    // The client counts otherwise: this is the ID of a call with other questions.
    const one = await open({ id: 'x' });
    const three = await open({ input: other });
    await act({ action: 'answer', token: two.token, replies: [{ questionId: 'q1', selected: [0] }] });
    await act({ action: 'answer', token: one.token, replies });
    await act({ action: 'cancel', token: three.token });
    expect(await second).toMatchObject({ answers: [{ answer: 'a' }] });
    expect(await first).toMatchObject({ answers: [{ answer: 'b' }] });
    expect(await third).toMatchObject({ status: 'cancelled' });
  });

  it('refuses a card whose call has ended, even if the same questions wait again', async () => {
    const { ask, open, act } = start();
    const first = ask(input, { id: 1 });
    const { token } = await open({ id: 1 });
    await act({ action: 'cancel', token });
    await first;
    const second = ask(input, { id: 2 });
    expect(code(await act({ action: 'open', key, input, id: 1 }))).toBe('already_resolved');
    expect(code(await act({ action: 'answer', token, replies }))).toBe('already_resolved');
    await act({ action: 'cancel', token: (await open({ id: 2 })).token });
    expect(await second).toMatchObject({ status: 'cancelled' });
  });

  it('opens a call again for a card that is rendered again, but not one of several equal ones', async () => {
    const { ask, open, act } = start();
    vi.useFakeTimers();
    const first = ask(input, { id: 1 });
    await open();
    const again = await open();
    const second = ask(input, { id: 2 });
    await open();
    const unclear = act({ action: 'open', key, input });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(code(await unclear)).toBe('waiting');
    await act({ action: 'cancel', token: again.token });
    expect(await first).toMatchObject({ status: 'cancelled' });
    await act({ action: 'cancel', token: (await open({ id: 2 })).token });
    await second;
  });

  it('lets a card wait for a call that the client holds back', async () => {
    const { ask, open, act } = start();
    const opening = open();
    const unrelated = ask(other, { id: 1 });
    const asked = ask(input, { id: 2 });
    await act({ action: 'cancel', token: (await opening).token });
    expect(await asked).toMatchObject({ status: 'cancelled' });
    await act({ action: 'cancel', token: (await open({ input: other })).token });
    await unrelated;
  });

  it('leaves a call to the next way if no card opens it in time, and later calls at once', async () => {
    vi.useFakeTimers();
    const { ask, act, open } = start();
    const asked = ask();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await Promise.race([asked, Promise.resolve('waits')])).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toMatchObject({ status: 'unavailable' });
    expect(await ask(input, { id: 2 })).toMatchObject({ status: 'unavailable' });
    // The client shows cards after all.
    expect(code(await act({ action: 'open', key, input, id: 2 }))).toBe('already_resolved');
    const third = ask(input, { id: 3 });
    await act({ action: 'cancel', token: (await open()).token });
    expect(await third).toMatchObject({ status: 'cancelled' });
  });

  it('takes a cancel or decline in the card as the user’s, however quickly it comes [R-HUMAN]', async () => {
    vi.useFakeTimers();
    const { ask, act, open } = start();
    const asked = [ask(input, { id: 1 }), ask(other, { id: 2 })];
    await act({ action: 'cancel', token: (await open()).token });
    await act({ action: 'decline', token: (await open({ input: other })).token });
    expect(await Promise.all(asked)).toMatchObject([{ status: 'cancelled' }, { status: 'declined' }]);
  });

  it('withdraws the questions with the call', async () => {
    const { ask, act, open } = start();
    const stop = new AbortController();
    const asked = ask(input, { signal: stop.signal });
    const { token } = await open();
    stop.abort();
    expect(await asked).toMatchObject({ status: 'aborted' });
    expect(code(await act({ action: 'answer', token, replies }))).toBe('already_resolved');
  });

  it('keeps drafts for the same questions, until the user has answered', async () => {
    const { ask, act, open } = start();
    const stop = new AbortController();
    const first = ask(input, { id: 1, signal: stop.signal });
    const { token, request } = await open();
    const draft = `ask-user:${request.requestId}`;
    await act({ action: 'draft', token, drafts: { [draft]: 'draft', kept: 'kept', gone: 'gone' } });
    await act({ action: 'draft', token, drafts: { gone: '', number: 7 } });
    stop.abort();
    await first;
    // The card of the killed call is still there.
    await act({ action: 'draft', token, drafts: { late: 'late' } });
    const second = ask(input, { id: 2 });
    const again = await open();
    // A card of another call with the same questions is open, too.
    const twin = ask(input, { id: 'twin' });
    const { token: twinToken, drafts: twinDrafts } = await open({ id: 'twin' });
    expect(twinDrafts).toEqual({ kept: 'kept', late: 'late' });
    await act({ action: 'cancel', token: twinToken });
    await twin;
    await act({ action: 'draft', token: again.token, drafts: { [draft]: 'draft' } });
    expect(again.request.requestId).toBe(request.requestId);
    expect(again.drafts).toEqual({ [draft]: 'draft', kept: 'kept', late: 'late' });
    await act({ action: 'answer', token: again.token, replies });
    await second;
    await act({ action: 'draft', token: again.token, drafts: { [draft]: 'too late' } });
    const third = ask(input, { id: 3 });
    const { drafts, token: last } = await open();
    expect(drafts).toEqual({ kept: 'kept', late: 'late' });
    expect(code(await act({ action: 'draft', token: last, drafts: { a: 'x'.repeat(1_000_000) } }))).toBe('too_large');
    await act({ action: 'cancel', token: last });
    await third;
  });
});
