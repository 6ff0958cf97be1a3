import { createOpencodeClient } from '@opencode-ai/sdk/v2/client';
import type { Event, QuestionRequest, QuestionV2Asked } from '@opencode-ai/sdk/v2/types';
import { describe, expect, it } from 'vitest';
import { opencode } from '../../src/dialects/index.js';
import { answer, ENDINGS, valueOf } from '../dialects/helpers.js';

type Asked = Extract<Event, { type: 'question.asked' }>;

const ASKED: QuestionRequest = {
  id: 'que_1',
  sessionID: 'ses_1',
  questions: [
    {
      question: 'Which database?',
      header: 'Database',
      options: [
        { label: 'SQLite', description: 'a file' },
        { label: 'a, b', description: 'a server' },
      ],
      multiple: true,
    },
    { question: 'What name?', header: 'Name', options: [], custom: true },
  ],
  tool: { messageID: 'msg_1', callID: 'call_1' },
};
const EVENT: Asked = { id: 'evt_1', type: 'question.asked', properties: ASKED };
const { tool: _tool, ...data } = ASKED;
const TWIN: QuestionV2Asked = { id: 'evt_2', type: 'question.v2.asked', data };

interface Sent {
  method: string;
  path: string;
  body: unknown;
}

/** The package's client, with a record of what it sends. */
function connect() {
  const sent: Sent[] = [];
  const fetch = async (request: Request) => {
    const text = await request.text();
    sent.push({
      method: request.method,
      path: new URL(request.url).pathname,
      body: text ? JSON.parse(text) : undefined,
    });
    return Response.json(true);
  };
  return {
    sent,
    client: createOpencodeClient({ baseUrl: 'http://opencode.test', fetch: fetch as typeof globalThis.fetch }),
  };
}

/** Sends a result as the documentation of `opencode` describes. */
async function hand(wire: ReturnType<typeof opencode.formatResult>): Promise<readonly Sent[]> {
  const { sent, client } = connect();
  const requestID = ASKED.id;
  if ('answers' in wire) await client.question.reply({ requestID, ...wire });
  else await client.question.reject({ requestID });
  return sent;
}

describe('a question of the opencode server', () => {
  it.each([
    ['its event', EVENT],
    ['its request', ASKED],
    ['the newer event', TWIN],
  ])('is parsed from %s', (_name, input) => {
    const request = valueOf(opencode.parse(input, { strict: true }));
    expect(request).toMatchObject({ requestId: 'que_1', metadata: { requestID: 'que_1', sessionID: 'ses_1' } });
    expect(request.questions).toMatchObject([
      { multiSelect: true, options: [{ label: 'SQLite' }, { label: 'a, b' }] },
      {},
    ]);
    expect(opencode.matches(input)).toBe(true);
  });

  it('is answered through its client with the labels and the custom text [R-RESULT] [R-VERBATIM]', async () => {
    const request = valueOf(opencode.parse(EVENT));
    const result = answer(request, { selected: [1], custom: ' "ü"\n' }, { selected: [], skipped: true });
    expect(await hand(opencode.formatResult(result, request))).toEqual([
      { method: 'POST', path: '/question/que_1/reply', body: { answers: [['a, b', ' "ü"\n'], []] } },
    ]);
  });

  it.each(ENDINGS)('is rejected, or answered with nothing, for $status [R-NOPHANTOM]', async (ending) => {
    const sent = await hand(opencode.formatResult(ending, valueOf(opencode.parse(EVENT))));
    expect(sent).toEqual([
      ending.status === 'declined'
        ? { method: 'POST', path: '/question/que_1/reply', body: { answers: [[], []] } }
        : { method: 'POST', path: '/question/que_1/reject', body: undefined },
    ]);
  });

  it('is answered in its session if the newer event asked [R-RESULT]', async () => {
    const { sent, client } = connect();
    const request = valueOf(opencode.parse(TWIN));
    const wire = opencode.formatResult(answer(request, { selected: [0] }, { selected: [], custom: 'Zoë' }), request);
    const { id: requestID, sessionID } = TWIN.data;
    await client.v2.session.question.reply({ requestID, sessionID, questionV2Reply: wire });
    expect(sent).toEqual([
      { method: 'POST', path: '/api/session/ses_1/question/que_1/reply', body: { answers: [['SQLite'], ['Zoë']] } },
    ]);
  });

  it('has the type that `formatRequest` returns [R-RESULT]', () => {
    const request = valueOf(opencode.parse(EVENT));
    const written = valueOf(opencode.formatRequest(request)) as Pick<QuestionRequest, 'questions'>;
    expect(written.questions[0]).toEqual(ASKED.questions[0]);
  });
});
