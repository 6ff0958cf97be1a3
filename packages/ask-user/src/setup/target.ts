import { join } from 'node:path';
import { isRecord } from '../../../../src/core/guards.js';
import { type Agent, claudeFolder, LIMIT_S, type Place, type Program } from './agents.js';
import { type Format, FORMATS, getAt, type Path } from './format.js';
import { toShell } from './program.js';
import { SettingsError } from './text.js';

/** Tool of Claude Code that the hook answers. */
export const HOOKED_TOOL = 'AskUserQuestion';
const HOOKS = ['hooks', 'PreToolUse'];

/** One change that can be made to the settings of an agent. */
export interface Target {
  readonly kind: 'server' | 'hook';
  readonly agent: Agent;
  readonly path: string;
  readonly format: Format;
  /** What the installed program is called with. */
  readonly words: readonly string[];
  /** Returns where the value is in settings, if it is there. */
  find(settings: unknown): Path | undefined;
  /** Returns where a new value comes. */
  placeFor(settings: unknown): Path;
  valueFor(program: Program, settings: unknown): unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns all words of a server's command. */
export function programOf(entry: unknown): Program | undefined {
  if (!isRecord(entry)) return undefined;
  const { command, args } = entry;
  const [first, ...rest] = [command, args].flat().filter(isText);
  return first === undefined ? undefined : { command: first, args: rest };
}

/** Whether a server in settings is `ask-user mcp`. */
export function isOurs(entry: unknown): boolean {
  const program = programOf(entry);
  if (!program) return false;
  const words = [program.command, ...program.args];
  return words.includes('mcp') && words.some((word) => /(^|[\\/])ask-user(@|[\\/]|$)/.test(word));
}

export function serverOf(agent: Agent, place: Place): Target {
  const path = agent.file(place);
  if (typeof path !== 'string') throw new SettingsError(path.refused);
  return {
    kind: 'server',
    agent,
    path,
    format: FORMATS[agent.format],
    words: ['mcp'],
    find: (settings) => (getAt(settings, agent.path(settings)) === undefined ? undefined : agent.path(settings)),
    placeFor: agent.path,
    valueFor: agent.entry,
  };
}

/** A hook of Claude Code, with the place of its group in the settings. */
export interface Hook {
  readonly path: Path;
  readonly matcher: unknown;
  readonly command: string;
  /** Seconds. */
  readonly timeout: unknown;
}

/** Returns the commands that Claude Code runs before a tool. */
export function hooksOf(settings: unknown): readonly Hook[] {
  const groups = getAt(settings, HOOKS);
  if (!Array.isArray(groups)) return [];
  return groups.flatMap((group: unknown, i) => {
    const list = isRecord(group) ? group['hooks'] : undefined;
    if (!isRecord(group) || !Array.isArray(list)) return [];
    return list.filter(isRecord).map(({ command, timeout }) => ({
      path: [...HOOKS, i],
      matcher: group['matcher'],
      command: isText(command) ? command : '',
      timeout,
    }));
  });
}

export const isOurHook = ({ command }: Pick<Hook, 'command'>): boolean =>
  /ask-user\b.*\bhook claude-code\b/.test(command);

export const hookFile = (place: Place): string => join(claudeFolder(place), 'settings.json');

export const hookOf = (agent: Agent, place: Place): Target => ({
  kind: 'hook',
  agent,
  path: hookFile(place),
  format: FORMATS.json,
  words: ['hook', 'claude-code'],
  find: (settings) => hooksOf(settings).find(isOurHook)?.path,
  placeFor: () => [...HOOKS, -1],
  valueFor: (program) => ({
    matcher: HOOKED_TOOL,
    hooks: [{ type: 'command', command: toShell(program, place.platform), timeout: LIMIT_S }],
  }),
});
