import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AskUserRequest, AskUserResult } from '../../../src/core/index.js';
import { agUi, askUser, mcpElicitation } from '../../../src/dialects/index.js';
import { createAskUserBroker, createAskUserHandler } from '../../../src/host/index.js';
import { createAskUserClient } from '../../../src/host/client/index.js';
import { answerRpc, createRpcTransport } from '../../../src/host/rpc/index.js';
import { acpElicitation, createAcpTransport } from '../../../src/integrations/acp/index.js';
import { copilotKitInterruptProps } from '../../../src/integrations/copilotkit/index.js';
import { createElicitationTransport, elicitationHandler } from '../../../src/integrations/mcp/index.js';
import { AskUserDialog, AskUserQueue } from '../../../src/react/index.js';
import { pair, problems, requestOf } from '../../host/rpc/helpers.js';
import { button, cleanUpAfterEach, click } from '../../helpers/browser/card.js';

cleanUpAfterEach();

const breaks = () => {
  throw new Error('It broke');
};
/** React logs the errors that the card's boundary catches. */
const quiet = () => void vi.mocked(console.error).mockImplementation(() => {});
afterEach(() => vi.mocked(console.error).mockClear());

type Failure = 'unavailable' | 'invalid' | undefined;

/**
 * Shows a request in a card of a host that has only the two callbacks. The card crashes, or receives nothing that can
 * be asked, or stays.
 */
const show =
  (failure: Failure) =>
  ({ requestId, questions }: AskUserRequest): Promise<AskUserResult> =>
    new Promise((resolve) => {
      quiet();
      cleanup();
      const settle = (_: unknown, { result }: { result: AskUserResult }) => resolve(result);
      render(
        <AskUserDialog
          request={failure === 'invalid' ? undefined : { requestId, questions }}
          requestId={requestId}
          renderText={failure === 'unavailable' ? breaks : undefined}
          onSubmit={settle}
          onCancel={settle}
        />,
      );
    });

interface Peer {
  /** Asks through the peer's protocol. Resolves with what the asking side reads. */
  ask: (request: AskUserRequest) => Promise<unknown>;
}

function rpc(failure: Failure): Peer {
  const [agent, host] = pair();
  const { onError } = problems();
  answerRpc(host, show(failure), { onError });
  const transport = createRpcTransport(agent, { onError });
  return { ask: (request) => transport.ask(request, {}) };
}

const conversationId = 'c1';

/** The error of JSON-RPC that the SDK makes of an error that a handler throws. */
const overTheWire = (error: Error, data: unknown) => ({ code: -32603, message: error.message, data });

/** Everything that left the client, to which the server or agent may give its own meaning. */
const sent: unknown[] = [];
afterEach(() => void (sent.length = 0));
const record = <T,>(response: T): T => {
  sent.push(response);
  return response;
};

function mcp(failure: Failure): Peer {
  const handle = elicitationHandler({ broker: { ask: show(failure) }, conversationId, asker: 'Server' });
  const elicitInput = (params: unknown) =>
    handle(params).then(record, (error: Error & { data: unknown }) => {
      throw overTheWire(error, error.data);
    });
  const transport = createElicitationTransport({ elicitInput }, {}, { minHumanMs: 0 });
  return { ask: (request) => transport.ask(request) };
}

function acp(failure: Failure): Peer {
  const { onRequest } = acpElicitation({ broker: { ask: show(failure) }, conversationId });
  const request = (_: string, params: unknown) =>
    onRequest({ params: params as object, signal: new AbortController().signal }).then(record, (error: Error) => {
      throw overTheWire(error, JSON.parse(error.message));
    });
  const options = { clientCapabilities: { elicitation: { form: {} } }, sessionId: 's', minHumanMs: 0 };
  const transport = createAcpTransport({ request }, options);
  return { ask: (asked) => transport.ask(asked, {}) };
}

const AG_UI = [
  {
    id: 'int-1',
    reason: 'input_required',
    message: 'Which database?',
    metadata: { questions: [{ question: 'Which database?', options: ['PostgreSQL', 'SQLite'] }] },
  },
];

function agUiPage(failure: Failure): Peer {
  return {
    async ask() {
      quiet();
      const entries = await new Promise((resolve) => {
        render(
          <AskUserDialog
            dialect={agUi}
            input={failure === 'invalid' ? [] : AG_UI}
            requestId="int-1"
            renderText={failure === 'unavailable' ? breaks : undefined}
            onSubmit={resolve}
            onCancel={resolve}
          />,
        );
      });
      // Without an interrupt, there is no entry.
      if (failure === 'invalid') return { status: 'invalid', entries };
      const parsed = agUi.parse(AG_UI, { requestId: 'int-1' });
      const read = parsed.ok && agUi.parseResult(entries, parsed.value);
      return read && read.ok && read.value;
    },
  };
}

describe.each([
  ['an RPC peer', rpc],
  ['an MCP server', mcp],
  ['an ACP agent', acp],
  ['an AG-UI agent', agUiPage],
] as const)('%s', (_, connect) => {
  it('reads that a card which crashed is unavailable [R-NOPHANTOM]', async () => {
    const result = await connect('unavailable').ask(requestOf('r1'));
    expect(result).toMatchObject({ status: 'unavailable', reason: expect.stringContaining('It broke') });
    expect(sent).toEqual([]);
  });

  it('reads no cancellation or decline if nothing could be asked [R-NOPHANTOM]', async () => {
    const result = (await connect('invalid').ask(requestOf('r1'))) as AskUserResult;
    expect(['unavailable', 'invalid']).toContain(result.status);
    expect(sent).toEqual([]);
  });

  it('reads a cancellation of the user', async () => {
    const result = connect(undefined).ask(requestOf('r1'));
    await click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await result).toMatchObject({ status: 'cancelled' });
  });
});

describe('an agent behind a broker and HTTP', () => {
  const shown = (renderText?: typeof breaks) => {
    quiet();
    const broker = createAskUserBroker();
    const handler = createAskUserHandler(broker, {
      basePath: '/ask-user',
      authorize: () => ({ conversations: ['c1'], user: 'Ana' }),
    });
    const posts: string[] = [];
    const client = createAskUserClient({
      url: 'http://localhost/ask-user',
      fetch: (url, init) => {
        if (init.method === 'POST') posts.push(new URL(url).pathname);
        return handler(new Request(url, init));
      },
    });
    const onSettled = vi.fn();
    render(<AskUserQueue client={client} onSettled={onSettled} {...(renderText && { renderText })} />);
    return { broker, client, posts, onSettled };
  };

  it('waits for another client if a card crashed: nothing is sent [R-NOPHANTOM] [R-QUEUE]', async () => {
    const { broker, client, posts, onSettled } = shown(breaks);
    const result = broker.ask(requestOf('r1'), { conversationId });
    await expect.poll(() => onSettled.mock.calls.length).toBe(1);
    expect(onSettled.mock.calls[0]?.[0]).toMatchObject({ result: { status: 'unavailable' }, isLocal: false });
    expect([posts, (await broker.get('r1'))?.settlement]).toEqual([[], undefined]);
    await broker.supersede(conversationId);
    expect(await result).toEqual({ status: 'superseded' });
    client.close();
    await broker.close();
  });

  it('receives a cancellation of the user', async () => {
    const { broker, client, posts } = shown();
    const result = broker.ask(requestOf('r1'), { conversationId });
    await click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await result).toMatchObject({ status: 'cancelled' });
    expect(posts).toEqual(['/ask-user/requests/r1/cancel']);
    client.close();
    await broker.close();
  });
});

describe('an interrupt of CopilotKit, which can only be resolved or cancelled', () => {
  const interrupt = () => ({ interrupts: AG_UI, resolve: vi.fn(async () => {}), cancel: vi.fn(async () => {}) });

  it('is resolved as unavailable if its card crashed, and never cancelled [R-NOPHANTOM]', async () => {
    quiet();
    const { resolve, cancel, ...rest } = interrupt();
    render(<AskUserDialog {...copilotKitInterruptProps({ ...rest, resolve, cancel })} renderText={breaks} />);
    await expect
      .poll(() => resolve.mock.calls)
      .toEqual([[{ outcome: 'unavailable', reason: expect.any(String) }, 'int-1']]);
    expect(cancel).not.toHaveBeenCalled();
  });

  it('is cancelled by the user', async () => {
    const { resolve, cancel, ...rest } = interrupt();
    render(<AskUserDialog {...copilotKitInterruptProps({ ...rest, resolve, cancel })} />);
    await click(button('Cancel'));
    expect([resolve.mock.calls, cancel.mock.calls]).toEqual([[], [['int-1']]]);
  });
});

it.each([askUser, mcpElicitation])('a stored output of $name keeps the status', (dialect) => {
  const request = requestOf('r1');
  const result: AskUserResult = { status: 'unavailable', reason: 'It broke' };
  expect(dialect.parseResult(dialect.formatResult(result, request), request)).toMatchObject({ value: result });
});
