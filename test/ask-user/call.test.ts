import { describe, expect, it } from 'vitest';
import { askBy, nameOf, type Call, type Way } from '../../packages/ask-user/src/call.js';
import { createFormWay } from '../../packages/ask-user/src/form.js';
import { outputOf, toCallResult } from '../../packages/ask-user/src/output.js';
import type { AskUserResult } from '../../src/core/answer/types.js';
import { parseRequest } from '../../src/core/question/parse-request.js';
import { askUser } from '../../src/dialects/ask-user.js';

const parsed = parseRequest({ question: 'Which?', options: ['a', 'b'] });
if (!parsed.ok) throw new Error('no request');
const request = parsed.value;

const callOf = (more: Partial<Call> = {}): Call => ({
  id: 1,
  name: 'ask_user',
  input: {},
  isModern: false,
  capabilities: { elicitation: {} },
  clientInfo: {},
  inputResponses: undefined,
  signal: new AbortController().signal,
  progressToken: undefined,
  asker: 'Agent',
  notify: () => {},
  request: () => Promise.reject(new Error('not expected')),
  ...more,
});

const unavailable = (reason: string): AskUserResult => ({ status: 'unavailable', reason });
const way = (result: AskUserResult): Way => ({ ask: () => Promise.resolve(result) });

describe('ways to ask [R-MCP]', () => {
  it.each<[string, readonly AskUserResult[], AskUserResult]>([
    [
      'the first that can show the request',
      [unavailable('1'), { status: 'cancelled' }, unavailable('3')],
      { status: 'cancelled' },
    ],
    ['no other after the user’s decision', [{ status: 'declined' }, { status: 'cancelled' }], { status: 'declined' }],
    [
      'no other after the questions were saved',
      [{ ...unavailable('1'), pendingFile: 'f' } as AskUserResult, { status: 'cancelled' }],
      { ...unavailable('1'), pendingFile: 'f' } as AskUserResult,
    ],
    ['the last, whose reason is told', [unavailable('1'), unavailable('2')], unavailable('2')],
    ['none', [], unavailable('This server has no way to ask the user.')],
  ])('%s', async (_, results, expected) => {
    expect(await askBy(results.map(way), request, callOf())).toEqual(expected);
  });

  it('ask nobody after the call was cancelled', async () => {
    const call = callOf({ signal: AbortSignal.abort() });
    expect(await askBy([way({ status: 'cancelled' })], request, call)).toEqual({ status: 'aborted' });
  });
});

describe('a form of the client [R-MCP] [R-HUMAN]', () => {
  it.each([
    ['an error', () => Promise.reject(Object.assign(new Error('No'), { code: -32_603 }))],
    ['its own time limit', () => Promise.reject(Object.assign(new Error('Timed out'), { code: -32_001 }))],
    ['an answer that does not fit', () => Promise.resolve({ action: 'accept', content: { q1: 'c' } })],
    ['a decline at once', () => Promise.resolve({ action: 'decline' })],
    ['a cancellation at once', () => Promise.resolve({ action: 'cancel' })],
  ])('with %s lets another way ask', async (_, respond) => {
    const form = createFormWay(60_000);
    expect(await form.ask(request, callOf({ request: respond }))).toMatchObject({ status: 'unavailable' });
  });

  it.each([{}, { elicitation: { url: {} } }, { elicitation: 'yes' }])(
    'is not sent to a client with %j',
    async (capabilities) => {
      expect(await createFormWay(0).ask(request, callOf({ capabilities }))).toMatchObject({ status: 'unavailable' });
    },
  );

  it('is read also after another call has found that the client shows none', async () => {
    const form = createFormWay(60_000);
    const modern = callOf({ isModern: true });
    const pending = (await form.ask(request, modern)) as unknown as { inputRequests: Record<string, object> };
    const [key = ''] = Object.keys(pending.inputRequests);
    const decline = callOf({ isModern: true, inputResponses: { [key]: { action: 'decline' } } });
    expect(await form.ask(request, decline)).toMatchObject({ status: 'unavailable' });
    expect(await form.ask(request, modern)).toMatchObject({ status: 'unavailable' });
    const accept = callOf({ isModern: true, inputResponses: { [key]: { action: 'accept', content: { q1: 'b' } } } });
    expect(await form.ask(request, accept)).toMatchObject({ status: 'answered', answers: [{ answer: 'b' }] });
  });
});

describe('what the model receives [R-MCP]', () => {
  it('is the text in the structured content too, unless it only repeats the data', () => {
    const cancelled = toCallResult(outputOf(askUser.tool, { status: 'cancelled' }, request));
    expect(cancelled.structuredContent).toMatchObject({ cancelled: true, text: cancelled.content[0].text });
    const data = { answered: true };
    const output = { text: '{"answered":true}', data, isError: false };
    expect(toCallResult(output).structuredContent).toEqual(data);
    expect(toCallResult({ ...output, data: { text: 'own' } }).structuredContent).toEqual({
      result: { text: 'own' },
      text: output.text,
    });
  });
});

describe('the name of the agent [R-MCP]', () => {
  it.each([
    [{ title: 'Claude Code', name: 'claude' }, 'Claude Code'],
    [{ title: ' ', name: 'gemini-cli-mcp-client' }, 'gemini-cli'],
    [{ name: 'x'.repeat(200) }, 'x'.repeat(100)],
    [{ name: '\u200B' }, undefined],
    [{ name: 7 }, undefined],
  ])('of %j is %j', (info, name) => {
    expect(nameOf(info)).toBe(name);
  });
});
