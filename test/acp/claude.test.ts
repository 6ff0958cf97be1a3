import { createRequire } from 'node:module';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFakeAnthropic } from '../stacks-heavy/helpers/fake-anthropic.js';
import { answerIt, asked, repliesTo } from '../stacks/helpers/person.js';
import { createHome, startAdapter } from './adapter.js';

const PROGRAM = createRequire(import.meta.url).resolve('@agentclientprotocol/claude-agent-acp/dist/index.js');

const DATABASE = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'SQLite', description: 'A file.', preview: 'file: db' },
    { label: 'Postgres', description: 'A server.' },
  ],
};
const PARTS = {
  question: 'Which parts?',
  header: 'Parts',
  multiSelect: true,
  options: [
    { label: 'Auth', description: 'To log in.' },
    { label: 'Mail, SMS', description: 'To tell.' },
  ],
};

/** The result of a call with this text. */
const reads = (text: string) => ({ id: 'toolu_1', isError: false, text: expect.stringContaining(text) });

/** Starts Claude Code, whose model asks the questions in its first turn. */
async function start(...questions: readonly object[]) {
  const model = await startFakeAnthropic(({ tools, results }) =>
    tools.includes('AskUserQuestion') && results.length === 0
      ? { calls: [{ id: 'toolu_1', name: 'AskUserQuestion', input: { questions } }] }
      : 'Done.',
  );
  onTestFinished(async () => void (await model.close()));
  const home = createHome();
  const adapter = await startAdapter(PROGRAM, home, {
    CLAUDE_CONFIG_DIR: home,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: 'false',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    ENABLE_TOOL_SEARCH: 'false',
  });
  /** Results that the model has read. */
  const read = () => model.turns.findLast(({ results }) => results.length > 0)?.results ?? [];
  return { ...adapter, read };
}

type Adapter = Awaited<ReturnType<typeof start>>;

describe('the model of Claude Code over claude-agent-acp', () => {
  it('reads labels, own words and the note for an option [R-RESULT]', async () => {
    const { broker, prompt, read } = await start(DATABASE, PARTS);
    const ended = prompt();
    const request = await answerIt(
      broker,
      { selected: [0], notes: 'for "tests" only' },
      { selected: [1], custom: 'Search, later' },
    );
    expect(request.questions).toMatchObject([DATABASE, PARTS]);
    expect(await ended).toBe('end_turn');
    expect(read()).toEqual([
      reads('"Which database?"="SQLite" notes: for "tests" only, "Which parts?"=""Mail, SMS", "Search, later"".'),
    ]);
  });

  it('reads own words for its only question [R-RESULT]', async () => {
    const { broker, prompt, read } = await start({ ...DATABASE, question: 'Which?' });
    const ended = prompt();
    const request = await answerIt(broker, { selected: [], custom: 'DuckDB, in memory' });
    expect(request.questions).toMatchObject([{ question: 'Which?', header: 'Database' }]);
    await ended;
    expect(read()).toEqual([reads('"Which?"="DuckDB, in memory".')]);
  });

  it('reads nothing for a skipped question', async () => {
    const { broker, prompt, read } = await start(DATABASE, PARTS);
    const ended = prompt();
    await answerIt(broker, { selected: [], skipped: true }, { selected: [0] });
    await ended;
    expect(read()).toEqual([reads('"Which parts?"="Auth"')]);
    expect(read()[0]?.text).not.toMatch(/SQLite|Postgres/);
  });

  it.each<[string, (adapter: Adapter, requestId: string) => unknown, object]>([
    [
      'declined',
      ({ broker }, id) => broker.decline(id),
      { isError: false, text: 'The user did not answer the questions.' },
    ],
    [
      'cancelled',
      ({ broker }, id) => broker.cancel(id),
      { isError: true, text: expect.stringContaining('Tool use aborted') },
    ],
    [
      'could not be asked',
      ({ questions, sessionId }) => questions.cancel(sessionId),
      { isError: true, text: expect.stringContaining('Could not present the question to the user.') },
    ],
  ])('reads that the user %s', async (_name, settle, result) => {
    const adapter = await start(DATABASE);
    const ended = adapter.prompt();
    const [request] = await asked(adapter.broker);
    await settle(adapter, request?.requestId ?? '');
    expect(await ended).toBe('end_turn');
    expect(adapter.read()).toEqual([{ id: 'toolu_1', ...result }]);
  });

  it('is stopped by the client, which withdraws the question', async () => {
    const { broker, prompt, stop } = await start(DATABASE);
    const ended = prompt();
    const [request] = await asked(broker);
    if (!request) throw new Error('Nothing was asked.');
    await stop();
    expect(await ended).toBe('cancelled');
    await asked(broker, 0);
    const late = await broker.answer(request.requestId, repliesTo(request, { selected: [0] }));
    expect(late).toMatchObject({ ok: false });
  });
});
