import { describe, expect, it, vi } from 'vitest';
import { inside } from './helpers.js';
import { openPage } from './open-page.js';

const DATABASE = { question: 'Which database?', header: 'Database', options: ['PostgreSQL', 'SQLite'] };

/** Starts `ask --web`, and opens its page. */
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
  return { ended, ...(await openPage(address)) };
}

describe('ask-user ask [R-CLI]', () => {
  it('asks for no notes if the format of the agent has no field for them, and refuses them', async () => {
    const { ended, request, client } = await atPage('kimi');
    const { id, constraints } = request.questions[0]!;
    expect(constraints).toEqual({ allowNotes: false });
    const answer = { questionId: id, selected: [1] };
    const noted = await client.answer(request.requestId, [{ ...answer, notes: 'why' }]);
    expect(noted).toMatchObject({ ok: false, code: 'invalid' });
    expect(await client.answer(request.requestId, [answer])).toEqual({ ok: true });
    const { code, stdout } = await ended;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { answers: { 'Which database?': 'SQLite' } }]);
  });

  it('asks for notes if it has one, and prints them', async () => {
    const { ended, request, client } = await atPage('claudeCode');
    const { id, constraints } = request.questions[0]!;
    expect(constraints).toBeUndefined();
    await client.answer(request.requestId, [{ questionId: id, selected: [1], notes: 'why' }]);
    expect((await ended).stdout).toContain('"notes":"why"');
  });
});
