import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ElicitRequestSchema,
  type ElicitRequestFormParams,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskUserResult } from '../../src/core/answer/types.js';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { mcpElicitation, type McpElicitationOutput } from '../../src/dialects/index.js';
import { readForm, toContent } from '../../src/dialects/form/index.js';
import { answer, ENDINGS, valueOf } from '../dialects/helpers.js';
import { answersTo, BIG_CONTENT, BIG_FORM, BIG_REPLIES, forms, retyped } from './forms.js';

fc.configureGlobal({ seed: 1, numRuns: 150 });

type Answerer = (request: AskUserRequest) => AskUserResult;

const server = new McpServer({ name: 'provisioner', version: '1.0.0' });
const client = new Client({ name: 'host', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } });

/** The user at the client, until the next question. */
let person: Answerer;
/** Response that the client sent. */
let sent: McpElicitationOutput | undefined;
/** Form that the server's tool sends. */
let asked: ElicitRequestFormParams;

beforeAll(async () => {
  server.registerTool('provision', {}, async ({ signal }) => {
    const result = await server.server.elicitInput(asked, { signal });
    return { content: [{ type: 'text', text: JSON.stringify(result) }] };
  });
  client.setRequestHandler(ElicitRequestSchema, ({ params }): ElicitResult => {
    const request = valueOf(mcpElicitation.parse(params, { asker: 'provisioner' }));
    sent = mcpElicitation.formatResult(person(request), request);
    return sent;
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
});

afterAll(() => client.close());

/** Returns the tool's result: the value of `elicitInput`, or its error. */
async function ask(requestedSchema: object, answerer: Answerer, message = 'A few questions'): Promise<unknown> {
  asked = { mode: 'form', message, requestedSchema } as ElicitRequestFormParams;
  person = answerer;
  sent = undefined;
  const { content, isError } = await client.callTool({ name: 'provision' });
  const text = (content as readonly { text: string }[])[0]?.text ?? '';
  return isError ? text : JSON.parse(text);
}

const CHOICE = {
  type: 'object',
  properties: {
    db: { type: 'string', enum: ['pg', 'sqlite'] },
    db__other: { type: 'string', minLength: 2 },
  },
};

describe('an MCP 2025-11-25 server with its own validator', () => {
  it('accepts an answer for every kind of property [R-RESULT]', async () => {
    const result = await ask(BIG_FORM, (request) => answer(request, ...BIG_REPLIES));
    expect(result).toMatchObject({ action: 'accept', content: BIG_CONTENT });
  });

  it('receives labels with commas, equal labels and custom text unchanged [R-VERBATIM]', async () => {
    const schema = {
      type: 'object',
      properties: {
        tags: {
          type: 'array',
          items: {
            anyOf: [
              { const: 'x', title: 'a, b' },
              { const: 'y', title: 'a, b' },
              { const: 'a, b', title: 'z' },
            ],
          },
        },
        tags__other: { type: 'string' },
      },
    };
    const result = await ask(schema, (request) => answer(request, { selected: [1, 2], custom: ' "ü", 😀\n' }));
    expect(result).toEqual({ action: 'accept', content: { tags: ['y', 'a, b'], tags__other: ' "ü", 😀\n' } });
  });

  it('accepts custom text in the property for it [R-RESULT]', async () => {
    const result = await ask(CHOICE, (request) => answer(request, { selected: [], custom: 'duckdb' }));
    expect(result).toEqual({ action: 'accept', content: { db__other: 'duckdb' } });
  });

  it('offers no custom text if the form has no property for it', async () => {
    const schema = { type: 'object', properties: { db: CHOICE.properties.db } };
    await ask(schema, (request) => {
      expect(request.questions[0]?.constraints).toMatchObject({ allowCustom: false });
      return { status: 'cancelled' };
    });
    expect(sent).toEqual({ action: 'cancel' });
  });

  it('never receives an accepted answer that its schema refuses [R-NOPHANTOM]', async () => {
    const schema = { type: 'object', properties: { email: { type: 'string', format: 'email' } } };
    // A host may pass such a result without asking through this package.
    const result = await ask(schema, (request) =>
      retyped(answer(request, { selected: [], custom: 'a@b.co' }), 'ä@b.co'),
    );
    expect(result).toMatchObject({ action: 'cancel' });
    expect(sent).not.toHaveProperty('content');
  });

  it('receives no content for an unanswered status [R-NOPHANTOM]', async () => {
    for (const ending of ENDINGS) {
      const result = await ask(BIG_FORM, () => ending);
      expect(result).toMatchObject({ action: ending.status === 'declined' ? 'decline' : 'cancel' });
      expect(result).not.toHaveProperty('content');
    }
  });

  it('receives only the action of a decline or cancel without a reason', async () => {
    expect(await ask(BIG_FORM, () => ({ status: 'declined' }))).toEqual({ action: 'decline' });
    expect(await ask(BIG_FORM, () => ({ status: 'cancelled' }))).toEqual({ action: 'cancel' });
  });

  it('validates a pattern itself, because its client removes the pattern from the form', async () => {
    const schema = { type: 'object', properties: { code: { type: 'string', pattern: '^\\d+$' } } };
    const result = await ask(schema, (request) => answer(request, { selected: [], custom: 'abc' }));
    expect(result).toMatch(/-32602.*does not match requested schema/);
  });

  it('receives the answer to a request of another dialect [R-RESULT]', async () => {
    const request: AskUserRequest = {
      requestId: 'r',
      questions: [
        { id: 'q1', question: 'Which database?', options: [{ label: 'a, b' }, { label: 'c' }], multiSelect: false },
        { id: 'q2', question: 'Which parts?', options: [{ label: 'x' }, { label: 'x' }], multiSelect: true },
        { id: 'q3', question: 'What name?', options: [], multiSelect: false },
      ],
      raw: undefined,
    };
    asked = valueOf(mcpElicitation.formatRequest(request)) as ElicitRequestFormParams;
    const read = valueOf(mcpElicitation.parse(asked));
    expect(read.questions.map(({ question, options }) => [question, options.map(({ label }) => label)])).toEqual(
      request.questions.map(({ question, options }) => [question, options.map(({ label }) => label)]),
    );
    const result = await ask(asked.requestedSchema, (shown) =>
      answer(shown, { selected: [], custom: 'none' }, { selected: [1], custom: 'y' }, { selected: [], custom: 'Zoë' }),
    );
    expect(result).toEqual({
      action: 'accept',
      content: { q1__other: 'none', q2: ['x (2)'], q2__other: 'y', q3: 'Zoë' },
    });
  });

  it('accepts every answer that a user can give to any form [R-RESULT]', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(forms(), fc.gen(), async (schema, pick) => {
        const result = await ask(schema, (request) => pick(answersTo, request));
        expect(result).toEqual(sent);
        accepted += Number(sent?.action === 'accept');
      }),
    );
    expect(accepted).toBeGreaterThan(75);
  });
});

describe('the validators of the server and of this package', () => {
  const validator = new AjvJsonSchemaValidator();

  it('agree on every content, and a sent content parses back unchanged [R-RESULT] [R-NOPHANTOM]', () => {
    let accepted = 0;
    fc.assert(
      fc.property(forms(), fc.gen(), (requestedSchema, pick) => {
        const request = valueOf(mcpElicitation.parse({ message: 'm', requestedSchema }));
        const result = pick(answersTo, request);
        const wire = mcpElicitation.formatResult(result, request);
        const { content } = toContent(valueOf(readForm({ schema: requestedSchema })).fields, result.answers);
        const { valid } = validator.getValidator(requestedSchema)(content);
        expect(wire.action).toBe(valid ? 'accept' : 'cancel');
        if (wire.action !== 'accept') return;
        accepted++;
        expect(wire.content).toEqual(content);
        const again = mcpElicitation.formatResult(valueOf(mcpElicitation.parseResult(wire, request)), request);
        // Compared as JSON, which has no -0. The server does not read the notes.
        expect(JSON.stringify(again)).toBe(JSON.stringify({ action: wire.action, content: wire.content }));
      }),
      { numRuns: 400 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
