import {
  agent,
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type CreateElicitationRequest,
} from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import type { AskUserResult } from '../../src/core/answer/types.js';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { mcpElicitation } from '../../src/dialects/index.js';
import { answer, ENDINGS, valueOf } from '../dialects/helpers.js';
import { BIG_CONTENT, BIG_FORM, BIG_REPLIES } from './forms.js';

/** Connects an agent and a client with two byte streams, like standard input and output. */
function streams() {
  const up = new TransformStream<Uint8Array, Uint8Array>();
  const down = new TransformStream<Uint8Array, Uint8Array>();
  return [ndJsonStream(up.writable, down.readable), ndJsonStream(down.writable, up.readable)] as const;
}

/** Runs a prompt in which the agent sends a form. The client answers with `person`. Returns what the agent receives. */
async function elicit(
  params: object,
  person: (request: AskUserRequest) => AskUserResult,
): Promise<{ request: AskUserRequest | undefined; response: unknown }> {
  let request: AskUserRequest | undefined;
  let response: unknown;
  const [near, far] = streams();
  agent({ name: 'asker' })
    .onRequest(methods.agent.initialize, ({ params: { clientCapabilities } }) => {
      expect(clientCapabilities?.elicitation?.form).toEqual({});
      return { protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} };
    })
    .onRequest(methods.agent.session.new, () => ({ sessionId: 's' }))
    .onRequest(methods.agent.session.prompt, async ({ client: host, params: { sessionId } }) => {
      const asked = { sessionId, ...params } as CreateElicitationRequest;
      response = await host.request(methods.client.elicitation.create, asked);
      return { stopReason: 'end_turn' };
    })
    .connect(far);
  await client({ name: 'host' })
    .onRequest(methods.client.elicitation.create, ({ params: asked }) => {
      request = valueOf(mcpElicitation.parse(asked));
      return mcpElicitation.formatResult(person(request), request);
    })
    .connectWith(near, async (host) => {
      const clientCapabilities = { elicitation: { form: {} } };
      await host.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
      await host.request(methods.agent.session.new, { cwd: '/', mcpServers: [] });
      await host.request(methods.agent.session.prompt, { sessionId: 's', prompt: [{ type: 'text', text: 'go' }] });
    });
  return { request, response };
}

const PARAMS = { mode: 'form', message: 'A few questions', requestedSchema: BIG_FORM };

describe('an ACP agent with a form', () => {
  it('receives an answer for every kind of property [R-RESULT]', async () => {
    const { response } = await elicit(PARAMS, (request) => answer(request, ...BIG_REPLIES));
    expect(response).toMatchObject({ action: 'accept', content: BIG_CONTENT });
  });

  it('shows the descriptions of options, which MCP does not support', async () => {
    const oneOf = [{ const: 'pg', title: 'PostgreSQL', description: 'A server', _meta: { x: 1 } }];
    const properties = { db: { type: 'string', title: 'Which?', oneOf } };
    const { request, response } = await elicit(
      { ...PARAMS, requestedSchema: { type: 'object', properties } },
      (asked) => answer(asked, { selected: [0] }),
    );
    expect(request?.questions[0]?.options).toEqual([{ label: 'PostgreSQL', description: 'A server', value: 'pg' }]);
    expect(response).toEqual({ action: 'accept', content: { db: 'pg' } });
  });

  it.each(ENDINGS)('receives no content for $status [R-NOPHANTOM]', async (ending) => {
    const { response } = await elicit(PARAMS, () => ending);
    expect(response).toMatchObject({ action: ending.status === 'declined' ? 'decline' : 'cancel' });
    expect(response).not.toHaveProperty('content');
  });

  it('accepts a request of this package with previews and custom text in `_meta` [R-VERBATIM]', async () => {
    const asked: AskUserRequest = {
      requestId: 'r',
      questions: [
        {
          id: 'q1',
          question: 'Which layout?',
          options: [{ label: 'a, b', description: 'first', preview: '# A' }, { label: 'c' }],
          multiSelect: true,
        },
      ],
      raw: undefined,
    };
    const params = valueOf(mcpElicitation.formatRequest(asked)) as object;
    const { request, response } = await elicit(params, (shown) => answer(shown, { selected: [0], custom: 'or\n"d"' }));
    expect(request?.questions[0]).toMatchObject({
      question: 'Which layout?',
      options: [{ label: 'a, b', description: 'first', preview: '# A' }, { label: 'c' }],
    });
    expect(response).toEqual({ action: 'accept', content: { q1: ['a, b'], q1__other: 'or\n"d"' } });
  });
});
