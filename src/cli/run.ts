import { readFileSync } from 'node:fs';
import { isRecord } from '../core/guards.js';
import { PendingFileError, reasonOf } from '../pending/errors.js';
import { didYouMean, usageError } from './args.js';
import { COMMAND, type Command, type Context } from './command.js';
import { answer } from './commands/answer.js';
import { ask } from './commands/ask.js';
import { check } from './commands/check.js';
import { convert } from './commands/convert.js';
import { questions } from './commands/questions.js';
import { schema } from './commands/schema.js';
import { toolbox } from './commands/toolbox.js';
import { validate } from './commands/validate.js';
import { CliError, EXIT, type ExitCode } from './exit.js';
import { printMessage, writeOut } from './io.js';

const COMMANDS: readonly Command[] = [ask, answer, questions, validate, convert, schema, check];

function commandOf(name: string): Command {
  const found = COMMANDS.find((command) => command.name === name);
  if (found) return found;
  const names = [...COMMANDS.map((command) => command.name), 'help'];
  throw usageError(`Unknown command "${name}".${didYouMean(name, names)}`);
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const value: unknown = JSON.parse(text);
  return isRecord(value) && typeof value['version'] === 'string' ? value['version'] : 'unknown';
}

const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).some((arg) => arg === '--help' || arg === '-h');
};

async function print(text: string): Promise<ExitCode> {
  await writeOut(text);
  return EXIT.ok;
}

/** Runs `ask-user`. `toolboxAction` is `TOOLBOX_ACTION` of the environment, which replaces a missing command. */
export async function run(
  args: readonly string[],
  toolboxAction: string | undefined,
  context: Context,
): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined && toolboxAction) return toolbox(toolboxAction, context);
  if (name === undefined) throw usageError(`Missing command. Example: ${COMMAND} ask questions.json.`);
  if (name === '--version') return print(`${version()}\n`);
  if (name === 'help' || name === '--help' || name === '-h') {
    const [topic] = rest;
    return print(
      topic === undefined || topic === 'help' || topic.startsWith('-') ? overview(COMMANDS) : commandOf(topic).help,
    );
  }
  const command = commandOf(name);
  return asksForHelp(rest) ? print(command.help) : command.run(rest, context);
}

export function report(error: unknown): ExitCode {
  const known = error instanceof CliError || error instanceof PendingFileError;
  printMessage(`ask-user: ${known ? error.message : `unexpected error: ${reasonOf(error)}`}`);
  return error instanceof CliError ? error.exitCode : EXIT.error;
}

export const runAndReport = (...[args, toolboxAction, context]: Parameters<typeof run>): Promise<ExitCode> =>
  run(args, toolboxAction, context).catch(report);

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`).join('\n');
  return `ask-user: ask a user an agent's questions and print the answers as JSON.

Usage: ${COMMAND} COMMAND [FILE] [options]

Commands
${list}
  ${'help'.padEnd(width)}explain a command: ${COMMAND} help ask

Getting started
  echo '{"question":"Which database?","options":["PostgreSQL","SQLite"]}' > question.json
  ${COMMAND} ask question.json

The JSON is printed on standard output, messages for the user on standard error.
As a tool in an agent's toolbox, the program runs without a command and reads
TOOLBOX_ACTION ("describe" or "execute") from the environment.

Options
  -h, --help   print this help, or the help of a command: ${COMMAND} ask --help
  --version    print the version

Exit codes
  0    answered, or done
  1    error; standard error or the JSON contains the reason
  2    usage error
  3    not answered; the JSON contains the reason
  4    pending: the questions are in a file, and not all of them are answered
  129  hung up; 3 while ask reads its input, or asks in the terminal or a page
  130  interrupted (Ctrl+C)
  143  terminated
`;
}
