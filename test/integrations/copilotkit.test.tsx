import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useCopilotKitAskUser, type CopilotKitAsk } from '../../src/integrations/copilotkit/index.js';

const ARGS = { questions: [{ id: 'q', question: 'Which?', options: ['A', 'B'] }] };

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

it('does not read the value of `respond` as the result of a delivery', async () => {
  const { onSubmit } = createAsk().getDialogProps({
    toolCallId: 'c1',
    status: 'executing',
    args: ARGS,
    respond: () => Promise.resolve({ ok: false, code: 'unknown' } as never),
  });
  const request = { requestId: 'c1', questions: [] };
  const result = { status: 'answered', answers: [] } as const;
  expect(await onSubmit({}, { request, result, replies: [] })).toBeUndefined();
});
