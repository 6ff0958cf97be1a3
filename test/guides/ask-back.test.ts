import { afterEach, expect, it, vi } from 'vitest';
import { answerAskBack } from './ask-back.js';

afterEach(() => vi.unstubAllGlobals());

const request = {
  requestId: 'r1',
  questions: [{ id: 'db', question: 'Which database?', options: [{ label: 'SQLite' }], multiSelect: false }],
};
const chatOf = async () => ({ request, messages: [] });
const post = (body: object) =>
  answerAskBack(new Request('http://localhost/ask-back', { method: 'POST', body: JSON.stringify(body) }), chatOf);

it('the sample asks the model about the question, and returns its text', async () => {
  const call = vi.fn<typeof fetch>(async () => Response.json({ content: [{ type: 'text', text: 'It is one file.' }] }));
  vi.stubGlobal('fetch', call);
  const response = await post({ conversationId: 'c1', questionId: 'db', text: 'What is SQLite?' });
  expect([response.status, await response.text()]).toEqual([200, 'It is one file.']);
  expect(call.mock.calls[0]?.[1]?.body).toContain('The user asks: What is SQLite?');
  expect(call.mock.calls[0]?.[1]?.body).toContain('Which database?');
});

it('the sample refuses another question, and passes on that the model failed', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 529 }));
  expect((await post({ conversationId: 'c1', questionId: 'name', text: 'Why?' })).status).toBe(400);
  expect((await post({ conversationId: 'c1', questionId: 'db', text: 'Why?' })).status).toBe(502);
});
