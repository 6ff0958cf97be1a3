import { isRecord } from '../../core/guards.js';
import { checkReply, type AskUserJsonPrompt } from '../../dialects/ask-user-json.js';
import { readArgs, usageError } from '../args.js';
import { COMMAND, type Command, type Context } from '../command.js';
import { CliError, EXIT, type ExitCode } from '../exit.js';
import { toJson } from '../../pending/json.js';
import { nameOf, readJson, printMessage, writeOut } from '../io.js';

const OPTIONS = { pretty: { type: 'boolean' } } as const;

const isOption = (value: unknown) =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['label'] === 'string';

function isPrompt(value: unknown): value is AskUserJsonPrompt {
  if (!isRecord(value) || value['status'] !== 'ok' || !isRecord(value['prompt'])) return false;
  const { options, answer_format: format } = value['prompt'];
  if (!Array.isArray(options) || !options.every(isOption) || !isRecord(format)) return false;
  return format['type'] === 'integer' && format['min'] === 1 && format['max'] === options.length;
}

/**
 * Moves the first negative number behind `--` at the end, so that a reply such as -1 is not parsed as an option. Has no
 * effect if an earlier argument is `--`.
 */
function withReply(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => arg === '--' || /^-\d/.test(arg));
  const found = args[at];
  return found === undefined || found === '--' ? args : [...args.toSpliced(at, 1), '--', found];
}

async function run(args: readonly string[], { signal }: Context): Promise<ExitCode> {
  const { values, positionals } = readArgs('check', withReply(args), OPTIONS, ['FILE', 'REPLY']);
  const [file, reply] = positionals;
  if (file === undefined || reply === undefined) throw usageError('check requires FILE and REPLY.', 'check');
  const source = nameOf(file);
  const prompt = await readJson(file, signal);
  if (!isPrompt(prompt)) throw new CliError(`${source} does not contain a prompt printed by TOOLBOX_ACTION=execute.`);
  const checked = checkReply(prompt, reply);
  if (!checked.ok) {
    const { ok: _ok, ...error } = checked;
    await writeOut(toJson(error, values.pretty));
    printMessage(`ask-user: ${error.error.message}`);
    return EXIT.error;
  }
  const { tool, version, status } = prompt;
  const option = prompt.prompt.options[checked.index];
  await writeOut(toJson({ tool, version, status, answer: checked.index + 1, option }, values.pretty));
  return EXIT.ok;
}

export const check: Command = {
  name: 'check',
  summary: 'check a reply to a prompt printed by TOOLBOX_ACTION=execute',
  help: `Usage: ${COMMAND} check FILE REPLY [--pretty]

Check REPLY against the "answer_format" of the prompt in FILE, as printed by
TOOLBOX_ACTION=execute. "-" reads standard input. If REPLY is valid, print the selected
option and exit with 0; otherwise print an INVALID_ANSWER error object and exit with 1.

Example
  ${COMMAND} check prompt.json 2
`,
  run,
};
