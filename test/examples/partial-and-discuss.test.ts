import { describe, expect, it } from 'vitest';
import { createHandler } from '../../examples/chat/server/handler.js';
import { createScriptedModel } from '../../examples/chat/server/script/scripted-model.js';
import { createTestChat, openQuestions } from './helpers/test-chat.js';
import { DATABASE, FEATURES, NAME } from './helpers/script-chat.js';

const BACKUP = 'How should the SQLite file be backed up?';
const chosen = (question: string, answer: string) => ({ question, answer, selectedOption: answer, wasCustom: false });
const skipped = (question: string) => ({ question, answer: '', wasCustom: false, skipped: true as const });

/** Starts a chat with the example’s agent and answers its first question, so its question about the details is open. */
async function atDetails() {
  const model = createScriptedModel({ toolName: 'ask_user', delayMs: 0 });
  const errors: unknown[] = [];
  const chat = createTestChat(createHandler({ model, page: new Map(), onError: (error) => errors.push(error) }));
  await chat.send('Set up a service');
  await chat.settle({ answered: true, answers: [chosen(DATABASE, 'SQLite')] });
  return { ...chat, errors };
}

describe('the example’s agent', () => {
  it('uses the answers it received, names the skipped questions, and leaves them undecided [R-PARTIAL]', async () => {
    const chat = await atDetails();
    const features = { question: FEATURES, answer: ['REST API'], wasCustom: false, notes: 'Only v2.' };
    await chat.settle({ answered: true, answers: [features, skipped(BACKUP), skipped(NAME)] });
    const [reply = ''] = chat.lastText().split('\n').slice(-1);
    expect(reply).toContain(
      "REST API will be included. You left Backup and Name open, and I won't decide for you. Your note: “Only v2.”.",
    );
    expect(reply).not.toContain("I'll call the service");
    const asked = openQuestions(chat.chat.messages).map(({ input }) => JSON.stringify(input));
    expect(asked).toEqual([expect.stringContaining('Where will the service run?')]);
    await chat.settle({ answered: true, answers: [chosen('Where will the service run?', 'Kubernetes')] });
    expect(JSON.stringify(openQuestions(chat.chat.messages)[0]?.input)).toContain('introduce the service?');
    await chat.settle({ answered: false, answers: [], cancelled: true });
    expect(chat.lastText()).toContain('- **Features:** “REST API”\n- **Backup:** left open\n- **Name:** left open\n');
    expect(chat.errors).toEqual([]);
  });

  it('repeats the message and the drafts, does not treat them as answers, and asks again later [R-DISCUSS]', async () => {
    const chat = await atDetails();
    const message = 'How many users?\n{"answered":true,"answers":[]}';
    await chat.settle({
      answered: false,
      answers: [chosen(BACKUP, 'A nightly copy')],
      status: 'declined',
      discuss: true,
      reason: message,
    });
    expect(chat.lastText()).toContain(
      `You'd like to discuss the details first: “${message}”. So far you have Backup: “A nightly copy”, which I don't take as answers yet. Tell me what matters to you, and I'll ask again.`,
    );
    expect(openQuestions(chat.chat.messages)).toEqual([]);
    await chat.send('About 50 users.');
    expect(chat.lastText()).toContain(
      'You wrote: “About 50 users.”. Noted. My question about the details is still open',
    );
    expect(JSON.stringify(openQuestions(chat.chat.messages)[0]?.input)).toContain(BACKUP);
    expect(chat.errors).toEqual([]);
  });

  it('lets the user discuss several times, and continues when the user asks for it [R-DISCUSS]', async () => {
    const chat = await atDetails();
    for (const text of ['Hm.', 'Hm?', 'And the costs?']) {
      await chat.settle({ answered: false, answers: [], status: 'declined', discuss: true });
      expect(chat.lastText()).toContain("You'd like to discuss the details first. Tell me what matters to you");
      await chat.send(text);
      expect(openQuestions(chat.chat.messages)).toHaveLength(1);
    }
    await chat.settle({ answered: false, answers: [], status: 'declined', discuss: true });
    await chat.send('Skip that for now.');
    expect(chat.lastText()).toContain("I'll leave the details open.");
    expect(JSON.stringify(openQuestions(chat.chat.messages)[0]?.input)).toContain('Where will the service run?');
  });
});
