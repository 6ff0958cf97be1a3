import { query } from '@anthropic-ai/claude-agent-sdk';
import {
  askUserPermission,
  deferQuestions,
  findDeferredQuestion,
  resumeQuestion,
  type DeferredQuestion,
} from 'react-ask-user/claude-agent-sdk';
import type { AskUserResult } from 'react-ask-user/core';
import { claudeCode, claudeCodeHookOutput } from 'react-ask-user/dialects';
import { createAskUserBroker } from 'react-ask-user/server';
import { describe, expect, it } from 'vitest';
import { answerIt, asked } from '../stacks/helpers/person.js';
import { asking, BOTH, claude, collect, NAME, ONE, type Calls } from './helpers/claude.js';

const conversationId = 'c';
const FIRST: Calls = [{ id: 'toolu_1', input: ONE }];
const SECOND: Calls = [{ id: 'toolu_2', input: { questions: [NAME] } }];

/**
 * A session that defers its questions. A stored question is only JSON. The next run receives nothing else of a run
 * except the home on disk.
 */
async function start(...steps: Calls[]) {
  const broker = createAskUserBroker();
  const { options, model } = await claude(asking(...steps));
  const own = { ...options, canUseTool: askUserPermission({ broker, conversationId }), hooks: deferQuestions() };
  const first = await collect(query({ prompt: 'Set it up.', options: own }));
  const keep = (message: unknown) => {
    const text = JSON.stringify(findDeferredQuestion(message));
    return JSON.parse(text) as DeferredQuestion;
  };
  return {
    broker,
    own,
    model,
    first,
    deferred: keep(first.last),
    keep,
    ask: ({ request }: DeferredQuestion) => broker.ask(request, { conversationId }),
    resume: (deferred: DeferredQuestion, result: AskUserResult) =>
      collect(resumeQuestion(query, { deferred, result, options: own })),
  };
}

const answered = (label: string, question: string) =>
  `Your questions have been answered: "${question}"="${label}". You can now continue with these answers in mind.`;

describe('stack: claude-agent-sdk', { timeout: 60_000 }, () => {
  it('ends the run at its question and continues in another process with the answer [reload] [answered]', async () => {
    const { broker, model, first, deferred, ask, resume } = await start([{ id: 'toolu_1', input: BOTH }]);
    expect(first.last).toMatchObject({ terminal_reason: 'tool_deferred' });
    expect(first.error).toBeUndefined();
    // No process waits, and only the session of the run remains.
    expect(await broker.pending()).toEqual([]);
    expect(deferred).toMatchObject({ sessionId: first.last?.session_id, request: { requestId: 'toolu_1' } });

    const [result] = await Promise.all([
      ask(deferred),
      answerIt(broker, { selected: [], custom: 'Whatever runs' }, { selected: [0, 2] }),
    ]);
    const { words, results, error } = await resume(deferred, result);
    expect(words).toContain(
      'toolu_1: The user answered: "Which database?"="Whatever runs", "Which parts?"="Auth, Search".',
    );
    expect(error).toBeUndefined();
    expect(results).toHaveLength(1);
    expect(model.turns).toHaveLength(2);
  });

  it('defers one question after the other [reload] [two]', async () => {
    const { deferred, ask, broker, resume, keep } = await start(FIRST, SECOND);
    const [one] = await Promise.all([ask(deferred), answerIt(broker, { selected: [1] })]);
    const second = await resume(deferred, one);
    expect(second.last).toMatchObject({ terminal_reason: 'tool_deferred' });
    const next = keep(second.last);
    expect(next).toMatchObject({ sessionId: deferred.sessionId, request: { requestId: 'toolu_2' } });

    const [two] = await Promise.all([ask(next), answerIt(broker, { selected: [0] })]);
    const { words } = await resume(next, two);
    expect(words).toBe(
      `Told: toolu_1: ${answered('Postgres', 'Which database?')} | toolu_2: ${answered('Atlas', 'Which name?')}`,
    );
  });

  it('loses the second question if a session is resumed with a prompt and the SDK alone [trap]', async () => {
    const { deferred, own } = await start(FIRST, SECOND);
    const said = claudeCode.formatResult({ status: 'answered', answers: [] }, deferred.request);
    const { words, results } = await collect(
      query({
        prompt: '',
        options: {
          ...own,
          resume: deferred.sessionId,
          hooks: {
            PreToolUse: [
              {
                hooks: [
                  async (_, id): Promise<object> =>
                    id === 'toolu_1'
                      ? claudeCodeHookOutput(said)
                      : { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'defer' } },
                ],
              },
            ],
          },
        },
      }),
    );
    expect(results.map(({ terminal_reason }) => terminal_reason)).toEqual(['tool_deferred', 'completed']);
    expect(words).toContain('toolu_2: [Tool result missing due to internal error]');
  });

  it('defers the first of two calls in one message and asks the other again [trap] [two]', async () => {
    const both = [...FIRST, ...SECOND];
    const { deferred, ask, broker, resume } = await start(both);
    expect(deferred.request.requestId).toBe('toolu_1');
    const [result] = await Promise.all([ask(deferred), answerIt(broker, { selected: [0] })]);
    const { words } = await resume(deferred, result);
    expect(words).toContain(`toolu_1: ${answered('SQLite', 'Which database?')}`);
    expect(words).toMatch(/toolu_2: .*Another of your questions is waiting for the user/);

    // With the SDK alone, the first is lost: it is neither in the result nor in the later messages of the model.
    const alone = await claude(asking(both));
    const { last } = await alone.run({
      canUseTool: own(),
      hooks: {
        PreToolUse: [
          {
            hooks: [async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'defer' } })],
          },
        ],
      },
    });
    expect(last).toMatchObject({ deferred_tool_use: { id: 'toolu_2' } });
    const kept = findDeferredQuestion(last)!;
    await collect(resumeQuestion(query, { deferred: kept, result: { status: 'declined' }, options: alone.options }));
    expect(alone.model.turns.at(-1)?.results.map(({ id }) => id)).toEqual(['toolu_2']);
  });

  it('continues without an answer and without a `canUseTool` of the host [declined]', async () => {
    const { deferred, own: options } = await start(FIRST);
    const { canUseTool: _, ...bare } = options;
    const { words } = await collect(resumeQuestion(query, { deferred, result: { status: 'declined' }, options: bare }));
    expect(words).toBe('Told: toolu_1: The user did not answer the questions.');
  });

  it('ends the turn before a model call, which a hook alone does not [cancelled] [trap]', async () => {
    const { deferred, broker, ask, resume, model } = await start(FIRST);
    const asks = ask(deferred);
    await asked(broker);
    await broker.cancel('toolu_1');
    const { error, last } = await resume(deferred, await asks);
    expect(last).toMatchObject({ subtype: 'error_during_execution' });
    expect(error).toBeInstanceOf(Error);
    expect(model.turns).toHaveLength(1);

    const alone = await start(FIRST);
    const wire = claudeCode.formatResult({ status: 'cancelled' }, alone.deferred.request);
    await collect(
      query({
        prompt: '',
        options: {
          ...alone.own,
          resume: alone.deferred.sessionId,
          hooks: { PreToolUse: [{ hooks: [async () => claudeCodeHookOutput(wire)] }] },
        },
      }),
    );
    expect(alone.model.turns.length).toBeGreaterThan(1);
  });

  it('gives the model a text that the question was withdrawn without an answer [aborted] [R-NOPHANTOM]', async () => {
    const { deferred, broker, resume } = await start(FIRST);
    const run = new AbortController();
    const asks = broker.ask(deferred.request, { conversationId, signal: run.signal });
    await asked(broker);
    run.abort();
    const { words } = await resume(deferred, await asks);
    expect(words).toBe('Told: toolu_1: The question was withdrawn. Nobody answered and no option was chosen.');
  });

  it.each([undefined, 'text', { type: 'result' }, { session_id: 's', deferred_tool_use: { id: 't', name: 'Bash' } }])(
    'finds no deferred question in %j [trap]',
    (message) => {
      expect(findDeferredQuestion(message)).toBeUndefined();
    },
  );
});

const own = () => askUserPermission({ broker: createAskUserBroker(), conversationId });
