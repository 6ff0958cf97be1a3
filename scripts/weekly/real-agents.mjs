// npm run test:real-agents: runs coding agents from npm with a scripted model, `ask-user` as the docs say to add it, and
// a user in Chromium. Compares what the model reads and what happens with the tables in the docs; `--write` writes them.
// Names of agents run only these: `npm run test:real-agents -- codex`. Installs 2 GB, on Linux.
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { AGENTS } from '../../test/real-agents/agents.mjs';
import { runForm, runLimit, runSession, runSlow } from '../../test/real-agents/session.mjs';
import { rowsIn, tablesOf, withTables } from '../../test/real-agents/table.mjs';
import { startUser } from '../../test/real-agents/user.mjs';
import { bin, main, must, root, withTempDir } from '../lib/repo.mjs';

const PAGE = 'docs/coding-agents.md';

const args = process.argv.slice(2);
const isWriting = args.includes('--write');
const names = args.filter((arg) => !arg.startsWith('--')).map((name) => name.toLowerCase());
const agents = AGENTS.filter(
  ({ title }) => names.length === 0 || names.some((name) => title.toLowerCase().includes(name)),
);

await main(async () => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The agents are installed for Linux x64.');
  if (agents.length === 0)
    throw new Error(`No agent has this name. There are ${AGENTS.map(({ title }) => title).join(', ')}.`);
  if (isWriting && names.length > 0) throw new Error('--write needs the rows of all agents.');
  await must(process.execPath, ['scripts/beside.mjs', 'test/real-agents', '--whole']);
  await must(process.execPath, ['scripts/build.mjs']);
  const rows = await withTempDir(runAll);
  const page = readFileSync(join(root, PAGE), 'utf8');
  const written = withTables(page, tablesOf(rows), new Date().toISOString().slice(0, 10));
  const seen = rowsIn(written);
  const known = rowsIn(page);
  if (isWriting) {
    writeFileSync(join(root, PAGE), written);
    await must(bin('oxfmt'), [PAGE]);
  } else {
    const news = seen.filter((row) => !known.includes(row));
    if (news.length > 0) throw new Error(`${PAGE} says otherwise, see --write:\n${news.join('\n')}`);
  }
  console.log(`${agents.map(({ title }) => title).join(', ')}: ${isWriting ? 'written to' : 'as in'} ${PAGE}`);
});

/** Returns the row of each agent. What waits runs at the same time, but starts one after the other. */
async function runAll(folder) {
  const user = await startUser();
  const rows = agents.map((agent) => ({ agent, cells: {} }));
  const problems = [];
  let last = Promise.resolve();
  const start = (work) => {
    const started = last.then(work);
    last = started.catch(() => {});
    return started;
  };
  const into = async ({ agent, cells }, run) => {
    const begin = performance.now();
    try {
      Object.assign(cells, await run(agent, user, await mkdtemp(join(folder, 'home-')), start));
      console.log(`${agent.title}: ${run.name}, ${((performance.now() - begin) / 1000).toFixed(0)} s`);
    } catch (error) {
      problems.push(`${agent.title}, ${run.name}: ${error.message}`);
    }
  };
  try {
    for (const row of rows) await into(row, row.agent.hasForm ? runForm : runSession);
    const inPage = rows.filter(({ agent }) => !agent.hasForm);
    await Promise.all(inPage.flatMap((row) => [into(row, runSlow), into(row, runLimit)]));
  } finally {
    await user.close();
  }
  if (problems.length > 0) throw new Error(problems.join('\n\n'));
  return rows;
}
