import { describe, expect, it } from 'vitest';
import { textOf } from './model.js';
import { call, DATABASE, SERVICE } from './questions.js';
import { createWorld, runPi, startTerminal, until, VERSIONS } from './world.js';

const ANSWERED = {
  c1: '{"answered":true,"answers":[{"question":"Which database should we use?","answer":"SQLite","selectedOption":"SQLite","wasCustom":false}]}',
};
const CANCELLED = '{"answered":false,"answers":[],"cancelled":true}';

/** Returns the roles and texts of the messages of the model's last request, without pi's prompt. */
const rolesOf = (world: Awaited<ReturnType<typeof createWorld>>) =>
  (world.model.requests.at(-1)?.messages ?? [])
    .map(({ role }) => role)
    .filter((role) => !/system|developer/.test(role));

describe.each(VERSIONS)('the extension in pi $id', (version) => {
  it('asks again after kill -9 and gives the model the answer as the result of its call [replay] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE)]);
    const first = await startTerminal(world);
    await first.prompt('set it up');
    await first.shows('Which database');
    await first.kill();
    const second = await startTerminal(world, ['-c']);
    await second.shows('Which database', 'set it up');
    await second.keys('2', 'Enter');
    await second.shows('The end.', '✓ Database: SQLite');
    expect(world.model.results()).toEqual(ANSWERED);
    expect(rolesOf(world)).toEqual(['user', 'assistant', 'tool']);
    // The stored session answers the call in every later run.
    const third = await startTerminal(world, ['-c']);
    await third.shows('✓ Database: SQLite');
    await third.prompt('and now?');
    await third.shows('The end.');
    await until(
      () => rolesOf(world).length === 5 || undefined,
      () => JSON.stringify(rolesOf(world)),
    );
    expect(world.model.results()).toEqual(ANSWERED);
  });

  it('replaces the missing result that the model reads without the extension [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE)]);
    const first = await startTerminal(world);
    await first.prompt('set it up');
    await first.shows('Which database');
    await first.kill();
    world.configure({ packages: [] });
    expect((await runPi(world, ['-c', '-p', 'go on'])).stdout).toBe('The end.\n');
    expect(world.model.results()).toEqual({ c1: 'No result provided' });
  });

  it('quits at the second Ctrl+C without saving and asks again [quit] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE, SERVICE)]);
    const first = await startTerminal(world);
    await first.prompt('set it up');
    await first.shows('Which database');
    await first.keys('2', 'Enter');
    await first.shows('What should we name');
    await first.keys('C-c');
    await first.shows('Press Ctrl+C again to quit pi');
    await first.keys('C-c');
    await first.shows('pi ended 0');
    expect(world.session().filter(({ message }) => message?.role === 'toolResult')).toEqual([]);
    const second = await startTerminal(world, ['-c']);
    await second.shows('Which database', '□ Database');
    await second.keys('Escape');
    await second.shows('The end.');
    expect(world.model.results()['c1']).toContain(CANCELLED);
  });

  it('replaces the questions with a message that the user sends instead of answers [superseded] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE)]);
    const first = await startTerminal(world);
    await first.prompt('set it up');
    await first.shows('Which database');
    await first.kill();
    const second = await startTerminal(world, ['-c', 'forget it']);
    await second.shows('The end.');
    expect(world.model.results()['c1']).toContain('"status":"superseded"');
    expect(rolesOf(world)).toEqual(['user', 'assistant', 'tool', 'user']);
  });

  it('shows past questions and answers after a session is resumed [past] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE)]);
    const first = await startTerminal(world);
    await first.prompt('set it up');
    await first.shows('Which database');
    await first.keys('2', 'Enter');
    await first.shows('The end.');
    await first.kill();
    const second = await startTerminal(world, ['-c']);
    await second.shows('ask_user 1 question: Database', '✓ Database: SQLite', 'The end.');
    expect(await second.screen()).not.toContain('Esc to cancel');
  });

  it('keeps the answers of each branch [branches] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE)], 'First branch.');
    const t = await startTerminal(world);
    await t.prompt('set it up');
    await t.shows('Which database');
    await t.keys('2', 'Enter');
    await t.shows('First branch.');
    world.model.plays([call('c2', DATABASE)], 'Second branch.');
    await t.prompt('/tree');
    await t.shows('Session Tree');
    await t.press('Up', 'Up', 'Enter');
    await t.shows('No summary');
    await t.press('Enter');
    await t.shows('Navigated');
    await t.press('Enter');
    await t.shows('Which database');
    await t.keys('3', 'Enter');
    await t.shows('Second branch.', '✓ Database: MongoDB');
    expect(Object.keys(world.model.results())).toEqual(['c2']);
    // At the end of the first branch, the first answer is shown again.
    await t.prompt('/tree');
    await t.shows('Session Tree', 'assistant: First branch.');
    await t.type('First branch');
    await until(async () => ((await t.screen()).includes('assistant: Second branch.') ? undefined : true), t.complaint);
    await t.press('Enter');
    await t.shows('No summary');
    await t.press('Enter');
    await t.shows('✓ Database: SQLite');
    await t.prompt('go on');
    await t.shows('The end.');
    expect(world.model.results()).toEqual(ANSWERED);
  });

  it('asks again on a branch that ends at the call [branches] [R-PI]', async () => {
    const world = await createWorld(version, [{ ...call('c1', DATABASE), text: 'Let me ask.' }], 'First branch.');
    const t = await startTerminal(world);
    await t.prompt('set it up');
    await t.shows('Which database');
    await t.keys('Escape');
    await t.shows('First branch.');
    await t.prompt('/tree');
    await t.shows('Session Tree');
    await t.type('me ask.');
    await t.shows('(1/');
    await t.press('Enter');
    await t.shows('No summary');
    await t.press('Enter');
    await t.shows('Which database');
    await t.keys('2', 'Enter');
    await t.shows('The end.', '✓ Database: SQLite');
    expect(world.model.results()).toEqual(ANSWERED);
    expect(rolesOf(world)).toEqual(['user', 'assistant', 'tool']);
  });

  it('keeps the answers in the summary of a compacted session [compaction] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE, SERVICE)]);
    world.configure({ compaction: { enabled: true, keepRecentTokens: 1, reserveTokens: 1000 } });
    const t = await startTerminal(world);
    await t.prompt('set it up');
    await t.shows('Which database');
    await t.keys('1', 'Enter');
    await t.shows('What should we name');
    await t.answer('order-processor');
    await t.keys('Enter');
    await t.shows('Submit answers');
    await t.keys('Enter');
    await t.shows('The end.');
    world.model.plays('Started.');
    await t.prompt('go on');
    await t.shows('Started.');
    await t.prompt('/compact');
    await t.shows('ompacted');
    await t.prompt('what did I choose?');
    const asked = () => JSON.stringify(world.model.requests.at(-1)?.messages);
    await until(() => asked().includes('what did I choose?') || undefined, asked);
    expect(world.model.results()).toEqual({});
    const summary = (world.model.requests.at(-1)?.messages ?? [])
      .map(textOf)
      .find((text) => text.includes('<summary>'));
    expect(summary).toContain(`Questions that were asked with ask_user, and what the user answered:
User was asked "Which database should we use?" and chose "PostgreSQL (Recommended)".
User was asked "What should we name this service?" and answered "order-processor".`);
  });
});
