import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { threadOf } from '../../src/integrations/ag-ui/thread.js';
import type { AgUiAgent, AgUiInterrupt } from '../../src/integrations/ag-ui/types.js';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

/** An agent that runs nothing, with one interrupt that expires after a minute. */
function makeAgent() {
  const interrupt = { id: 'a', message: 'Which one?', expiresAt: new Date(MINUTE).toISOString() };
  const agent = {
    messages: [],
    pendingInterrupts: [interrupt] as readonly AgUiInterrupt[],
    isRunning: false,
    runAgent: () => Promise.reject(new Error('Not started')),
    abortRun: () => undefined,
    setMessages: () => undefined,
    subscribe: () => undefined,
  } satisfies AgUiAgent;
  return agent;
}

function follow(agent: AgUiAgent) {
  const thread = threadOf(agent);
  const states = () => thread.questions({}).map(({ props }) => props.result?.status ?? 'open');
  const read = { version: thread.version(), states: states() };
  const seen: string[][] = [];
  return { thread, states, read, seen, listener: () => void seen.push(states()) };
}

describe('the questions of a thread', () => {
  it('change with a notification if an interrupt has expired before `subscribe`', () => {
    const { thread, states, read, seen, listener } = follow(makeAgent());
    expect(read.states).toEqual(['open']);
    vi.setSystemTime(MINUTE);
    const unsubscribe = thread.subscribe(listener);
    expect(states()).toEqual(['timedOut']);
    expect(seen).toEqual([['timedOut']]);
    expect(thread.version()).not.toBe(read.version);
    unsubscribe();
  });

  it('change with a notification if the agent has other interrupts at `subscribe`', () => {
    const agent = makeAgent();
    const { thread, read, seen, listener } = follow(agent);
    agent.pendingInterrupts = [{ id: 'b' }];
    const unsubscribe = thread.subscribe(listener);
    expect(seen).toEqual([['aborted', 'open']]);
    expect(thread.version()).not.toBe(read.version);
    unsubscribe();
  });

  it('change with a notification if an answer comes after the expiry, before its timer', async () => {
    const { thread, seen, listener } = follow(makeAgent());
    const unsubscribe = thread.subscribe(listener);
    vi.setSystemTime(MINUTE);
    const { onSubmit } = thread.questions({})[0]!.props;
    const sent = onSubmit([], {
      request: { requestId: 'a', questions: [] },
      result: { status: 'answered', answers: [] },
      replies: [],
      byId: {},
      exchanges: [],
    });
    expect(await sent).toMatchObject({ code: 'already_resolved' });
    expect(seen).toEqual([['timedOut']]);
    unsubscribe();
  });

  it('stay open if the app throws instead of starting the run', async () => {
    const thread = threadOf(makeAgent());
    const run = () => {
      throw new Error('Not now');
    };
    const answer = () =>
      thread.questions({ run })[0]!.props.onSubmit([], {
        request: { requestId: 'a', questions: [] },
        result: { status: 'answered', answers: [] },
        replies: [],
        byId: {},
        exchanges: [],
      });
    expect(await answer()).toEqual({ ok: false, message: '', cause: new Error('Not now') });
    expect(await answer()).toEqual({ ok: false, message: '', cause: new Error('Not now') });
  });

  it('change with a notification when the interrupt expires, and not at `subscribe`', () => {
    const { thread, seen, listener } = follow(makeAgent());
    const unsubscribe = thread.subscribe(listener);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(MINUTE);
    expect(seen).toEqual([['timedOut']]);
    unsubscribe();
  });
});
