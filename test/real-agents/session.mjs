// What is tried with each agent, and what comes of it: a cell of the table for each case.
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { FORM, LAST, LATE, resultOf, SESSION } from './cases.mjs';
import { startRun } from './run.mjs';

/** Seconds that the slow user takes. Some agents stop a call after 60 s. */
const SLOW_S = 75;
/** Time limit for a call that nobody answers, in seconds. */
const LIMIT_S = 8;

/** Replaces the only part of a result that differs each time. */
const steady = (text) => text.replace(/^Wall time: [\d.]+ seconds/, 'Wall time: N seconds');

/** Milliseconds that a user needs at least to decline a form. */
const HUMAN_MS = 1_500;
/** Milliseconds after which an agent that has not noticed the end of its server is said to wait on. */
const WAITS_ON_MS = 60_000;

/** Fails unless the model reads exactly the result. */
function check(agent, step, text) {
  const wanted = agent.reads(resultOf(step));
  if (steady(text) === wanted) return;
  throw new Error(`${agent.title}, "${step.question}": the model reads\n${text}\ninstead of\n${wanted}`);
}

/** Returns an error that the model reads as a cell of the table. */
function quoted(agent, text) {
  const message = agent.error?.(text) ?? steady(text).replace(/^Wall time: N seconds(?:\nOutput:)?/, '');
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.includes('`') ? `\`\`${line}\`\`` : `\`${line}\``;
}

/** Takes `ask-user` out of the settings again, and says how they differ from those before. */
async function removed(run) {
  const { before, used, after, left } = await run.remove();
  if (left) throw new Error(`remove left its own record behind: ${left}`);
  if (after === before) return 'as before';
  // The agent has written to the file, too. What it has written stays.
  const { mcpServers: { ask: _, ...others } = {}, ...rest } = JSON.parse(used);
  const wanted = Object.keys(others).length > 0 ? { ...rest, mcpServers: others } : rest;
  if (isDeepStrictEqual(JSON.parse(after), wanted)) return 'as before, with what the agent has added itself';
  throw new Error(`remove left\n${after}\nof\n${used}`);
}

const inputsOf = (steps) => steps.map(({ input }) => input);

/** Sees the questions of some steps, in the order in which they are shown, and acts. */
async function actAll(run, steps) {
  const open = [...steps];
  while (open.length > 0) {
    const { page, question } = await run.see(open.map((step) => step.question));
    const [step] = open.splice(
      open.findIndex((one) => one.question === question),
      1,
    );
    await step.act(page);
  }
}

/** Every case that a user ends, in one session. At its end the server is killed. */
export async function runSession(agent, user, home) {
  const cases = Object.entries(SESSION);
  const run = await startRun(agent, user, home, [...cases.map(([, steps]) => inputsOf(steps)), inputsOf([LAST])]);
  try {
    const cells = {};
    let calls = 0;
    for (const [name, steps] of cases) {
      await actAll(run, steps);
      for (const step of steps) check(agent, step, await run.result(++calls));
      cells[name] = 'exact';
    }
    const { page, pid } = await run.see([LAST.question]);
    process.kill(pid, 'SIGKILL');
    await page.getByText('Your agent has ended.').waitFor();
    if (agent.isTerminal) {
      // Claude Code asks in its own dialog, in which the first option is selected.
      await run.press('\r', 'Enter to select');
      await run.result(++calls);
      cells.killed = 'asks in the terminal';
    } else {
      const text = await Promise.race([run.result(++calls), setTimeout(WAITS_ON_MS)]);
      cells.killed = text === undefined ? 'waits on' : quoted(agent, text);
      if (text !== undefined) await run.end();
    }
    if (agent.add) cells.removed = await removed(run);
    return cells;
  } finally {
    await run.close();
  }
}

/** A form of the agent in its terminal, which the user fills in with keys. */
export async function runForm(agent, user, home) {
  const cases = Object.entries(FORM);
  const run = await startRun(
    agent,
    user,
    home,
    cases.map(([, step]) => inputsOf([step])),
  );
  try {
    const cells = {};
    for (const [i, [name, step]] of cases.entries()) {
      const [[key, shown], ...others] = step.keys;
      await run.press('', shown);
      // What declines earlier is no user.
      if (step.isSlow) await setTimeout(HUMAN_MS);
      await run.press(key, '');
      for (const pair of others) await run.press(...pair);
      const result = run.result(i + 1);
      if (others.length > 0) await run.insist(others.at(-1)[0], result);
      check(agent, step, await result);
      cells[name] = 'exact';
    }
    run.kill();
    await run.end();
    return { ...cells, removed: await removed(run) };
  } finally {
    await run.close();
  }
}

/** Nobody answers, and the agent ends the call. */
export async function runLimit(agent, user, home, start) {
  const run = await start(() => startRun(agent, user, home, [inputsOf([LAST])], LIMIT_S));
  try {
    const result = run.result(1);
    const shown = await Promise.race([run.see([LAST.question]), result]);
    if (agent.isTerminal) await run.press('\r', 'Enter to select');
    const text = await result;
    if (shown.page) await shown.page.getByText(/Your agent (no longer waits for this answer|has ended)\./).waitFor();
    return { limit: agent.isTerminal ? 'asks in the terminal' : quoted(agent, text) };
  } finally {
    await run.close();
  }
}

/** A user who takes longer than some programs wait. Then the agent is stopped while it asks. */
export async function runSlow(agent, user, home, start) {
  let run;
  try {
    const { page } = await start(async () => {
      run = await startRun(agent, user, home, [inputsOf([LATE]), inputsOf([LAST])]);
      return run.see([LATE.question]);
    });
    const cells = {};
    const early = await Promise.race([run.result(1), setTimeout(SLOW_S * 1000)]);
    if (early === undefined) {
      await LATE.act(page);
      check(agent, LATE, await run.result(1));
      cells.slow = 'exact';
    } else {
      cells.slow = quoted(agent, early);
      await page.getByRole('button', { name: 'Next question' }).click();
    }
    const { page: last } = await run.see([LAST.question]);
    run.kill();
    await last.getByText('Your agent has ended.').waitFor();
    await run.serversEnd();
    cells.stopped = 'the page says so, the server ends';
    return cells;
  } finally {
    await run?.close();
  }
}
