import { join } from 'node:path';
import { isRecord } from '../../../../src/core/guards.js';
import type { Path } from './format.js';

/** Name of the server in the settings of every agent. */
export const SERVER_NAME = 'ask';
/** Seconds that a call may take: a day, because a user is not a program. */
export const LIMIT_S = 86_400;
/** Seconds below which a time limit is reported as too short. */
export const SHORT_S = 600;
/** Seconds that `npx` may take to start the server for the first time. */
const START_S = 60;
/** Gemini CLI and Qwen Code deny every tool of the name `ask_user` without a terminal. */
const OTHER_NAME = 'ask_the_person';

/** What the server and the browser need of the environment on Linux and over SSH. Codex passes on nothing of it by itself. */
const SCREEN = [
  'BROWSER',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'DBUS_SESSION_BUS_ADDRESS',
  'SSH_CONNECTION',
  'SSH_TTY',
];

/** How an agent starts a program. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where settings are looked for. */
export interface Place {
  /** Whether the settings of the project in `cwd` are meant, instead of the user's. */
  readonly isProject: boolean;
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  exists(path: string): boolean;
}

/** A coding agent, and how a server is added to its settings. */
export interface Agent {
  /** Name in the command line. */
  readonly name: string;
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** Returns the settings file, or a sentence why there is none. */
  file(place: Place): string | { readonly refused: string };
  /** Returns the path of our server in these settings. */
  path(settings: unknown): Path;
  /** Returns the settings of our server. */
  entry(program: Program, settings: unknown): Readonly<Record<string, unknown>>;
  /** Time limit for a call in the settings of a server: where it is, and its unit. Absent if the agent has none. */
  readonly limit?: { readonly keys: readonly string[]; readonly perSecond: 1 | 1000; readonly isNeeded: boolean };
  /** Name of the tool, if the agent cannot use `ask_user`. */
  readonly toolName?: string;
  /** What the user does so that the agent reads its settings. */
  readonly next: string;
}

const MS = LIMIT_S * 1000;
const inMs = { keys: ['timeout'], perSecond: 1000 } as const;

const toolArgs = ({ args }: Program, name?: string): readonly string[] =>
  name === undefined ? args : [...args, '--tool-name', name];

const under = (name: string) => () => [name, SERVER_NAME];

/** Folder for the settings of programs on this system. */
function appData({ env, home, platform }: Place): string {
  if (platform === 'win32') return env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env['XDG_CONFIG_HOME'] ?? join(home, '.config');
}

/** Whether these settings of opencode have the form of its version 2, in which the servers are one level below. */
const isOpencode2 = (settings: unknown): boolean => {
  const mcp = isRecord(settings) ? settings['mcp'] : undefined;
  const servers = isRecord(mcp) ? mcp['servers'] : undefined;
  return isRecord(servers) && !('type' in servers);
};

function opencodeFile({ isProject, env, home, cwd, exists }: Place): string {
  const given = env['OPENCODE_CONFIG'];
  if (!isProject && given) return given;
  const folder = isProject ? cwd : join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode');
  const withComments = join(folder, 'opencode.jsonc');
  return exists(withComments) ? withComments : join(folder, 'opencode.json');
}

/** Settings folder of Claude Code, which also contains the settings of hooks. */
export const claudeFolder = ({ isProject, env, home, cwd }: Place): string =>
  isProject ? join(cwd, '.claude') : (env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'));

const gemini = (name: string, title: string, folder: string, homeOf: (place: Place) => string): Agent => ({
  name,
  title,
  format: 'json',
  file: (place) => join(place.isProject ? place.cwd : homeOf(place), folder, 'settings.json'),
  path: under('mcpServers'),
  entry: (program) => ({
    command: program.command,
    args: toolArgs(program, OTHER_NAME),
    timeout: MS,
    trust: true,
  }),
  limit: { ...inMs, isNeeded: true },
  toolName: OTHER_NAME,
  next: `Start ${title} again.`,
});

/**
 * The agents of `ask-user add`.
 *
 * Sources, read in November 2026: the MCP pages of code.claude.com, developers.openai.com/codex, code.visualstudio.com,
 * opencode.ai, docs.github.com/copilot, cursor.com, and the repositories of Gemini CLI and Qwen Code.
 */
export const AGENTS: readonly Agent[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    file: ({ isProject, env, home, cwd }) =>
      isProject ? join(cwd, '.mcp.json') : join(env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json'),
    path: under('mcpServers'),
    entry: ({ command, args }) => ({ type: 'stdio', command, args, timeout: MS }),
    limit: { ...inMs, isNeeded: false },
    next: 'Start Claude Code again, and look at /mcp.',
  },
  {
    name: 'codex',
    title: 'Codex',
    format: 'toml',
    file: ({ isProject, env, home, cwd }) =>
      join(isProject ? join(cwd, '.codex') : (env['CODEX_HOME'] ?? join(home, '.codex')), 'config.toml'),
    path: under('mcp_servers'),
    entry: ({ command, args }) => ({
      command,
      // In its terminal, Codex does not send a form in which a text that may stay blank is blank.
      args: [...args, '--by', 'page,form,file'],
      env_vars: SCREEN,
      startup_timeout_sec: START_S,
      tool_timeout_sec: LIMIT_S,
    }),
    limit: { keys: ['tool_timeout_sec'], perSecond: 1, isNeeded: true },
    next: 'Start Codex again, and look at /mcp. Codex reads the settings of a project only if you trust it.',
  },
  {
    name: 'vscode',
    title: 'VS Code',
    format: 'json',
    file: (place) =>
      place.isProject ? join(place.cwd, '.vscode', 'mcp.json') : join(appData(place), 'Code', 'User', 'mcp.json'),
    path: under('servers'),
    entry: ({ command, args }) => ({ type: 'stdio', command, args }),
    next: 'Run "MCP: List Servers" in VS Code, and start the server "ask".',
  },
  {
    name: 'opencode',
    title: 'opencode',
    format: 'json',
    file: opencodeFile,
    path: (settings) => (isOpencode2(settings) ? ['mcp', 'servers', SERVER_NAME] : ['mcp', SERVER_NAME]),
    entry: ({ command, args }, settings) =>
      isOpencode2(settings)
        ? { type: 'local', command: [command, ...args], timeout: { startup: START_S * 1000, request: MS } }
        : { type: 'local', command: [command, ...args], enabled: true, timeout: MS },
    limit: { keys: ['timeout', 'request'], perSecond: 1000, isNeeded: true },
    next: 'Start opencode again.',
  },
  {
    name: 'copilot',
    title: 'GitHub Copilot CLI',
    format: 'json',
    file: ({ isProject, env, home }) =>
      isProject
        ? {
            refused:
              'GitHub Copilot CLI reads .mcp.json of a project, as Claude Code does. Run: ask-user add claude-code --project',
          }
        : join(env['COPILOT_HOME'] ?? join(home, '.copilot'), 'mcp-config.json'),
    path: under('mcpServers'),
    entry: ({ command, args }) => ({ type: 'local', command, args, tools: ['*'], timeout: MS }),
    limit: { ...inMs, isNeeded: true },
    next: 'Start GitHub Copilot CLI again, and look at /mcp show.',
  },
  gemini('gemini', 'Gemini CLI', '.gemini', ({ env, home }) => env['GEMINI_CLI_HOME'] ?? home),
  gemini('qwen', 'Qwen Code', '.qwen', ({ home }) => home),
  {
    name: 'cursor',
    title: 'Cursor',
    format: 'json',
    file: ({ isProject, home, cwd }) => join(isProject ? cwd : home, '.cursor', 'mcp.json'),
    path: under('mcpServers'),
    entry: ({ command, args }) => ({ command, args }),
    next: 'Open the settings of Cursor, and enable the server "ask" under MCP.',
  },
];
