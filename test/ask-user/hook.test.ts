import { describe, expect, it } from 'vitest';
import { answerHook } from '../../packages/ask-user/src/hook/claude-code.js';
import { buildAnswers } from '../../src/core/answer/build-answers.js';
import type { AskUserResult } from '../../src/core/answer/types.js';
import type { Reply } from '../../src/core/index.js';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { HOOK_EVENT } from './hook-event.js';

const SCREEN = { BROWSER: 'open' };
const encode = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

/** Runs the hook with a page that settles the request so. */
async function settle(
  result: AskUserResult | ((request: AskUserRequest) => AskUserResult),
  { input = HOOK_EVENT as unknown, env = SCREEN as NodeJS.ProcessEnv } = {},
) {
  const asked: AskUserRequest[] = [];
  const done = await answerHook(encode(input), {
    env,
    signal: new AbortController().signal,
    page: {
      ask(request) {
        asked.push(request);
        return Promise.resolve(typeof result === 'function' ? result(request) : result);
      },
    },
  });
  const printed = done.output === undefined ? undefined : (JSON.parse(done.output) as { hookSpecificOutput: object });
  return { asked, reason: done.reason, decision: printed?.hookSpecificOutput };
}

const withReplies =
  (...replies: readonly Reply[]) =>
  (request: AskUserRequest): AskUserResult => {
    const built = buildAnswers(request, replies);
    return built.ok ? { status: 'answered', answers: built.value } : expect.unreachable();
  };

describe('the hook of Claude Code [R-HOOK]', () => {
  it('allows the call with the answers', async () => {
    const { asked, decision, reason } = await settle(
      withReplies({ questionId: 'q1', selected: [1] }, { questionId: 'q2', selected: [0], custom: 'and "a, b" ü' }),
    );
    expect(asked[0]?.questions.map(({ question }) => question)).toEqual(['Which "database"?', 'Which features?']);
    expect(reason).toBeUndefined();
    expect(decision).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: {
        ...HOOK_EVENT.tool_input,
        answers: { 'Which "database"?': 'SQLite', 'Which features?': String.raw`Auth, "and \"a, b\" ü"` },
      },
    });
  });

  it('takes no answers from the model', async () => {
    const input = { ...HOOK_EVENT, tool_input: { ...HOOK_EVENT.tool_input, answers: { 'Which "database"?': 'Mine' } } };
    const { decision } = await settle({ status: 'declined' }, { input });
    expect(JSON.stringify(decision)).not.toContain('Mine');
  });

  it.each<[string, AskUserResult, string]>([
    ['cancellation', { status: 'cancelled' }, 'cancelled'],
    ['decline', { status: 'declined' }, 'did not answer'],
    ['wish to discuss', { status: 'declined', discuss: true, reason: 'Why SQLite?' }, 'Why SQLite?'],
  ])('denies the call after a %s, with the text for the model', async (_name, result, text) => {
    const { decision } = await settle(result);
    expect(decision).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining(text),
    });
  });

  it.each<[string, AskUserResult]>([
    ['could not be opened', { status: 'unavailable', reason: 'No browser.' }],
    ['was withdrawn', { status: 'aborted' }],
    ['lost its connection', { status: 'connectionLost' }],
  ])('steps aside if the page %s', async (_name, result) => {
    const { decision, reason } = await settle(result);
    expect(decision).toBeUndefined();
    expect(reason).toContain('Claude Code asks instead.');
  });

  it.each([
    ['no screen', HOOK_EVENT, {}, 'no screen'],
    ['a CI run', HOOK_EVENT, { CI: 'true', DISPLAY: ':0' }, 'CI'],
    ['no JSON', '{', SCREEN, 'not valid JSON'],
    ['no input', '', SCREEN, 'is empty'],
    ['another tool', { ...HOOK_EVENT, tool_name: 'Bash' }, SCREEN, 'not a PreToolUse event'],
    ['another event', { ...HOOK_EVENT, hook_event_name: 'PostToolUse' }, SCREEN, 'not a PreToolUse event'],
    ['no questions', { ...HOOK_EVENT, tool_input: {} }, SCREEN, 'cannot be shown'],
  ])('steps aside with %s, and asks nobody', async (_name, input, env, message) => {
    const { asked, decision, reason } = await settle({ status: 'declined' }, { input, env });
    expect({ asked, decision }).toEqual({ asked: [], decision: undefined });
    expect(reason).toContain(message);
  });

  it('steps aside after an error of its own', async () => {
    const { decision, reason } = await settle(() => {
      throw new Error('broken');
    });
    expect({ decision, reason }).toEqual({ decision: undefined, reason: expect.stringContaining('broken') });
  });
});
