import { describe, expect, it } from 'vitest';
import { createHandler } from '../../examples/chat/server/handler.js';
import { createScriptedModel } from '../../examples/chat/server/script/scripted-model.js';
import { createTestChat, openQuestions } from './helpers/test-chat.js';

const model = createScriptedModel({ toolName: 'ask_user', delayMs: 0 });
const handler = createHandler({ model, page: new Map(), onError: (error) => expect.unreachable(String(error)) });

interface Asked {
  questions: { question: string; header: string; options: { label: string }[] }[];
}
const asked = (part: { input?: unknown } | undefined) => (part?.input as Asked | undefined)?.questions ?? [];

async function startInterview() {
  const test = createTestChat(handler);
  await test.send('Interview me about a new service');
  const round = () => asked(openQuestions(test.chat.messages)[0]);
  return {
    ...test,
    headers: () => round().map(({ header }) => header),
    /** Answers every open question with its first option. */
    answerAll: () =>
      test.settle({
        answered: true,
        answers: round().map(({ question, options }) => {
          const answer = options[0]?.label ?? '';
          return { question, answer, selectedOption: answer, wasCustom: false };
        }),
      }),
  };
}

const askBack = (body: object) =>
  handler(
    new Request('http://127.0.0.1/api/ask-back', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

describe('the interview', () => {
  it('has four rounds of three questions, and one question that does not stop the agent [R-AHEAD]', async () => {
    const { headers, answerAll, lastText, chat } = await startInterview();
    const rounds: string[][] = [];
    while (headers().length > 0) {
      rounds.push(headers());
      await answerAll();
    }
    expect(rounds).toEqual([
      ['Users', 'Load', 'Languages'],
      ['Contents', 'Retention', 'Backups'],
      ['Region', 'Uptime', 'Budget'],
      ['Date', 'First users', 'Sign-in'],
    ]);
    const later = chat.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-ask_user_later'));
    expect(later).toMatchObject([{ state: 'output-available', output: { waiting: true } }]);
    expect(lastText()).toContain("While you think about the name, let's go on.");
    expect(lastText()).toContain('- **Name:** not answered yet');
  });

  it('reads a late answer and a changed one from a message, also together', async () => {
    const { headers, answerAll, lastText, send } = await startInterview();
    while (headers().length > 0) await answerAll();
    await send(
      [
        'User was asked "What should the service be called?" and answered "Fjord".',
        'User was asked "Who will use the service?" and chose "Our staff". The user has changed this answer, and now chose "Our customers".',
      ].join('\n\n'),
    );
    expect(lastText()).toContain('Name: “Fjord”. Users is now “Our customers”.');
    expect(lastText()).toContain('- **Name:** “Fjord”');
    expect(lastText()).toContain('- **Users:** “Our customers”');
  });

  it('replies to a question about a question, which stays open [R-ASKBACK]', async () => {
    const { answerAll, chat } = await startInterview();
    await answerAll();
    const { messages } = chat;
    const question = 'How long must the data be kept?';
    const reply = await askBack({ messages, question, text: 'Why does it matter?' });
    expect([reply.status, await reply.text()]).toEqual([
      200,
      'A year answers most questions of customers. **Ten years** is only needed for invoices, and those can be kept apart from the rest.',
    ]);
    const other = await askBack({ messages, question: 'What does it store?', text: 'Why?' });
    expect(await other.text()).toBe('Choose what fits best. You can change your answer later.');
  });

  it.each([{}, { messages: [] }, { messages: [{}], question: 'a', text: 'b' }])(
    'refuses %o as a question about a question',
    async (body) => {
      expect((await askBack(body)).status).toBe(400);
    },
  );
});
