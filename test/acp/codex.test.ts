import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGate } from '../host/helpers.js';
import { answerIt, asked, repliesTo } from '../stacks/helpers/person.js';
import { createHome, startAdapter } from './adapter.js';
import { startFakeResponses, type Said, type Turn } from './fake-responses.js';

const PROGRAM = createRequire(import.meta.url).resolve('@agentclientprotocol/codex-acp');
/** A model that Codex offers `request_user_input_async`. */
const MODEL = 'gpt-6.1-sol';

const DATABASE = {
  id: 'database',
  header: 'Database',
  question: 'Which database?',
  options: [
    { label: 'SQLite (Recommended)', description: 'A file.' },
    { label: 'Postgres', description: 'A server.' },
  ],
};
const NAME = {
  id: 'name',
  header: 'Name',
  question: 'Which name?',
  options: [
    { label: 'Atlas', description: 'Short.' },
    { label: 'Beacon', description: 'Bright.' },
  ],
};

/**
 * Starts Codex, whose model calls the tool first.
 *
 * @param then - What the model does after it has read the result of a call.
 */
async function start(
  name: string,
  questions: readonly object[],
  model = 'scripted',
  then: (turn: Turn) => Said | Promise<Said> = () => 'Done.',
) {
  const provider = await startFakeResponses((turn) => {
    const tool = turn.tools.find((one) => one.name === name);
    return tool && turn.results.length === 0 ? { id: 'call_1', tool, input: { questions } } : then(turn);
  });
  onTestFinished(async () => void (await provider.close()));
  const home = createHome();
  const config = `
model = "${model}"
model_provider = "scripted"
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = "${provider.url}"
wire_api = "responses"
requires_openai_auth = false
request_max_retries = 0
stream_max_retries = 0
[features]
default_mode_request_user_input = true
apps = false
plugins = false
[analytics]
enabled = false
`;
  mkdirSync(join(home, 'codex'));
  writeFileSync(join(home, 'codex/config.toml'), config);
  const env = { CODEX_HOME: join(home, 'codex'), MODEL_PROVIDER: 'scripted' };
  const adapter = await startAdapter(PROGRAM, home, env);
  return {
    ...adapter,
    /** What the model read last. */
    newest: () => provider.turns.at(-1),
    /** The result of the call. */
    read: (): unknown => JSON.parse(provider.turns.at(-1)?.results[0]?.text ?? ''),
  };
}

type Adapter = Awaited<ReturnType<typeof start>>;

describe('the model of Codex over codex-acp', () => {
  it('reads labels, own words and the note for an option [R-RESULT]', async () => {
    const { broker, prompt, read } = await start('request_user_input', [DATABASE, NAME]);
    const ended = prompt();
    const request = await answerIt(
      broker,
      { selected: [0], notes: 'for "tests" only' },
      { selected: [], custom: 'Comet, or\nCrow' },
    );
    expect(request.questions).toMatchObject([
      { id: 'database', question: 'Which database?', header: 'Database', options: [...DATABASE.options, {}] },
      { id: 'name', question: 'Which name?', header: 'Name', options: [...NAME.options, {}] },
    ]);
    expect(await ended).toBe('end_turn');
    expect(read()).toEqual({
      answers: {
        database: { answers: ['SQLite (Recommended)', 'user_note: for "tests" only'] },
        name: { answers: ['None of the above', 'user_note: Comet, or\nCrow'] },
      },
    });
  });

  it('reads a secret, which the dialog masks', async () => {
    const { broker, prompt, read } = await start('request_user_input', [{ ...NAME, isSecret: true }]);
    const ended = prompt();
    const request = await answerIt(broker, { selected: [], custom: 't0p' });
    expect(request.questions[0]?.constraints).toEqual({ required: true, secret: true, allowNotes: 'withOption' });
    await ended;
    expect(read()).toEqual({ answers: { name: { answers: ['None of the above', 'user_note: t0p'] } } });
  });

  it.each<[string, (adapter: Adapter, requestId: string) => unknown]>([
    ['declined', ({ broker }, id) => broker.decline(id)],
    ['cancelled', ({ broker }, id) => broker.cancel(id)],
    ['could not be asked', ({ questions, sessionId }) => questions.cancel(sessionId)],
  ])('reads no answer if the user %s', async (_name, settle) => {
    const adapter = await start('request_user_input', [DATABASE]);
    const ended = adapter.prompt();
    const [request] = await asked(adapter.broker);
    await settle(adapter, request?.requestId ?? '');
    expect(await ended).toBe('end_turn');
    expect(adapter.read()).toEqual({ answers: {} });
  });

  it('is stopped by the client, which withdraws the question', async () => {
    const { broker, prompt, stop } = await start('request_user_input', [DATABASE]);
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

describe('the model of Codex that does not wait, over codex-acp', () => {
  const REPLY = /^<send_user_message_question_reply>\n(.*)\n<\/send_user_message_question_reply>$/s;
  const QUESTIONS = [{ title: 'Which database?', options: ['SQLite', 'Postgres'] }, { title: 'Anything else?' }];

  it('reads the answers in a message of the user [R-RESULT]', async () => {
    // Goes on until the message arrives. Codex answers a call of a tool that does not exist at once.
    const work = ({ said, results }: Turn): Said =>
      REPLY.test(said.at(-1) ?? '') ? 'Done.' : { id: `work_${results.length}`, tool: { name: 'work' }, input: {} };
    const { broker, prompt, read, newest } = await start('request_user_input_async', QUESTIONS, MODEL, work);
    const ended = prompt();
    const request = await answerIt(
      broker,
      { selected: [1], notes: 'for now' },
      { selected: [], custom: 'No, "thanks"' },
    );
    expect(request.questions).toMatchObject([
      { question: 'Which database?' },
      { question: 'Anything else?', options: [] },
    ]);
    expect(request.questions.map(({ header }) => header)).toEqual([undefined, undefined]);
    expect(await ended).toBe('end_turn');
    expect(read()).toEqual({ accepted: true });
    const [, replies = ''] = REPLY.exec(newest()?.said.at(-1) ?? '') ?? [];
    expect(JSON.parse(replies)).toMatchObject([
      { question: 'Which database?', answer: 'Postgres\n\nfor now' },
      { question: 'Anything else?', answer: 'No, "thanks"' },
    ]);
  });

  it('ends its turn, and the client withdraws the question', async () => {
    const shown = createGate();
    const { broker, prompt } = await start('request_user_input_async', QUESTIONS, MODEL, async () => {
      await shown.wait();
      return 'Done.';
    });
    const ended = prompt();
    await asked(broker);
    shown.open();
    expect(await ended).toBe('end_turn');
    await asked(broker, 0);
  });
});
