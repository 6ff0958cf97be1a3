import {
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type AgentContext,
  type InitializeRequest,
} from '@agentclientprotocol/sdk';
import { createAcpTransport, type AcpTransportOptions } from 'react-ask-user/acp';
import { createAskUserTool } from 'react-ask-user/server';

/** Runs a prompt and returns the agent's last text, which repeats the results. */
export type Turn = (
  text: string,
  turn: {
    client: AgentContext;
    sessionId: string;
    signal: AbortSignal;
    capabilities: InitializeRequest['clientCapabilities'];
  },
) => Promise<string>;

/**
 * An agent whose model asks the inputs of the prompt, each in a separate call, and repeats the results. The users of
 * the tests decline at once.
 */
export const askingTurn =
  (options: Partial<AcpTransportOptions> = {}): Turn =>
  async (text, { client, sessionId, signal, capabilities }) => {
    const broker = createAcpTransport(client, {
      clientCapabilities: capabilities,
      sessionId,
      minHumanMs: 0,
      ...options,
    });
    const tool = createAskUserTool({ transport: broker });
    const inputs = JSON.parse(text) as unknown[];
    const results = await Promise.all(
      inputs.map(
        async (input, i) => (await tool.execute(input, { toolCallId: `call_${i + 1}`, signal })).content[0].text,
      ),
    );
    return JSON.stringify(results);
  };

/** Creates an ACP agent around a turn. `session/cancel` aborts the turn. */
export function agentWith(turn: Turn) {
  const stops = new Map<string, AbortController>();
  let capabilities: InitializeRequest['clientCapabilities'];
  let sessions = 0;
  return agent({ name: 'asker' })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = params.clientCapabilities;
      return { protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} };
    })
    .onRequest(methods.agent.session.new, () => ({ sessionId: `session-${++sessions}` }))
    .onNotification(methods.agent.session.cancel, ({ params }) => stops.get(params.sessionId)?.abort())
    .onRequest(methods.agent.session.prompt, async ({ client, params: { sessionId, prompt } }) => {
      const [block] = prompt;
      if (block?.type !== 'text') throw RequestError.invalidParams();
      const stop = new AbortController();
      stops.set(sessionId, stop);
      const text = await turn(block.text, { client, sessionId, signal: stop.signal, capabilities });
      const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } as const;
      await client.notify(methods.client.session.update, { sessionId, update });
      return { stopReason: stop.signal.aborted ? 'cancelled' : 'end_turn' };
    });
}
