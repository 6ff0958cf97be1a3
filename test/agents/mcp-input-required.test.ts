import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import {
  acceptedContent,
  createMcpHandler,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  McpServer,
  type ElicitInputParams,
  type ElicitRequestFormParams,
  type JsonSchemaType,
} from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AskUserResult } from '../../src/core/answer/types.js';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { mcpElicitation, mcpInputRequired } from '../../src/dialects/index.js';
import { answer, ENDINGS, valueOf } from '../dialects/helpers.js';
import { BIG_CONTENT, BIG_FORM, BIG_REPLIES, retyped } from './forms.js';

type Form = ElicitInputParams['requestedSchema'];

const NAME = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', title: 'What name?' } },
} as const;

const OWN: AskUserRequest = {
  requestId: 'r',
  questions: [
    { id: 'q1', question: 'Which parts?', options: [{ label: 'a, b' }, { label: 'a, b' }], multiSelect: true },
    { id: 'q2', question: 'What name?', options: [], multiSelect: false },
  ],
  raw: undefined,
};

interface OwnResult {
  inputRequests: { questions: { method: 'elicitation/create'; params: ElicitRequestFormParams } };
}

const state = createRequestStateCodec({ key: Buffer.alloc(32, 7) });

/** A server that sends two forms in one result and stores nothing. The repeated request contains all answers. */
function provisioner(): McpServer {
  const server = new McpServer({ name: 'provisioner', version: '1.0.0' }, { requestState: { verify: state.verify } });
  server.registerTool('provision', { inputSchema: z.object({ shop: z.string() }) }, async ({ shop }, { mcpReq }) => {
    const { inputResponses } = mcpReq;
    if (!inputResponses) {
      const ask = (message: string, requestedSchema: object) =>
        inputRequired.elicit({ message, requestedSchema: requestedSchema as Form });
      return inputRequired({
        inputRequests: { setup: ask(`A few questions about ${shop}`, BIG_FORM), 'a/b': ask('One more', NAME) },
        requestState: await state.mint({ shop }),
      });
    }
    const checked = {
      setup: acceptedContent(inputResponses, 'setup', fromJsonSchema({ ...BIG_FORM })),
      name: acceptedContent(inputResponses, 'a/b', fromJsonSchema({ ...NAME })),
    };
    const told = { state: mcpReq.requestState(), checked, inputResponses };
    return { content: [{ type: 'text', text: JSON.stringify(told) }] };
  });
  server.registerTool('ask', {}, ({ mcpReq: { inputResponses } }) => {
    const written = valueOf(mcpInputRequired.formatRequest(OWN)) as OwnResult;
    if (!inputResponses) return inputRequired(written);
    const { requestedSchema } = written.inputRequests.questions.params;
    const content = acceptedContent(inputResponses, 'questions', fromJsonSchema(requestedSchema as JsonSchemaType));
    return { content: [{ type: 'text', text: JSON.stringify(content) }] };
  });
  return server;
}

async function connect(options: ClientOptions): Promise<Client> {
  const handler = createMcpHandler(provisioner);
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } }, ...options },
  );
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL('http://provisioner.test/mcp'), { fetch }));
  return client;
}

const CALL = { name: 'provision', arguments: { shop: 'bakery' } };

const told = (result: unknown): unknown =>
  JSON.parse((result as { content: readonly { text: string }[] }).content[0]?.text ?? '');

/** Asks with one client, answers with another, and returns the tool's result. */
async function byHand(person: (request: AskUserRequest) => AskUserResult) {
  const asking = await connect({ inputRequired: { autoFulfill: false } });
  const pending: unknown = await asking.callTool(CALL, { allowInputRequired: true });
  await asking.close();
  const kept = JSON.stringify(pending);
  const request = valueOf(mcpInputRequired.parse(kept));
  const wire = mcpInputRequired.formatResult(person(request), request);
  const answering = await connect({ inputRequired: { autoFulfill: false } });
  const result = await answering.callTool({ ...CALL, ...wire }, { allowInputRequired: true });
  await answering.close();
  return { pending, request, wire, told: told(result) };
}

describe('an MCP 2026-07-28 call that needs input', () => {
  it('is repeated manually with the answers to every form and its state [R-RESULT]', async () => {
    const {
      request,
      pending,
      told: said,
    } = await byHand((asked) => answer(asked, ...BIG_REPLIES, { selected: [], custom: 'Zoë, "ü"' }));
    expect(mcpInputRequired.matches(pending)).toBe(true);
    expect(request.questions.map(({ id }) => id)).toEqual([
      ...Object.keys(BIG_FORM.properties).map((key) => `setup/${key}`),
      'a~1b/name',
    ]);
    expect(said).toMatchObject({
      state: { shop: 'bakery' },
      checked: { setup: BIG_CONTENT, name: { name: 'Zoë, "ü"' } },
    });
  });

  it.each(ENDINGS)('encodes $status only in `action` [R-NOPHANTOM]', async (ending) => {
    const { told: said } = await byHand(() => ending);
    const action = { action: ending.status === 'declined' ? 'decline' : 'cancel' };
    expect(said).toEqual({ state: { shop: 'bakery' }, checked: {}, inputResponses: { setup: action, 'a/b': action } });
  });

  it('is cancelled if one form refuses its answer [R-NOPHANTOM]', async () => {
    const { told: said } = await byHand((asked) =>
      retyped(answer(asked, ...BIG_REPLIES, { selected: [], custom: 'Zoë' }), 'ä@b.co', BIG_REPLIES.length - 1),
    );
    const action = { action: 'cancel' };
    expect(said).toMatchObject({ checked: {}, inputResponses: { setup: action, 'a/b': action } });
  });

  it('has responses that parse back unchanged', async () => {
    const { request, wire } = await byHand((asked) => answer(asked, ...BIG_REPLIES, { selected: [], custom: 'n' }));
    const back = valueOf(mcpInputRequired.parseResult(wire, request));
    expect(mcpInputRequired.formatResult(back, request)).toEqual(wire);
  });

  it('is answered form by form if the client repeats it automatically [R-RESULT]', async () => {
    const client = await connect({});
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const request = valueOf(mcpElicitation.parse(params));
      const replies = request.questions.length > 1 ? BIG_REPLIES : [{ selected: [], custom: 'Zoë' }];
      return mcpElicitation.formatResult(answer(request, ...replies), request);
    });
    const said = told(await client.callTool(CALL));
    await client.close();
    expect(said).toMatchObject({
      state: { shop: 'bakery' },
      checked: { setup: BIG_CONTENT, name: { name: 'Zoë' } },
    });
  });

  it('transports a request of this package and its answer [R-RESULT] [R-VERBATIM]', async () => {
    const client = await connect({ inputRequired: { autoFulfill: false } });
    const pending: unknown = await client.callTool({ name: 'ask' }, { allowInputRequired: true });
    const request = valueOf(mcpInputRequired.parse(pending));
    expect(request.questions).toMatchObject(OWN.questions.map(({ id, ...one }) => ({ ...one, id: `questions/${id}` })));
    const result = answer(request, { selected: [1], custom: ' "ü",\n' }, { selected: [], custom: 'Zoë' });
    const wire = mcpInputRequired.formatResult(result, request);
    const said = told(await client.callTool({ name: 'ask', ...wire }, { allowInputRequired: true }));
    await client.close();
    expect(said).toEqual({ q1: ['a, b (2)'], q1__other: ' "ü",\n', q2: 'Zoë' });
  });
});
