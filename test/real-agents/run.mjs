// One run of one agent: a home of its own, the model, the user’s pages, and the program.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { must, root } from '../../scripts/lib/repo.mjs';
import { NODE_FOLDER } from './agents.mjs';
import { startModel } from './fake-model.mjs';
import { LIMIT_MS } from './user.mjs';

const MAIN = join(root, 'packages/ask-user/main.js');

const nameOf = ({ name, namespace }) => (namespace ? `${namespace}__${name}` : name);

/** How often the model looks for the tool, which an agent offers once the server has started. */
const SEARCHES = 10;

/** Plays the steps of a session: each turn calls the tool as often as the step says, and the last one ends it. */
const scriptOf = (agent, steps) => (turn) => {
  const isDone = (id) => turn.results.some((result) => result.id === id);
  const toolIn = (pattern) => turn.tools.find((one) => pattern.test(nameOf(one)));
  const { search } = agent;
  const finder = search && toolIn(search.tool);
  const searches = turn.results.filter(({ id }) => id?.startsWith('search_')).length;
  const find = () => [{ id: `search_${searches + 1}`, tool: finder, input: search.input }];
  if (finder && search.isFirst && searches === 0) return find();
  const tool = toolIn(agent.tool);
  if (!tool) return finder && searches < SEARCHES ? find() : 'There is no tool.';
  let count = 0;
  for (const inputs of steps) {
    const calls = inputs.map((input) => ({ id: `call_${++count}`, tool, input: agent.wrap?.(input) ?? input }));
    if (!calls.every(({ id }) => isDone(id))) return calls;
  }
  return 'Done.';
};

/** Rejects if something does not happen in time. The time is far above what a busy machine needs. */
async function inTime(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not within ${LIMIT_MS / 1000} s: ${what}`)), LIMIT_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

const isRunning = (pid) => {
  try {
    // Without its parent, an ended process stays as a zombie.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** Returns the processes with this home, also those that have left the agent that started them. */
function processesIn(home) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isRunning(pid) && environmentOf(pid).includes(`HOME=${home}`));
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    // It has ended, or belongs to another user.
    return [];
  }
}

/** Ends processes at once. */
function kill(pids) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

/** Resolves when none of these processes are left. */
async function gone(pids) {
  while (pids.some(isRunning)) await sleep(50);
}

/**
 * Sets an agent up in a new home, as a user does, and starts it.
 *
 * @param {import('./agents.mjs').Agent} agent
 * @param {Awaited<ReturnType<typeof import('./user.mjs').startUser>>} user
 * @param {string} home a new folder
 * @param {object[][]} steps inputs of the calls in each turn of the model
 * @param {number} [limitS] time limit for a call, instead of a day
 */
export async function startRun(agent, user, home, steps, limitS) {
  const model = await startModel(scriptOf(agent, steps));
  const project = join(home, 'project');
  mkdirSync(project, { recursive: true });
  const seat = await user.sit(home);
  const env = {
    PATH: `${NODE_FOLDER}:${process.env.PATH}`,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    BROWSER: seat.browser,
    // The port refuses connections, so that nothing reaches another machine.
    HTTPS_PROXY: 'http://127.0.0.1:1',
    HTTP_PROXY: 'http://127.0.0.1:1',
    NO_PROXY: '127.0.0.1,localhost',
    ...agent.env?.(model.url),
  };
  for (const [path, content] of Object.entries(agent.settings({ url: model.url, project, main: MAIN }))) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(
      join(home, path),
      typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`,
    );
  }
  const inProject = { cwd: project, env };
  const askUser = (...args) => must(process.execPath, [MAIN, ...args], inProject);
  for (const [command, ...args] of agent.prepare?.(model.url) ?? []) await must(command, args, inProject);

  const settings = join(home, agent.file);
  const readSettings = () => (existsSync(settings) ? readFileSync(settings, 'utf8') : undefined);
  const before = readSettings();
  if (agent.add) await askUser('add', ...agent.add, '--local', '--yes');
  if (limitS !== undefined) {
    const limited = readSettings().replace(/\b86400(?:000)?\b/, (day) => String((Number(day) / 86_400) * limitS));
    writeFileSync(settings, limited);
  }

  const [command, ...args] = agent.command;
  const child = spawn(command, args, { ...inProject, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  // A terminal stays open; other programs would read what follows.
  if (!agent.isTerminal) child.stdin.end();
  let output = '';
  let pressedAt = 0;
  const written = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      written.dispatchEvent(new Event('data'));
    });
  }
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal);
  const report = () => {
    const turns = model.turns.map(
      ({ tools, results }) => `offered ${tools.map(nameOf).join(' ')}, read ${JSON.stringify(results)}`,
    );
    const told = stripVTControlCharacters(output).slice(-3_000);
    return [`${agent.title} with ${model.turns.length} turns of its model:`, ...turns, ...model.others, told].join(
      '\n',
    );
  };
  /** Waits for something while the agent runs. */
  const whileRunning = async (promise, what) => {
    const early = exited.then((code) => {
      throw new Error(`The agent ended with ${code} before ${what}.`);
    });
    try {
      return await inTime(Promise.race([promise, early]), what);
    } catch (error) {
      throw new Error(`${error.message}\n${report()}`, { cause: error });
    }
  };
  const askers = () => seat.opened.map(({ pid }) => pid);
  return {
    see: (questions) => whileRunning(seat.see(questions), `the page shows "${questions.join('" or "')}"`),
    /** Waits until the model reads the result of its nth call, and returns it. */
    async result(n) {
      const id = `call_${n}`;
      const isResult = (result) => result.id === id;
      const turn = await whileRunning(
        model.turn(({ results }) => results.some(isResult)),
        `the model reads the result of call ${n}`,
      );
      return turn.results.find(isResult).text;
    },
    /** Presses a key once the terminal shows a text that it did not show before the last key. */
    async press(key, shown) {
      // The agent moves the cursor instead of writing spaces.
      const isShown = () =>
        stripVTControlCharacters(output.slice(pressedAt)).replaceAll(/\s/g, '').includes(shown.replaceAll(/\s/g, ''));
      const wait = async () => {
        while (!isShown()) await once(written, 'data');
      };
      await whileRunning(wait(), `the terminal shows "${shown}"`);
      pressedAt = output.length;
      child.stdin.write(key);
    },
    /** Presses a key again each second until something happens, because the agent misses keys while it renders. */
    async insist(key, happens) {
      const isDone = happens.then(() => true);
      while (!(await Promise.race([isDone, sleep(1_000)]))) child.stdin.write(key);
    },
    /** Ends the agent at once, but not what asks for it. */
    kill() {
      const asking = askers();
      kill(processesIn(home).filter((pid) => !asking.includes(pid)));
    },
    /** Waits until the agent has ended by itself. */
    end: () => inTime(exited, 'the end of the agent'),
    /** Waits until none of the processes that asked are left. */
    serversEnd: () => inTime(gone(askers()), 'the end of the server'),
    /** Takes `ask-user` out of the settings again. Returns them before `add`, before `remove` and after it. */
    async remove() {
      const used = readSettings();
      await askUser('remove', agent.add[0], '--yes');
      const record = join(home, '.ask-user');
      return { before, used, after: readSettings(), left: existsSync(record) && record };
    },
    async close() {
      for (let left = processesIn(home); left.length > 0; left = processesIn(home)) {
        kill(left);
        await inTime(gone(left), 'the end of all processes');
      }
      await exited;
      await seat.leave();
      await model.close();
    },
  };
}
