import { spawnSync } from 'node:child_process';
import { RunContext, RunState, tool, type RunToolApprovalItem } from '@openai/agents';
import { functionCall, type ScriptedModelInput } from '@openai/agents/testing';
import { describe, expect, it } from 'vitest';
import { createAskUserBroker } from 'react-ask-user/server';
import {
  answerInterruption,
  openAiStoredAskTool,
  openQuestions,
  createStoredContext,
} from 'react-ask-user/openai-agents';
import { answer, ENDINGS } from '../dialects/helpers.js';
import { agentOf, calls, readBy, retells, runner } from './helpers/openai-agents.js';
import { answerIt, asked } from './helpers/person.js';
import { CALL, ONE } from './helpers/questions.js';
import { buildProgram } from './helpers/program.js';

const NOBODY = 'Nobody answered and no option was chosen.';

const deploy = () =>
  tool({
    name: 'deploy',
    description: 'Deploys',
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
    strict: false,
    needsApproval: true,
    execute: () => 'deployed',
  });

/** Creates the agent, as each process does. */
const helper = (...steps: ScriptedModelInput[]) => agentOf(steps, tool(openAiStoredAskTool()), deploy());

const asks = (script: ScriptedModelInput, context: object = { user: 'Zoë' }) =>
  runner.run(helper(script), 'Set it up', { context });

/** Restores a stored state with a new agent. */
async function restore(stored: string, ...steps: ScriptedModelInput[]) {
  const agent = helper(...steps, retells());
  const runContext = new RunContext(createStoredContext(stored));
  const state = await RunState.fromStringWithContext(agent, stored, runContext);
  return { state, runContext, goOn: () => runner.run(agent, state) };
}

/** Contexts that a host may pass to its tools. The SDK stores only plain objects. */
class Services {
  readonly db = { open: true };
}

const TWO_AND_DEPLOY = [
  functionCall('ask_user', ONE, { callId: 'call_1' }),
  functionCall('deploy', {}, { callId: 'call_2' }),
  functionCall('ask_user', ONE, { callId: 'call_3' }),
];

describe('stack: openai-agents', () => {
  it('continues the state in another process, whose model reads the answer [reload] [answered]', async () => {
    const { path, remove } = await buildProgram(new URL('helpers/openai-agents-child.ts', import.meta.url));
    try {
      const result = await asks(calls(CALL));
      const [question] = openQuestions(result);
      const replies = [
        { selected: [1] },
        { selected: [0], custom: 'Billing' },
        { selected: [], custom: '“Zoë”\u2028' },
      ];
      const input = JSON.stringify({
        stored: result.state.toString(),
        answers: { call_1: answer(question!.request, ...replies), call_9: { status: 'declined' } },
      });
      const { stdout, stderr } = spawnSync(process.execPath, [path], { input, encoding: 'utf8' });
      expect(stderr).toBe('');
      const { outcomes, finalOutput } = JSON.parse(stdout) as { outcomes: unknown; finalOutput: string };
      expect(outcomes).toEqual([{ ok: true }, { ok: false, code: 'unknown' }]);
      expect(JSON.parse(readBy({ finalOutput })['call_1'] ?? '')).toMatchObject({
        answered: true,
        answers: [
          { answer: 'SQLite' },
          { answer: ['Auth, mail', 'Billing'] },
          { answer: '“Zoë”\u2028', wasCustom: true },
        ],
      });
    } finally {
      remove();
    }
  });

  it('continues in the same process with a broker’s answer and keeps the run’s context [answered]', async () => {
    const broker = createAskUserBroker();
    const context = { user: 'Zoë' };
    const agent = helper(calls(ONE), retells());
    const result = await runner.run(agent, 'go', { context });
    const [question] = openQuestions(result);
    const asking = broker.ask(question!.request, { conversationId: 'c' });
    await answerIt(broker, { selected: [1] });
    expect(answerInterruption(result, question!.request.requestId, await asking)).toEqual({ ok: true });
    expect(openQuestions(result)).toEqual([]);
    expect(readBy(await runner.run(agent, result.state))['call_1']).toContain('"answer":"No"');
    expect(context).toEqual({ user: 'Zoë', 'react-ask-user/answers': {} });
  });

  it('finds its request or answer in the broker after a restart [reload]', async () => {
    const broker = createAskUserBroker();
    const stored = (await asks(calls(ONE))).state.toString();
    const goOn = async () => {
      const { goOn: rest, ...again } = await restore(stored);
      for (const { request } of openQuestions(again)) {
        const result = await broker.ask(request, { conversationId: 'c' });
        expect(answerInterruption(again, request.requestId, result)).toEqual({ ok: true });
      }
      return readBy(await rest())['call_1'];
    };
    const before = goOn();
    await asked(broker);
    const after = goOn();
    await answerIt(broker, { selected: [0] });
    for (const read of [before, after, goOn()]) expect(await read).toContain('"answer":"Yes"');
  });

  it.each(ENDINGS)('gives the model a text for $status [declined] [cancelled] [aborted]', async (ending) => {
    const stored = (await asks(calls(ONE))).state.toString();
    const { goOn, ...run } = await restore(stored);
    expect(answerInterruption(run, 'call_1', ending)).toEqual({ ok: true });
    const read = readBy(await goOn())['call_1'];
    expect(read).toContain(NOBODY);
    expect(read).toContain('"answered":false');
  });

  it('stores two answers separately and leaves another tool’s approval unchanged [two]', async () => {
    const first = await restore((await asks(TWO_AND_DEPLOY)).state.toString());
    const [one, other] = openQuestions(first);
    expect([one?.request.requestId, other?.request.requestId]).toEqual(['call_1', 'call_3']);
    expect(answerInterruption(first, 'call_2', { status: 'declined' })).toEqual({ ok: false, code: 'unknown' });
    expect(answerInterruption(first, 'call_1', answer(one!.request, { selected: [0] }))).toEqual({ ok: true });

    // Store the state with the answer before the run continues.
    const second = await restore(first.state.toString());
    expect(second.runContext.context).toMatchObject({ user: 'Zoë' });
    expect(openQuestions(second).map(({ request }) => request.requestId)).toEqual(['call_3']);
    const waiting = await second.goOn();
    expect(waiting.interruptions.map(({ rawItem }) => 'callId' in rawItem && rawItem.callId)).toEqual([
      'call_2',
      'call_3',
    ]);

    const third = await restore(waiting.state.toString());
    expect(answerInterruption(third, 'call_3', answer(other!.request, { selected: [1] }))).toEqual({ ok: true });
    for (const item of third.state.getInterruptions()) if (item.name === 'deploy') third.state.reject(item);
    const read = readBy(await third.goOn());
    expect(read['call_1']).toContain('"answer":"Yes"');
    expect(read['call_2']).toBe('Tool execution was not approved.');
    expect(read['call_3']).toContain('"answer":"No"');
  });

  it('accepts only the first answer and refuses a result of another question [trap]', async () => {
    const run = await restore((await asks(calls(ONE))).state.toString());
    const [question] = openQuestions(run);
    const foreign = answer(
      { ...question!.request, questions: [{ ...question!.request.questions[0]!, question: 'Else?' }] },
      { selected: [0] },
    );
    expect(answerInterruption(run, 'call_1', foreign)).toMatchObject({ ok: false, code: 'invalid' });
    expect(answerInterruption(run, 'call_1', { status: 'answered', answers: [] })).toMatchObject({
      ok: false,
      code: 'invalid',
    });
    expect(openQuestions(run)).toHaveLength(1);
    expect(answerInterruption(run, 'call_1', answer(question!.request, { selected: [1] }))).toEqual({ ok: true });
    expect(answerInterruption(run, 'call_1', answer(question!.request, { selected: [0] }))).toEqual({
      ok: false,
      code: 'already_resolved',
    });
    expect(readBy(await run.goOn())['call_1']).toContain('"answer":"No"');
  });

  it('treats an approval, also for all calls, as unanswered [trap]', async () => {
    const later = [functionCall('ask_user', ONE, { callId: 'call_2' })];
    const { state, goOn } = await restore((await asks(calls(ONE))).state.toString(), later);
    for (const item of state.getInterruptions()) state.approve(item, { alwaysApprove: true });
    const read = readBy(await goOn());
    for (const id of ['call_1', 'call_2']) {
      expect(read[id]).toContain(`${NOBODY} Reason: "The call was approved without an answer.".`);
      expect(read[id]).toContain('"answered":false');
    }
  });

  it('uses the last decision of a rejection and an answer [trap]', async () => {
    const stored = (await asks(calls(ONE))).state.toString();
    const lost = await restore(stored);
    const [question] = openQuestions(lost);
    const yes = answer(question!.request, { selected: [0] });
    answerInterruption(lost, 'call_1', yes);
    lost.state.reject(question!.interruption);
    expect(readBy(await lost.goOn())['call_1']).toBe('Tool execution was not approved.');

    const kept = await restore(stored);
    kept.state.reject(kept.state.getInterruptions()[0]!);
    answerInterruption(kept, 'call_1', yes);
    expect(readBy(await kept.goOn())['call_1']).toContain('"answer":"Yes"');
  });

  it('refuses a call of another run, which the SDK alone approves silently [trap]', async () => {
    const other = await asks(calls(CALL, ONE));
    const run = await restore((await asks(calls(ONE))).state.toString());
    const foreign = other.interruptions[1] as RunToolApprovalItem;
    expect(answerInterruption(run, 'call_2', { status: 'declined' })).toEqual({ ok: false, code: 'unknown' });
    expect(() => run.state.approve(foreign)).not.toThrow();
    expect(openQuestions(run).map(({ request }) => request.requestId)).toEqual(['call_1']);
  });

  it('throws for a context that is not the state’s, which the SDK alone ignores [trap]', async () => {
    const stored = (await asks(calls(ONE))).state.toString();
    const agent = helper(retells());
    const state = await RunState.fromString(agent, stored);
    const [question] = openQuestions(await restore(stored));
    const yes = answer(question!.request, { selected: [0] });
    // Approve the call manually, with the answer in another context of the run.
    state.approve(state.getInterruptions()[0]!);
    const context = { 'react-ask-user/answers': { call_1: yes } };
    expect(readBy(await runner.run(agent, state, { context }))['call_1']).toContain(NOBODY);

    const mistaken = { state: await RunState.fromString(helper(retells()), stored), runContext: new RunContext({}) };
    expect(() => answerInterruption(mistaken, 'call_1', yes)).toThrow('This is not the context of the state');
    expect(mistaken.runContext.context).toEqual({ 'react-ask-user/answers': {} });
    const next = await runner.run(helper(retells()), mistaken.state);
    expect(next.interruptions).toHaveLength(1);
  });

  it('throws for a context that cannot store an answer, and keeps it in one that cannot be serialized [trap]', async () => {
    const text = await runner.run(helper(calls(ONE)), 'go', { context: 'text' });
    expect(() => answerInterruption(text, 'call_1', { status: 'declined' })).toThrow('is not an object');

    const agent = helper(calls(ONE), retells());
    const result = await runner.run(agent, 'go', { context: new Services() });
    expect(() => result.state.toString()).toThrow('Failed to serialize run state');
    expect(answerInterruption(result, 'call_1', { status: 'declined' })).toEqual({ ok: true });
    expect(readBy(await runner.run(agent, result.state))['call_1']).toContain('The user declined to answer');
  });

  it('never gives an answer to another run with the same call ids and context [trap]', async () => {
    const shared = {};
    for (const [selected, label] of [
      [0, 'Yes'],
      [1, 'No'],
    ] as const) {
      const agent = helper(calls(ONE), retells());
      const result = await runner.run(agent, 'go', { context: shared });
      const [question] = openQuestions(result);
      answerInterruption(result, 'call_1', answer(question!.request, { selected: [selected] }));
      expect(readBy(await runner.run(agent, result.state))['call_1']).toContain(`"answer":"${label}"`);
    }
  });

  it('sends a message together with the question that it superseded [trap]', async () => {
    const { goOn, ...run } = await restore((await asks(calls(ONE))).state.toString());
    for (const { request } of openQuestions(run)) {
      answerInterruption(run, request.requestId, { status: 'superseded', reason: 'The user wrote a message instead.' });
    }
    run.state.addInput('Use what you like');
    const read = readBy(await goOn());
    expect(read['user']).toBe('Use what you like');
    expect(read['call_1']).toContain(`Something newer replaced the question. ${NOBODY}`);
  });

  it('gives the model the issues of input that cannot be asked without asking [trap]', async () => {
    const broker = createAskUserBroker();
    const { goOn, ...run } = await restore((await asks(calls({ questions: [] }, '[1]'))).state.toString());
    const open = openQuestions(run);
    expect(open.map(({ request }) => request.questions)).toEqual([[], []]);
    for (const { request } of open) {
      const result = await broker.ask(request, { conversationId: 'c' });
      expect(answerInterruption(run, request.requestId, result)).toEqual({ ok: true });
    }
    const read = readBy(await goOn());
    expect(read['call_1']).toContain('- questions: ');
    expect(read['call_2']).toContain('The question was not asked, because the call is not valid');
  });

  it('adds values that cannot be stored to the stored context', async () => {
    const stored = (await asks(calls(ONE), { user: 'Zoë', db: 'stale' })).state.toString();
    expect(createStoredContext(stored, { db: 'live' })).toEqual({ user: 'Zoë', db: 'live' });
  });

  it('stops and continues a streamed run [reload]', async () => {
    const result = await runner.run(helper(calls(ONE)), 'go', { stream: true, context: {} });
    for await (const _ of result);
    const { state, runContext } = await restore(result.state.toString());
    const [question] = openQuestions({ state, runContext });
    answerInterruption({ state, runContext }, 'call_1', answer(question!.request, { selected: [0] }));
    const rest = await runner.run(helper(retells()), state, { stream: true });
    for await (const _ of rest);
    expect(readBy(rest)['call_1']).toContain('"answer":"Yes"');
  });

  it('asks through the outer run for an agent that is a tool [reload]', async () => {
    const team = (outer: ScriptedModelInput, inner: ScriptedModelInput) => {
      const planner = agentOf([inner], tool(openAiStoredAskTool()));
      return agentOf([outer], planner.asTool({ toolName: 'plan', toolDescription: 'Plans' }));
    };
    const plan = [functionCall('plan', { input: 'plan' }, { callId: 'outer' })];
    const stored = (await runner.run(team(plan, calls(ONE)), 'go', { context: { user: 'Zoë' } })).state.toString();
    const agent = team(retells(), retells());
    const runContext = new RunContext(createStoredContext(stored));
    const state = await RunState.fromStringWithContext(agent, stored, runContext);
    const [question] = openQuestions({ state, runContext });
    answerInterruption({ state, runContext }, 'call_1', answer(question!.request, { selected: [1] }));
    expect(readBy(await runner.run(agent, state))['outer']).toContain('No');
  });
});
