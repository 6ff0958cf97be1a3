import { describe, expect, it, vi } from 'vitest';
import { inside } from './helpers.js';

const DATABASE = { question: 'Which database?', header: 'Database', options: ['PostgreSQL', 'SQLite'] };

/** Starts `ask --web`, and returns what it says to its page. */
async function atPage(dialect: string) {
  const args = ['ask', '--web', '--no-open', '--dialect', dialect];
  const ended = inside(args, { input: JSON.stringify({ questions: [DATABASE] }) });
  const lines = () => vi.mocked(process.stderr.write).mock.calls.map(([text]) => String(text));
  const address = await vi.waitFor(
    () => {
      const [found = ''] = /http:\S+/.exec(lines().join('')) ?? [];
      expect(found).not.toBe('');
      return found;
    },
    { timeout: 10_000 },
  );
  const { origin, hash } = new URL(address);
  const send = (path: string, body?: object, session = '') =>
    fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${session}` },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { session } = (await (await send('/session', { token: hash.slice(1) })).json()) as { session: string };
  const asked = (await (await send('/question', undefined, session)).json()) as {
    request: { questions: { id: string; constraints?: object }[] };
  };
  return { ended, question: asked.request.questions[0]!, post: (body: object) => send('/answer', body, session) };
}

describe('ask-user ask [R-CLI]', () => {
  it('asks for no notes if the format of the agent has no field for them, and refuses them', async () => {
    const { ended, question, post } = await atPage('kimi');
    expect(question.constraints).toEqual({ allowNotes: false });
    const answer = { questionId: question.id, selected: [1] };
    expect((await post({ replies: [{ ...answer, notes: 'why' }] })).status).toBe(400);
    expect((await post({ replies: [answer] })).status).toBe(200);
    const { code, stdout } = await ended;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { answers: { 'Which database?': 'SQLite' } }]);
  });

  it('asks for notes if it has one, and prints them', async () => {
    const { ended, question, post } = await atPage('claudeCode');
    expect(question.constraints).toBeUndefined();
    await post({ replies: [{ questionId: question.id, selected: [1], notes: 'why' }] });
    expect((await ended).stdout).toContain('"notes":"why"');
  });
});
