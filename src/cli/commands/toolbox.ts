import { formatPrompt } from '../../dialects/ask-user-json.js';
import { jsonError, toJsonError, type AskUserJsonError } from '../../dialects/ask-user-json-error.js';
import { askUserJson } from '../../dialects/ask-user-json.js';
import type { Context } from '../command.js';
import { EXIT, type ExitCode } from '../exit.js';
import { decode, toJson } from '../../pending/json.js';
import { readBytes, writeOut } from '../io.js';
import { reasonOf } from '../../pending/errors.js';

/**
 * Returns the definition of the tool. Amp reads `inputSchema`. The integration example in the tool's specification has
 * the fields `input_schema` and `execute`.
 */
function description() {
  const { name, description: text, inputSchema } = askUserJson.tool;
  return {
    name,
    description: text,
    inputSchema,
    input_schema: inputSchema,
    execute: 'TOOLBOX_ACTION=execute ask-user',
  };
}

/** Parses a JSON text. Returns other text unchanged, so that the dialect can report what is wrong with it. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return text;
  }
}

async function execute(signal: AbortSignal): Promise<object> {
  const bytes = await readBytes(undefined, signal);
  let text;
  try {
    text = decode(bytes, 'input');
  } catch (error) {
    return jsonError('INVALID_JSON', reasonOf(error));
  }
  const input = valueOf(text);
  const parsed = askUserJson.parse(input, { strict: true });
  return parsed.ok ? formatPrompt(parsed.value) : toJsonError(parsed.issues, input);
}

const isError = (output: object): output is AskUserJsonError => 'status' in output && output.status === 'error';

async function act(action: string, signal: AbortSignal): Promise<object> {
  if (action === 'describe') return description();
  if (action === 'execute') return execute(signal);
  return jsonError('INVALID_INPUT', `TOOLBOX_ACTION must be "describe" or "execute", not ${JSON.stringify(action)}`);
}

/**
 * Runs the JSON `ask_user` tool of an agent's toolbox: prints its definition, or the prompt for the request on standard
 * input. Prints one JSON object. If that is an error object, the exit code is 1. Rejects without output if a signal
 * interrupts the reading.
 */
export async function toolbox(action: string, { signal }: Context): Promise<ExitCode> {
  let output: object;
  try {
    output = await act(action, signal);
  } catch (error) {
    signal.throwIfAborted();
    output = jsonError('INTERNAL_ERROR', reasonOf(error));
  }
  await writeOut(toJson(output));
  return isError(output) ? EXIT.error : EXIT.ok;
}
