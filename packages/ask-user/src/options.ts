import { parseArgs } from 'node:util';
import { askUser } from '../../../src/dialects/ask-user.js';
import type { ToolSpec } from '../../../src/dialects/types.js';
import { cleanText, isEmpty } from '../../../src/core/clean.js';

/** Ways to ask the user, in the default order. */
export const WAYS = ['app', 'form', 'page', 'file'] as const;
export type WayName = (typeof WAYS)[number];

/** Options of `ask-user mcp`. */
export interface ServerOptions {
  /** The tool that the model is offered. */
  readonly spec: ToolSpec<unknown>;
  /** Name of that tool. */
  readonly toolName: string;
  /** Name of the agent that the user sees. Defaults to the one that the MCP client states. */
  readonly asker: string | undefined;
  /** Ways to ask, in order. */
  readonly ways: readonly WayName[];
  /** Milliseconds before which a decline or cancel of a form is not the user's. */
  readonly minHumanMs: number;
  /** Path of the pending-questions file. Defaults to that of the command line. */
  readonly file: string | undefined;
}

/** Programs decline a form 2 to 37 ms after it was asked. A user has to see it, read it and press a key. */
const MIN_HUMAN_MS = 300;

export const HELP = `Usage: ask-user mcp [options]

MCP server on standard input and output, with which a coding agent asks its user. The
questions are shown as a dialog in the agent, if it shows MCP Apps; otherwise as a form of
the agent, if it shows forms; otherwise in a page in the browser; otherwise they are saved
in a file.

Options
  --tool-name NAME    name of the tool (default: ask_user, or the dialect's). Gemini CLI
                      refuses ask_user: use another one, such as ask_the_person
  --dialect NAME      schema of the tool (default: askUser)
  --asker NAME        name of the agent, shown to the user (default: the client's name)
  --by WAYS           ways to ask, in order (default: ${WAYS.join(',')})
  --min-human-ms N    a form counts as not shown if it is declined or cancelled in less than
                      N milliseconds (default: ${MIN_HUMAN_MS}; 0 trusts the client)
  --file PATH         file for the questions (default: .ask-user/pending-questions.json)

Set BROWSER to the program that opens the page. The documentation is in the package
react-ask-user: see "Use it with your coding agent".
`;

/** Wrong use of the command. */
export class UsageError extends Error {}

const CONFIG = {
  help: { type: 'boolean', short: 'h' },
  'tool-name': { type: 'string' },
  dialect: { type: 'string' },
  asker: { type: 'string' },
  by: { type: 'string' },
  'min-human-ms': { type: 'string' },
  file: { type: 'string' },
} as const;

async function readSpec(name: string | undefined): Promise<ToolSpec<unknown>> {
  if (name === undefined) return askUser.tool;
  // Loaded only here, because every agent waits for the start of the server.
  const { DIALECTS } = await import('../../../src/dialects/catalogue.js');
  const withTool = DIALECTS.filter((one) => one.tool);
  const tool = withTool.find((one) => one.name === name)?.tool;
  if (tool) return tool;
  throw new UsageError(`--dialect requires one of ${withTool.map((one) => one.name).join(', ')}, not "${name}".`);
}

function readWays(text: string | undefined): readonly WayName[] {
  if (text === undefined) return WAYS;
  const names = text.split(',').map((name) => name.trim());
  const known = names.flatMap((name) => WAYS.find((one) => one === name) ?? []);
  if (known.length === names.length && new Set(known).size === known.length) return known;
  throw new UsageError(`--by requires a list of ${WAYS.join(', ')}, not "${text}".`);
}

function readMinHuman(text: string | undefined): number {
  if (text === undefined) return MIN_HUMAN_MS;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new UsageError(`--min-human-ms requires a whole number of milliseconds, not "${text}".`);
}

/**
 * Reads the options of `ask-user mcp`. Resolves with `undefined` if they ask for help.
 *
 * @throws {UsageError} If an option is unknown or has a wrong value.
 */
export async function readOptions(args: readonly string[]): Promise<ServerOptions | undefined> {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options: CONFIG, strict: true, allowPositionals: false }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return undefined;
  const spec = await readSpec(values.dialect);
  const toolName = values['tool-name'] ?? spec.name;
  if (!/^[\w.-]{1,48}$/.test(toolName)) {
    throw new UsageError(`--tool-name requires 1 to 48 letters, digits, "_", "-" or ".", not "${toolName}".`);
  }
  if (values.asker !== undefined && isEmpty(cleanText(values.asker))) {
    throw new UsageError('--asker requires a name.');
  }
  return {
    spec,
    toolName,
    asker: values.asker,
    ways: readWays(values.by),
    minHumanMs: readMinHuman(values['min-human-ms']),
    file: values.file,
  };
}
