import { describe, expect, it, vi } from 'vitest';
import type { AskUserResult } from '../../../src/core/answer/types.js';
import { retriesNow } from '../../../src/core/flow/selectors.js';
import { createAskUserStore, type AskUserStore, type AskUserStoreOptions } from '../../../src/core/flow/store.js';
import type { AskUserAction, AskUserState } from '../../../src/core/flow/types.js';
import {
  DB,
  NAME,
  ask,
  cancel,
  choose,
  confirm,
  delivered,
  dismiss,
  fail,
  goTo,
  note,
  retry,
  say,
  submit,
} from './flow.js';

type Deliver = (result: AskUserResult, state: AskUserState) => unknown;

/** Creates a store with every question answered. Returns it with its spy and its state before any delivery. */
function answeredStore(deliver: Deliver, options: AskUserStoreOptions = {}) {
  const spy = vi.fn(deliver);
  const store = createAskUserStore(ask(DB, NAME), { ...options, deliver: spy });
  const send = (...actions: readonly AskUserAction[]) => actions.forEach(store.dispatch);
  send(choose('db', 0), say('name', 'order-processor'), note('db', 'a remark'), goTo(2));
  return { store, spy, send, before: store.getState() };
}

function deferred() {
  let resolve: (value?: unknown) => void = () => {};
  let reject: (reason?: unknown) => void = () => {};
  const promise = new Promise<unknown>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Waits until everything that is already due has run. */
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

const answers = [
  expect.objectContaining({ questionId: 'db', answer: 'PostgreSQL', notes: 'a remark' }),
  expect.objectContaining({ questionId: 'name', answer: 'order-processor' }),
];

function expectFieldsBack(store: AskUserStore, before: AskUserState, message: string, cause?: unknown) {
  const { error, ...rest } = store.getState();
  expect(rest).toEqual(before);
  expect(error).toMatchObject({ result: { status: 'answered' }, message });
  expect(error?.cause).toEqual(cause);
}

describe('the flow store when it delivers a result', () => {
  it('passes the result and the state that produced it, then settles [R-ASYNC]', () => {
    const { store, spy, send, before } = answeredStore(() => undefined);
    expect(spy).not.toHaveBeenCalled();
    send(submit);
    expect(spy).toHaveBeenCalledExactlyOnceWith(
      { status: 'answered', answers },
      expect.objectContaining({ phase: 'submitting' }),
    );
    expect(spy.mock.calls[0]?.[1].drafts).toBe(before.drafts);
    expect(store.getState()).toMatchObject({ phase: 'settled', result: { status: 'answered', answers } });
  });

  it.each([false, null, 'no', { ok: true }, { ok: 'false' }])('accepts %j as a return value [R-ASYNC]', (value) => {
    const { store, send } = answeredStore(() => value);
    send(submit);
    expect(store.getState()).toMatchObject({ phase: 'settled', result: { status: 'answered', answers } });
  });

  it('waits for a promise, and ignores actions until it resolves [R-ASYNC]', async () => {
    const { promise, resolve } = deferred();
    const { store, spy, send } = answeredStore(() => promise);
    send(submit);
    const sending = store.getState();
    expect(sending.phase).toBe('submitting');
    send(submit, cancel, retry, confirm, dismiss, say('name', 'x'), choose('db', 1), goTo(0));
    await turn();
    expect(store.getState()).toBe(sending);
    resolve();
    await turn();
    expect(store.getState()).toMatchObject({ phase: 'settled', result: { status: 'answered' } });
    expect(spy).toHaveBeenCalledOnce();
  });

  it('settles without a `deliver` option [R-ASYNC]', () => {
    const store = createAskUserStore(ask(DB));
    store.dispatch(cancel);
    expect(store.getState()).toMatchObject({ phase: 'settled', result: { status: 'cancelled' } });
  });

  it('delivers a cancellation the same way, and only after the confirmation [R-CANCEL]', async () => {
    const { promise, resolve } = deferred();
    const { store, spy, send } = answeredStore(() => promise);
    send({ ...cancel, reason: 'wrong window' });
    expect(spy).not.toHaveBeenCalled();
    send(confirm, confirm, cancel);
    expect(spy).toHaveBeenCalledExactlyOnceWith({ status: 'cancelled', reason: 'wrong window' }, expect.anything());
    resolve({ ok: true });
    await turn();
    expect(store.getState().result).toEqual({ status: 'cancelled', reason: 'wrong window' });
  });

  it('delivers nothing for refused submits, confirmations and outside settlements [R-NOPHANTOM]', () => {
    const { spy, send } = answeredStore(() => undefined, { softLimit: 3 });
    send(say('name', ''), submit, say('name', 'long'), submit, dismiss, cancel, dismiss, delivered, fail(), retry);
    send({ type: 'settle', result: { status: 'superseded' } }, submit, cancel);
    expect(spy).not.toHaveBeenCalled();
  });
});

describe('the flow store if the delivery fails', () => {
  const thrown: readonly (readonly [string, unknown])[] = [
    ['an error', new Error('offline')],
    ['a string', 'offline'],
    ['nothing', undefined],
    ['null', null],
    ['an object without a string form', Object.create(null)],
    ['an object whose message is not a string', { message: 42 }],
    ['an error with a code', Object.assign(new Error('try later'), { code: 'EBUSY' })],
    ['an error with a numeric code', Object.assign(new Error('try later'), { code: 503 })],
    ['an error with `retry`', Object.assign(new Error('try later'), { retry: false })],
    ['an object like a refusal', { ok: false, message: 'try later', code: 'busy', retry: false }],
    ['an error like a final refusal', Object.assign(new Error('try later'), { ok: false, code: 'unknown' })],
  ];

  it.each(thrown)(
    'restores every field after `deliver` throws %s, whose text is for logs [R-ASYNC]',
    (_name, reason) => {
      const { store, spy, send, before } = answeredStore(() => {
        throw reason;
      });
      send(submit);
      expectFieldsBack(store, before, '', reason);
      spy.mockImplementation(() => undefined);
      send(retry);
      expect(spy).toHaveBeenCalledTimes(2);
      expect(store.getState()).toMatchObject({ phase: 'settled', result: { status: 'answered', answers } });
    },
  );

  it.each(thrown)(
    'restores every field after the delivery rejects with %s, whose text is for logs [R-ASYNC]',
    async (_name, reason) => {
      const { promise, reject } = deferred();
      const { store, spy, send, before } = answeredStore(() => promise);
      send(submit);
      reject(reason);
      await turn();
      expectFieldsBack(store, before, '', reason);
      spy.mockImplementation(() => undefined);
      send(retry);
      expect(store.getState()).toMatchObject({ phase: 'settled', result: { status: 'answered', answers } });
    },
  );

  const refusals: readonly (readonly [unknown, string])[] = [
    [{ ok: false }, ''],
    [{ ok: false, code: 'invalid', message: 'one answer too many' }, 'one answer too many'],
    [{ ok: false, code: 'ALREADY_RESOLVED' }, ''],
    [{ ok: false, code: 7 }, ''],
  ];

  it.each(refusals)('restores every field after the delivery returns %j [R-ASYNC]', async (outcome, message) => {
    for (const deliver of [() => outcome, async () => outcome]) {
      const { store, send, before } = answeredStore(deliver);
      send(submit);
      await turn();
      expectFieldsBack(store, before, message);
    }
  });

  it('keeps the code of a refusal, and offers no retry if the host says so [R-ASYNC]', async () => {
    for (const retry_ of [false, true, undefined, 0]) {
      const refusal = { ok: false, message: 'Your quota is used up.', code: 'quota', retry: retry_ };
      const { store, spy, send, before } = answeredStore(async () => refusal);
      send(submit);
      await turn();
      expectFieldsBack(store, before, 'Your quota is used up.');
      const { error } = store.getState();
      expect([error?.code, error?.retry]).toEqual(['quota', retry_ === false ? false : undefined]);
      expect(retriesNow(store.getState())).toBe(retry_ !== false);
      send(retry);
      expect(spy).toHaveBeenCalledTimes(retry_ === false ? 1 : 2);
      await turn();
      // Changed input can be submitted.
      send(say('name', 'orders'), submit);
      expect(store.getState().phase).toBe('submitting');
      await turn();
    }
  });

  it.each(['already_resolved', 'unknown', 'orphaned'])(
    'settles after the delivery returns the code %s [R-ASYNC]',
    async (code) => {
      const ways: readonly Deliver[] = [() => ({ ok: false, code }), async () => ({ ok: false, code })];
      for (const deliver of ways) {
        const { store, spy, send, before } = answeredStore(deliver);
        send(submit);
        await turn();
        expect(store.getState()).toMatchObject({ phase: 'settled', result: { status: 'aborted', reason: code } });
        expect(store.getState().drafts).toBe(before.drafts);
        send(retry, submit);
        expect(spy).toHaveBeenCalledOnce();
      }
    },
  );

  it.each(['already_resolved', 'unknown', 'orphaned'])(
    'does not settle after an error with the code %s [R-ASYNC]',
    async (code) => {
      const ways: readonly Deliver[] = [
        () => {
          throw Object.assign(new Error('no network'), { code });
        },
        () => Promise.reject(Object.assign(new Error('no network'), { code })),
      ];
      for (const deliver of ways) {
        const { store, send, before } = answeredStore(deliver);
        send(submit);
        await turn();
        expectFieldsBack(store, before, '', expect.objectContaining({ message: 'no network' }));
      }
    },
  );

  it('keeps the cause of a refusal for developers [R-ASYNC]', async () => {
    const refusal = { ok: false, code: 'request_failed', cause: new Error('no network') };
    for (const deliver of [() => refusal, async () => refusal]) {
      const { store, send, before } = answeredStore(deliver);
      send(submit);
      await turn();
      expectFieldsBack(store, before, '', refusal.cause);
    }
  });

  it.each([undefined, null, true, false, 0, 'ok', {}, { ok: true }, { ok: 0 }, { ok: 'false' }, []])(
    'does not treat %j as a refusal [R-ASYNC]',
    async (outcome) => {
      for (const deliver of [() => outcome, async () => outcome]) {
        const { store, send } = answeredStore(deliver);
        send(submit);
        await turn();
        expect(store.getState().phase).toBe('settled');
      }
    },
  );

  it('sends the same cancellation again on retry, with its reason [R-ASYNC]', () => {
    let online = false;
    const { store, spy, send } = answeredStore(() => ({ ok: online }));
    send({ ...cancel, reason: 'wrong window' }, confirm);
    expect(store.getState()).toMatchObject({ phase: 'answering', error: { result: { status: 'cancelled' } } });
    online = true;
    send(retry, confirm);
    expect(spy.mock.calls.map(([result]) => result)).toEqual([
      { status: 'cancelled', reason: 'wrong window' },
      { status: 'cancelled', reason: 'wrong window' },
    ]);
    expect(store.getState().phase).toBe('settled');
  });
});

describe('a late outcome of a delivery', () => {
  it.each(['resolve', 'reject'] as const)(
    'changes nothing if its promise calls %s after an outside settlement [R-ASYNC]',
    async (how) => {
      const late = deferred();
      const { store, send } = answeredStore(() => late.promise);
      send(submit, { type: 'settle', result: { status: 'superseded', reason: 'a message arrived' } });
      const settled = store.getState();
      late[how]({ code: 'unknown' });
      await turn();
      expect(store.getState()).toBe(settled);
      expect(settled.result).toEqual({ status: 'superseded', reason: 'a message arrived' });
    },
  );

  it('does not decide the next attempt after its own attempt was given up [R-ONCE]', async () => {
    const attempts = [deferred(), deferred()];
    const { store, spy, send } = answeredStore(() => attempts[spy.mock.calls.length - 1]?.promise);
    send(submit, fail());
    attempts[0]?.resolve();
    await turn();
    expect(store.getState().phase).toBe('answering');
    send(submit);
    attempts[0]?.reject(new Error('late'));
    await turn();
    expect(store.getState().phase).toBe('submitting');
    attempts[1]?.reject(new Error('offline'));
    await turn();
    expect(store.getState()).toMatchObject({ phase: 'answering', error: { cause: new Error('offline') } });
  });

  it('is ignored while the next attempt is in flight [R-ONCE]', async () => {
    const attempts = [deferred(), deferred()];
    const { store, spy, send } = answeredStore(() => attempts[spy.mock.calls.length - 1]?.promise);
    send(submit, fail(), submit);
    attempts[0]?.resolve();
    await turn();
    expect(store.getState().phase).toBe('submitting');
    attempts[1]?.resolve({ ok: false });
    await turn();
    expect(store.getState().phase).toBe('answering');
  });
});

describe('an outside settlement with the result that is being delivered', () => {
  it('does not set `withdrawn`, because the user’s text was sent [R-ASYNC]', () => {
    const { store, send } = answeredStore(() => new Promise(() => {}));
    send(submit);
    send({ type: 'settle', result: structuredClone(store.getState().result!) });
    expect(store.getState()).toMatchObject({ phase: 'settled', result: { status: 'answered' } });
    expect(store.getState().settledExternally).toBeUndefined();
  });

  it('sets `withdrawn` if the answer is someone else’s, so the text can be copied [R-ASYNC]', () => {
    const { store, send } = answeredStore(() => new Promise(() => {}));
    send(submit, { type: 'settle', result: { status: 'answered', answers: [] } });
    expect(store.getState().settledExternally).toBe(true);
  });

  it('does not set `withdrawn` for a cancellation, which discards everything [R-CANCEL]', () => {
    const { store, send } = answeredStore(() => new Promise(() => {}));
    send(cancel, confirm, { type: 'settle', result: { status: 'cancelled', reason: 'by the user' } });
    expect(store.getState().settledExternally).toBeUndefined();
  });

  it('does not set `withdrawn` after a delivery that failed, either [R-ASYNC]', () => {
    const { store, send } = answeredStore(() => ({ ok: false }));
    send(submit);
    send({ type: 'settle', result: structuredClone(store.getState().error!.result) });
    expect(store.getState().settledExternally).toBeUndefined();
  });

  it('sets `withdrawn` while the user is still asked whether to discard [R-CANCEL]', () => {
    const { store, send } = answeredStore(() => undefined);
    send(cancel, { type: 'settle', result: { status: 'cancelled' } });
    expect(store.getState().settledExternally).toBe(true);
  });
});

describe('the flow store delivers once', () => {
  it.each([
    ['with a synchronous host', () => undefined],
    ['with an asynchronous host', () => deferred().promise],
  ])('for any number of submits in one tick: %s [R-ONCE]', (_name, deliver) => {
    const { spy, send } = answeredStore(deliver);
    send(submit, submit, retry, confirm, cancel, submit);
    expect(spy).toHaveBeenCalledOnce();
  });

  it('if the host dispatches actions during the delivery [R-ONCE]', () => {
    const acts: readonly AskUserAction[] = [submit, retry, cancel, confirm, dismiss, say('name', 'x'), goTo(0)];
    const { store, spy, send, before } = answeredStore(() => acts.forEach(store.dispatch));
    send(submit);
    expect(spy).toHaveBeenCalledOnce();
    expect(store.getState()).toMatchObject({ phase: 'settled', active: before.active });
    expect(store.getState().drafts).toBe(before.drafts);
  });

  it('if the host settles during the delivery [R-ONCE]', () => {
    const { store, spy, send } = answeredStore(() => store.dispatch({ type: 'settle', result: { status: 'aborted' } }));
    send(submit);
    expect(spy).toHaveBeenCalledOnce();
    expect(store.getState().result).toEqual({ status: 'aborted' });
  });

  it('per attempt if the host refuses and submits again during the delivery [R-ONCE]', async () => {
    const { store, spy, send } = answeredStore(() => {
      if (spy.mock.calls.length === 1) [fail(), submit].forEach(store.dispatch);
      return Promise.resolve({ ok: spy.mock.calls.length === 2 });
    });
    send(submit);
    await turn();
    expect(spy).toHaveBeenCalledTimes(2);
    expect(store.getState().phase).toBe('settled');
  });

  it('if a listener submits as soon as it can [R-ONCE]', () => {
    const { promise } = deferred();
    const spy = vi.fn(() => promise);
    const store = createAskUserStore(ask(DB), { deliver: spy });
    store.subscribe(() => store.dispatch(submit));
    store.dispatch(choose('db', 0));
    expect(store.getState().phase).toBe('submitting');
    expect(spy).toHaveBeenCalledOnce();
  });

  it('if a listener throws, and does not lose the delivery [R-ONCE]', async () => {
    const { promise, resolve } = deferred();
    const { store, spy, send } = answeredStore(() => promise);
    store.subscribe(() => {
      throw new Error('a broken listener');
    });
    expect(() => send(submit)).toThrow('a broken listener');
    expect(spy).toHaveBeenCalledOnce();
    expect(store.getState().phase).toBe('submitting');
    expect(() => store.dispatch({ type: 'settle', result: { status: 'aborted' } })).toThrow('a broken listener');
    resolve();
    await turn();
    expect(store.getState().result).toEqual({ status: 'aborted' });
  });

  it('and waits for any thenable [R-ASYNC]', async () => {
    const { promise, resolve } = deferred();
    const { store, send } = answeredStore(() => ({ then: promise.then.bind(promise) }));
    send(submit);
    expect(store.getState().phase).toBe('submitting');
    resolve({ ok: false, code: 'unknown' });
    await turn();
    expect(store.getState().result).toEqual({ status: 'aborted', reason: 'unknown' });
  });
});
