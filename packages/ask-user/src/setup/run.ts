import { parseArgs } from 'node:util';
import { didYouMean } from '../../../../src/cli/args.js';
import { PendingFileError } from '../../../../src/pending/errors.js';
import { oneLine } from '../../../../src/pending/json.js';
import { type Agent, AGENTS, type Place } from './agents.js';
import { type Change, prepareAdd, prepareRemove } from './change.js';
import { inspect } from './doctor.js';
import { findPlugin, PLUGIN } from './plugin.js';
import { chooseProgram, type Installed } from './program.js';
import { hookOf, serverOf, type Target } from './target.js';
import { SettingsError, showChange } from './text.js';

/** What the commands need of the computer. */
export interface Machine extends Omit<Place, 'isProject'> {
  readonly installed: Installed;
  /** Prints one line. */
  print(line: string): void;
  printError(line: string): void;
  /** Asks the user. Resolves with `undefined` if there is no terminal. */
  confirm(question: string): Promise<boolean | undefined>;
  /** Returns what npm shows of a package, or `undefined` if it shows none. */
  view(spec: string): Promise<unknown>;
}

const NAMES = AGENTS.map(({ name }) => name);

export const HELP: Readonly<Record<'add' | 'remove' | 'doctor', string>> = {
  add: `Usage: ask-user add AGENT [options]

Adds "ask-user mcp" to the settings of a coding agent. Shows the change, and asks before
it is written.

Agents: ${NAMES.join(', ')}

Options
  --project    settings of the project in this folder, instead of yours
  --hook       claude-code: answer its own AskUserQuestion in the page, instead of the server
  --local      start this installed file, instead of the version on npm
  --yes        do not ask
`,
  remove: `Usage: ask-user remove AGENT [options]

Takes the server and the hook of "ask-user add" out of the settings of a coding agent.

Options
  --project    settings of the project in this folder, instead of yours
  --yes        do not ask
`,
  doctor: `Usage: ask-user doctor [AGENT]

Says what is wrong with the settings of "ask-user add". Exits with 1 if something is.
`,
};

class SetupUsageError extends Error {}

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  project: { type: 'boolean' },
  hook: { type: 'boolean' },
  local: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
} as const;

function agentOf(name: string | undefined): Agent {
  const agent = AGENTS.find((one) => one.name === name);
  if (agent) return agent;
  const given = name === undefined ? 'An agent is missing.' : `There is no agent "${name}".${didYouMean(name, NAMES)}`;
  throw new SetupUsageError(`${given} Use one of ${NAMES.join(', ')}.`);
}

/** Shows changes, and makes them if the user agrees. Returns whether they were made. */
async function offer(changes: readonly Change[], isAgreed: boolean, machine: Machine): Promise<boolean> {
  for (const { path, before, after } of changes) {
    machine.print(after === undefined ? `${path} (removed, as it was created by ask-user)` : path);
    // A tab would be shown as an escape sequence.
    for (const line of showChange(before, after ?? '')) machine.print(line.replaceAll('\t', '    '));
  }
  const isYes = isAgreed || (await machine.confirm('Write this change? [y/N] '));
  if (isYes === undefined)
    throw new SettingsError('There is no terminal to ask in, so nothing was written. Agree with --yes.');
  if (!isYes) {
    machine.print('Nothing was written.');
    return false;
  }
  for (const change of changes) change.make();
  return true;
}

type Values = Partial<Record<keyof typeof OPTIONS, boolean>>;

async function add(agent: Agent, values: Values, place: Place, machine: Machine): Promise<number> {
  const target = values.hook ? hookOf(agent, place) : serverOf(agent, place);
  const program = await chooseProgram(
    machine.installed,
    target.words,
    values.local === true,
    place.platform,
    machine.view,
  );
  const change = prepareAdd(target, program, place);
  if (!change) {
    machine.print(`${target.path} has it already.`);
    return 0;
  }
  if (program.why !== undefined && program.why !== '--local') {
    machine.print(`${program.why}, so the agent will start this installed file: ${machine.installed.main}`);
  }
  if (program.why !== undefined && place.isProject) {
    machine.print(`${target.path} will work only on this computer, because that file is only here.`);
  }
  const isMade = await offer([change], values.yes === true, machine);
  if (isMade) machine.print(`Added. ${values.hook ? 'It works from the next session of Claude Code on.' : agent.next}`);
  return isMade ? 0 : 1;
}

/** Says how to uninstall the plugin of Claude Code, which only Claude Code can do. */
function printPlugin(agent: Agent, place: Place, { print }: Machine): void {
  if (agent.name !== 'claude-code' || !findPlugin(place)) return;
  print(`The plugin ask-user is still installed. To remove it, run in Claude Code: /plugin uninstall ${PLUGIN}`);
}

async function remove(agent: Agent, values: Values, place: Place, machine: Machine): Promise<number> {
  const targets: Target[] = [serverOf(agent, place), ...(agent.name === 'claude-code' ? [hookOf(agent, place)] : [])];
  const changes = targets.flatMap((target) => prepareRemove(target, place) ?? []);
  if (changes.length === 0) {
    machine.print(`Nothing of ask-user is in ${targets.map(({ path }) => path).join(' or ')}.`);
    printPlugin(agent, place, machine);
    return 0;
  }
  const isMade = await offer(changes, values.yes === true, machine);
  if (!isMade) return 1;
  machine.print('Removed.');
  printPlugin(agent, place, machine);
  return 0;
}

function doctor(agents: readonly Agent[], place: Place, machine: Machine): number {
  let isSick = false;
  let isEmpty = true;
  for (const agent of agents) {
    for (const [file, findings] of inspect(agent, place)) {
      isEmpty = false;
      machine.print(`${agent.title}: ${file}`);
      for (const { level, text } of findings) {
        isSick ||= level === 'problem';
        machine.print(`  ${level}: ${text}`);
      }
    }
  }
  if (isEmpty)
    machine.print(
      `ask-user is not added to ${agents.length === 1 ? agents[0]!.title : 'any agent'}. Run: ask-user add ${agents.length === 1 ? agents[0]!.name : 'AGENT'}`,
    );
  return isSick ? 1 : 0;
}

async function run(command: keyof typeof HELP, args: readonly string[], machine: Machine): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: true });
  } catch (error) {
    throw new SetupUsageError(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help) {
    for (const line of HELP[command].trimEnd().split('\n')) machine.print(line);
    return 0;
  }
  const [name, extra] = positionals;
  if (extra !== undefined) throw new SetupUsageError(`Unexpected argument "${extra}".`);
  const place: Place = { ...machine, isProject: values.project === true };
  if (command === 'doctor') return doctor(name === undefined ? AGENTS : [agentOf(name)], place, machine);
  const agent = agentOf(name);
  if (values.hook && agent.name !== 'claude-code') throw new SetupUsageError('--hook is only for claude-code.');
  return command === 'add' ? add(agent, values, place, machine) : remove(agent, values, place, machine);
}

/** Runs `ask-user add`, `remove` or `doctor`, and resolves with the exit code. */
export async function runSetup(command: keyof typeof HELP, args: readonly string[], machine: Machine): Promise<number> {
  const safe: Machine = { ...machine, print: (line) => machine.print(oneLine(line)) };
  try {
    return await run(command, args, safe);
  } catch (error) {
    const isUsage = error instanceof SetupUsageError;
    if (!isUsage && !(error instanceof SettingsError) && !(error instanceof PendingFileError)) throw error;
    machine.printError(
      oneLine(`ask-user ${command}: ${error.message}${isUsage ? ` See: ask-user ${command} --help` : ''}`),
    );
    return isUsage ? 2 : 1;
  }
}
