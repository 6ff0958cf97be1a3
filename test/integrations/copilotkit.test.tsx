import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useCopilotKitAskUser, type CopilotKitAsk } from '../../src/integrations/copilotkit/index.js';

const ARGS = { questions: [{ id: 'q', question: 'Which?', options: ['A', 'B'] }] };
const CALL = {
  id: 'm1',
  role: 'assistant',
  toolCalls: [{ id: 'c1', function: { name: 'ask_user', arguments: JSON.stringify(ARGS) } }],
};

function Host({ onRender }: { onRender: (ask: CopilotKitAsk) => void }) {
  onRender(useCopilotKitAskUser());
  return null;
}

function createAsk(): CopilotKitAsk {
  const rendered: CopilotKitAsk[] = [];
  renderToString(<Host onRender={(ask) => rendered.push(ask)} />);
  return rendered[0]!;
}

it.each([
  ['rejects', () => Promise.reject(new Error('offline'))],
  [
    'throws',
    () => {
      throw new Error('offline');
    },
  ],
])('keeps a question open if `respond` %s when a message supersedes it [R-NOPHANTOM]', async (_, fail) => {
  const ask = createAsk();
  const sent: unknown[] = [];
  let respond = fail as (output: unknown) => Promise<void>;
  const props = () =>
    ask.getDialogProps({
      toolCallId: 'c1',
      status: 'executing',
      args: ARGS,
      result: undefined,
      respond: (output: unknown) => respond(output),
    } as never);
  expect(props().result).toBeUndefined();
  expect(ask.supersede()).toBe(true);
  await expect.poll(() => props().result).toBeUndefined();

  respond = (output) => Promise.resolve(void sent.push(output));
  expect(ask.supersede()).toBe(true);
  await expect.poll(() => props().result).toEqual({ status: 'superseded' });
  expect(sent).toHaveLength(1);
});

it.each([
  ['open in the thread of the agent', [CALL], true],
  ['settled there', [CALL, { id: 'm2', role: 'tool', toolCallId: 'c1', content: '{}' }], false],
  ['part of a thread that was left', [], false],
])('reports whether a call is superseded that is %s', (_, messages, isSuperseded) => {
  const ask = createAsk();
  const respond = vi.fn(() => Promise.resolve());
  ask.getDialogProps({ toolCallId: 'c1', status: 'executing', args: ARGS, respond });
  const message = { id: 'u', role: 'user', content: 'Never mind' };
  expect(ask.supersede({ messages: [...messages, message] })).toBe(isSuperseded);
  expect(respond).toHaveBeenCalledTimes(isSuperseded ? 1 : 0);
});

it('does not read the value of `respond` as the result of a delivery', async () => {
  const { onSubmit } = createAsk().getDialogProps({
    toolCallId: 'c1',
    status: 'executing',
    args: ARGS,
    respond: () => Promise.resolve({ ok: false, code: 'unknown' } as never),
  });
  const request = { requestId: 'c1', questions: [] };
  const result = { status: 'answered', answers: [] } as const;
  expect(await onSubmit({}, { request, result, replies: [], byId: {} })).toBeUndefined();
});
