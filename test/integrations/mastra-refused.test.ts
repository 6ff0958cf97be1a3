import { describe, expect, it, onTestFinished } from 'vitest';
import { buildAnswers } from '../../src/core/index.js';
import type { AskUserTransport } from '../../src/host/index.js';
import { createMemoryStore, type RequestStore } from '../../src/host/store.js';
import { type MastraAskOptions, runWithQuestions } from '../../src/integrations/mastra/index.js';

const CALL = {
  toolCallId: 'call_1',
  toolName: 'ask_user',
  suspendPayload: { question: 'Which database?', options: [{ label: 'Postgres' }] },
};

const refusal = (id: string, details: object = { hasStorage: true }) => Object.assign(new Error(id), { id, details });
const NOT_SUSPENDED = refusal('AGENT_RESUME_TOOL_CALL_NOT_SUSPENDED');

/** An agent whose suspended run refuses the first resumes with an error. */
function createAgent({ error = NOT_SUSPENDED, refused = Infinity, listed = [CALL] as readonly object[] } = {}) {
  let tries = 0;
  let toolCalls = listed;
  return {
    tries: () => tries,
    async resumeStream() {
      tries++;
      if (tries <= refused) throw error;
      toolCalls = [];
      return { fullStream: chunks({ type: 'finish' }) };
    },
    listSuspendedRuns: async () => ({ runs: toolCalls.length > 0 ? [{ runId: 'run', toolCalls }] : [] }),
  };
}

async function* chunks(...list: readonly { type: string }[]): AsyncGenerator<{ type: string }> {
  yield* list;
}

const suspended = () => ({
  fullStream: chunks({ type: 'tool-call-suspended', runId: 'run', payload: CALL } as { type: string }),
});

/** A user who answers at once. */
const broker: AskUserTransport = {
  async ask(request) {
    const built = buildAnswers(request, [{ questionId: request.questions[0]!.id, selected: [0] }]);
    return { status: 'answered', answers: built.ok ? built.value : expect.unreachable() };
  },
};

async function follow(agent: Parameters<typeof runWithQuestions>[0], more: Partial<MastraAskOptions> = {}) {
  const types: string[] = [];
  for await (const { type } of runWithQuestions(agent, suspended(), { broker, conversationId: 'chat', ...more })) {
    types.push(type);
  }
  return types;
}

describe('an answer that Mastra refuses', () => {
  it.each([
    ['as not suspended', NOT_SUSPENDED],
    ['without a snapshot', refusal('AGENT_RESUME_NO_SNAPSHOT_FOUND')],
    ['without details', refusal('AGENT_RESUME_TOOL_CALL_NOT_SUSPENDED', {})],
  ])('is thrown after three tries if the call still waits: %s', async (_, error) => {
    const agent = createAgent({ error });
    await expect(follow(agent)).rejects.toBe(error);
    expect(agent.tries()).toBe(3);
  });

  it('is sent again, and continues the run', async () => {
    const agent = createAgent({ refused: 2 });
    expect(await follow(agent)).toEqual(['tool-call-suspended', 'finish']);
    expect(agent.tries()).toBe(3);
  });

  it('is not sent again if another caller has resumed the call', async () => {
    const agent = createAgent({ listed: [{ ...CALL, toolCallId: 'call_2' }] });
    expect(await follow(agent)).toEqual(['tool-call-suspended']);
    expect(agent.tries()).toBe(1);
  });

  it('is not lost if the list has no ids of calls, as in older versions', async () => {
    const { toolCallId: _, ...listed } = CALL;
    await expect(follow(createAgent({ listed: [listed] }))).rejects.toBe(NOT_SUSPENDED);
  });

  it('is thrown if the agent cannot list its runs, because the call may still wait', async () => {
    const { listSuspendedRuns: _, ...agent } = createAgent();
    await expect(follow(agent)).rejects.toBe(NOT_SUSPENDED);
    expect(agent.tries()).toBe(1);
  });

  it('is sent again by the next iterator, and in the next process with the same store', async () => {
    const store = createMemoryStore();
    const agent = createAgent({ refused: 3 });
    await expect(follow(agent, { store })).rejects.toBe(NOT_SUSPENDED);
    expect(await follow(agent, { store })).toEqual(['tool-call-suspended', 'finish']);
  });
});

it('reports a question that cannot be asked through the iterator alone, even while the turn is taken', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const next = { ...CALL, toolCallId: 'call_2' };
  const agent = {
    resumeStream: async () => ({
      fullStream: chunks({ type: 'tool-call-suspended', runId: 'run', payload: next } as { type: string }),
    }),
    listSuspendedRuns: async () => ({ runs: [{ runId: 'run', toolCalls: [CALL] }] }),
  };
  const full: AskUserTransport = {
    async ask(request, options) {
      if (request.requestId.endsWith('call_2')) throw new Error('No room.');
      return broker.ask(request, options);
    },
  };
  const memory = createMemoryStore();
  const store: RequestStore = {
    ...memory,
    async get(...args) {
      // As long as any round trip to a database takes.
      await new Promise((resolve) => setImmediate(resolve));
      return memory.get(...args);
    },
  };
  await expect(follow(agent, { broker: full, store })).rejects.toThrow('No room.');
  expect(unhandled).toEqual([]);
});
