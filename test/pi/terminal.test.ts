import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { askUserPendingTool } from 'react-ask-user/pending';
import { textOf } from './model.js';
import { call, DATABASE, FEATURES, SERVICE } from './questions.js';
import { createWorld, PACKAGE, runPi, startTerminal, type Version, type World, VERSIONS } from './world.js';

const answersOf = ({ model }: World, id = 'c1') =>
  (JSON.parse(model.results()[id]?.split('\n')[0] ?? '{}') as { answers: readonly { answer: unknown }[] }).answers.map(
    ({ answer }) => answer,
  );

/** Starts pi in a terminal, with the questions of one call. */
async function asking(version: Version, questions: readonly object[], size: { columns?: number; rows?: number } = {}) {
  const world = await createWorld(version, [call('c1', ...questions)]);
  const t = await startTerminal(world, [], size);
  await t.prompt('go');
  await t.shows('Esc');
  return { world, t };
}

describe.each(VERSIONS)('the extension in pi $id', (version) => {
  it('is loaded from the package and gives the model the tool of the specification [package] [schema] [R-PI]', async () => {
    const world = await createWorld(version);
    world.configure({ packages: [] });
    expect(await runPi(world, ['install', PACKAGE], true)).toMatchObject({ code: 0 });
    expect((await runPi(world, ['-p', 'hello'])).stdout).toBe('The end.\n');
    const tool = world.model.requests[0]?.tools?.find(({ function: { name } }) => name === 'ask_user')?.function;
    expect(tool?.description).toBe(askUserPendingTool.description);
    expect(tool?.description).toContain(
      'In non-interactive mode, creates a pending questions file for async response.',
    );
    expect(tool?.parameters).toMatchObject(askUserPendingTool.inputSchema);
    const prompt = world.model.requests[0]?.messages.map(textOf).join('\n');
    expect(prompt).toContain('- ask_user: Ask the user one or more questions');
  });

  it('asks a single question with options in the layout of the specification [single] [R-PI]', async () => {
    const { world, t } = await asking(version, [DATABASE]);
    const screen = await t.shows('Esc to cancel');
    expect(screen).toContain(` Database

  Which database should we use?

  > 1. PostgreSQL (Recommended)
       Battle-tested relational DB
    2. SQLite
       Lightweight, file-based
    3. MongoDB
       Document store
    4. Other (type your answer)

  ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel`);
    await t.keys('Down', 'Down', 'Up', 'Enter');
    await t.shows('The end.', '✓ Database: SQLite');
    expect(answersOf(world)).toEqual(['SQLite']);
    // pi's editor is visible again.
    await t.prompt('thanks');
    await t.shows('The end.');
  });

  it('cancels a single question on Escape without interrupting the agent [esc] [R-PI]', async () => {
    const { world, t } = await asking(version, [DATABASE]);
    await t.keys('Escape');
    await t.shows('The end.', 'You cancelled');
    expect(world.model.results()['c1']).toMatch(/^\{"answered":false,"answers":\[\],"cancelled":true\}\n/);
  });

  it('selects options with number keys [digits] [R-PI]', async () => {
    const { world, t } = await asking(version, [DATABASE]);
    await t.keys('3');
    await t.shows('> 3. MongoDB ✓');
    await t.keys('Enter');
    await t.shows('The end.');
    expect(answersOf(world)).toEqual(['MongoDB']);
  });

  it('sends custom text under Other byte for byte [other] [R-PI]', async () => {
    const { world, t } = await asking(version, [DATABASE]);
    await t.keys('0');
    await t.shows('> 4. Other');
    await t.answer('I want "DynamoDB", ü 😀');
    await t.shows('ü 😀');
    await t.keys('Enter');
    await t.shows('The end.');
    expect(world.model.results()['c1']).toBe(
      '{"answered":true,"answers":[{"question":"Which database should we use?","answer":"I want \\"DynamoDB\\", ü 😀","wasCustom":true}]}',
    );
  });

  it('accepts text for a question without options [text] [R-PI]', async () => {
    const { world, t } = await asking(version, [SERVICE]);
    await t.shows('What should we name this service?', 'Enter to submit • Esc to cancel');
    await t.answer('order-processor');
    await t.shows('> order-processor');
    await t.keys('Enter');
    await t.shows('The end.');
    expect(answersOf(world)).toEqual(['order-processor']);
  });

  it('scrolls a long list [many] [R-PI]', async () => {
    const options = Array.from({ length: 14 }, (_, i) => ({ label: `Framework ${i + 1}` }));
    const { world, t } = await asking(version, [{ question: 'Which framework?', options }], { rows: 20 });
    expect(await t.shows('Which framework?', '>  1. Framework 1', 'Esc to cancel')).toMatch(/↓ \d+ more\.\.\./);
    await t.keys('9', 'Down', 'Down', 'Down');
    expect(await t.shows('> 12. Framework 12')).toMatch(/↑ \d+ more\.\.\./);
    await t.keys('Enter');
    await t.shows('The end.');
    expect(answersOf(world)).toEqual(['Framework 12']);
  });

  it('shows several questions in tabs and submits all at once [tabs] [exact] [R-PI]', async () => {
    const { world, t } = await asking(version, [DATABASE, SERVICE, FEATURES]);
    await t.shows('← [□ Database] □ Service Name  □ Features  ✓ Submit →');
    await t.shows('Tab/←→ switch • ↑↓ select • Enter confirm • Esc cancel');
    await t.keys('1', 'Enter');
    await t.shows('■ Database [□ Service Name]');
    await t.answer('order-processor');
    await t.keys('Tab');
    await t.shows('[□ Features]');
    await t.keys('Space');
    await t.shows('[x] Authentication');
    await t.keys('Tab');
    await t.shows('Check your answers', 'PostgreSQL (Recommended)', 'order-processor', 'Authentication');
    await t.keys('Enter');
    await t.shows('The end.');
    expect(world.model.results()['c1']).toBe(
      '{"answered":true,"answers":[{"question":"Which database should we use?","answer":"PostgreSQL (Recommended)","selectedOption":"PostgreSQL (Recommended)","wasCustom":false},{"question":"What should we name this service?","answer":"order-processor","wasCustom":true},{"question":"Which features should we include?","answer":["Authentication"],"wasCustom":false}]}',
    );
    // The guide quotes the messages that the model receives.
    const quoted = world.model.requests.at(-1)?.messages.filter(({ role }) => !/system|developer/.test(role));
    if (process.env['PI_QUOTE']) writeFileSync(process.env['PI_QUOTE'], JSON.stringify(quoted));
  });

  it('selects several options and Other [multi] [R-PI]', async () => {
    const { world, t } = await asking(version, [FEATURES]);
    await t.shows('> 1. [ ] Authentication', 'Space to toggle • Enter to submit • Esc to cancel');
    await t.keys('Space', 'Down', 'Down', 'Space', 'Down');
    await t.answer('and "a, b" ü');
    await t.shows('[x] Other', 'and "a, b" ü');
    await t.keys('Enter');
    await t.shows('The end.');
    expect(answersOf(world)).toEqual([['Authentication', 'Admin', 'and "a, b" ü']]);
  });

  it('asks for confirmation before it discards several answers [discard] [R-PI]', async () => {
    const { world, t } = await asking(version, [DATABASE, SERVICE]);
    await t.keys('2', 'Enter');
    await t.shows('[□ Service Name]');
    await t.keys('Escape');
    await t.shows('Discard 1 answer?');
    await t.keys('n');
    await t.shows('■ Database [□ Service Name]');
    await t.answer('x');
    await t.keys('Enter');
    await t.shows('Submit answers');
    await t.keys('Escape');
    await t.shows('Discard 2 answers?');
    await t.keys('y');
    await t.shows('The end.');
    expect(world.model.results()['c1']).toContain('{"answered":false,"answers":[],"cancelled":true}');
  });

  it('cancels several questions at once if nothing is answered [atonce] [R-PI]', async () => {
    const { world, t } = await asking(version, [DATABASE, SERVICE]);
    await t.keys('Escape');
    await t.shows('The end.');
    expect(world.model.results()['c1']).toContain('"cancelled":true');
  });

  it('warns about a long answer that was pasted with line breaks and sends all of it [long] [R-PI]', async () => {
    const { world, t } = await asking(version, [SERVICE]);
    const text = `${'word '.repeat(569)}\nx`;
    await t.paste(text);
    await t.shows('suggested 2,000');
    await t.keys('Enter');
    await t.shows('Answer is long (2,847 chars). Continue anyway?');
    await t.keys('y');
    await t.shows('The end.');
    expect(answersOf(world)).toEqual([text]);
  });

  it('uses the colors of pi’s theme [theme] [R-PI]', async () => {
    const painted = async (theme: string) => {
      const world = await createWorld(version, [call('c1', DATABASE)]);
      world.configure({ theme });
      const t = await startTerminal(world);
      await t.prompt('go');
      await t.shows('Esc to cancel');
      const lines = (await t.painted()).split('\n');
      return lines.find((line) => line.includes('PostgreSQL')) ?? '';
    };
    const [dark, light] = [await painted('dark'), await painted('light')];
    expect(dark).toContain('\u001b[38;');
    expect(light).toContain('\u001b[38;');
    expect(light).not.toBe(dark);
  });

  it('fits the terminal before and after a resize [resize] [R-PI]', async () => {
    const { world, t } = await asking(version, [DATABASE, SERVICE]);
    await t.resize(44, 24);
    await t.shows('Which database should we use?', '> 1. PostgreSQL', '4. Other', 'Esc cancel');
    const lines = (await t.screen()).split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    await t.resize(100, 40);
    await t.keys('2', 'Enter');
    await t.shows('[□ Service Name]');
    await t.keys('Escape');
    await t.shows('Discard 1 answer?');
    await t.keys('y');
    await t.shows('The end.');
    expect(world.model.results()['c1']).toContain('"cancelled":true');
  });

  it('shows the call and its answers in the conversation [call] [result] [R-PI]', async () => {
    const { t } = await asking(version, [DATABASE, SERVICE]);
    await t.shows('ask_user 2 questions: Database • Service Name');
    await t.keys('2', 'Enter');
    await t.shows('[□ Service Name]');
    await t.answer('order-processor');
    await t.keys('Enter');
    await t.shows('Submit answers');
    await t.keys('Enter');
    await t.shows('The end.', '✓ Database: SQLite', '✓ Service Name: order-processor');
    await t.press('C-o');
    await t.shows('Which database should we use?', 'What should we name this service?');
  });

  it('stores the whole record in the result [details] [metadata] [R-PI]', async () => {
    const { world, t } = await asking(version, [DATABASE]);
    const before = Date.now();
    await t.keys('2', 'Enter');
    await t.shows('The end.');
    const details = world.session().find(({ message }) => message?.toolCallId === 'c1')?.message?.details;
    expect(details).toMatchObject({
      questions: [{ question: DATABASE.question, header: 'Database', multiSelect: false, options: DATABASE.options }],
      answers: [{ question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false }],
      mode: 'interactive',
      metadata: { source: 'project-setup' },
    });
    expect(details?.['answeredAt']).toBeGreaterThanOrEqual(before);
  });

  it('gives the model an error and shows nothing if there is no question [empty] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1')]);
    const ran = await runPi(world, ['-p', 'go']);
    expect(ran.stdout).toBe('The end.\n');
    expect(world.model.results()['c1']).toMatch(/questions/);
    expect(world.read('.pi/pending-questions.json')).toBeUndefined();
    const stored = world.session().find(({ message }) => message?.toolCallId === 'c1')?.message;
    expect(stored).toMatchObject({ isError: true });
  });

  it('repairs options that are strings and questions that are a JSON string [repair] [R-PI]', async () => {
    const questions = JSON.stringify([{ question: 'Which one?', options: ['A', 'B'] }]);
    const world = await createWorld(version, [{ id: 'c1', input: { questions } }]);
    const t = await startTerminal(world);
    await t.prompt('go');
    await t.shows('Which one?', '2. B');
    await t.keys('2', 'Enter');
    await t.shows('The end.');
    expect(answersOf(world)).toEqual(['B']);
  });

  it('asks the calls of one message one after the other [parallel] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE), call('c2', SERVICE)]);
    const t = await startTerminal(world);
    await t.prompt('go');
    await t.shows('Which database');
    expect(await t.screen()).not.toContain('What should we name');
    await t.keys('2', 'Enter');
    await t.shows('What should we name');
    await t.answer('order-processor');
    await t.keys('Enter');
    await t.shows('The end.');
    expect([answersOf(world, 'c1'), answersOf(world, 'c2')]).toEqual([['SQLite'], ['order-processor']]);
  });
});
