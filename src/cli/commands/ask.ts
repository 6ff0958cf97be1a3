import type { AskUserResult } from '../../core/answer/types.js';
import { cleanText, isEmpty } from '../../core/clean.js';
import { limitNotes, readAllow, type Allow } from '../../core/flow/allow.js';
import type { FlowOptionsInput } from '../../core/flow/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { askUser } from '../../dialects/ask-user.js';
import type { AgentDialect } from '../../dialects/types.js';
import { readArgs, usageError } from '../args.js';
import { COMMAND, type Command, type Context } from '../command.js';
import { CliError, EXIT, isHangUp, type ExitCode } from '../exit.js';
import { withdrawnBy, type FrontendOptions } from '../frontend.js';
import { toJson } from '../../pending/json.js';
import { isStdin, printMessage, writeOut } from '../io.js';
import { PENDING_FILE } from '../../pending/file.js';
import { quoted } from '../../pending/instructions.js';
import { printNextStep, printPending, savePending } from '../print.js';
import { dialectOf, findAnswered, findUnaskable, loadRequest, refusal, type Loaded } from '../request.js';
import { hasInput, outputOf, printOrSave } from '../result.js';
import { openTerminal } from '../terminal.js';
import { askInFile, timeoutOf } from '../wait.js';

const OPTIONS = {
  dialect: { type: 'string' },
  asker: { type: 'string' },
  print: { type: 'boolean' },
  wait: { type: 'boolean' },
  timeout: { type: 'string' },
  web: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  file: { type: 'string' },
  session: { type: 'string' },
  force: { type: 'boolean' },
  'soft-limit': { type: 'string' },
  'allow-skip': { type: 'boolean' },
  'allow-decline': { type: 'boolean' },
  'allow-partial': { type: 'boolean' },
  'allow-discuss': { type: 'boolean' },
  'no-recommended': { type: 'boolean' },
  details: { type: 'boolean' },
  pretty: { type: 'boolean' },
} as const;

/** Options of the pending-questions file, which cannot be combined with `--web`. */
const PRINT_ONLY = ['wait', 'timeout', 'file', 'session', 'force'] as const;
/** Options for asking the user, which cannot be combined with `--print` and `--wait`. */
const PERSON_ONLY = [
  'asker',
  'soft-limit',
  'allow-skip',
  'allow-decline',
  'allow-partial',
  'allow-discuss',
  'no-recommended',
] as const;

const read = (args: readonly string[]) => readArgs('ask', args, OPTIONS, ['FILE']);
type Values = ReturnType<typeof read>['values'];

function checkTogether(values: Values): void {
  const refuse = (names: readonly (keyof Values)[], way: string) => {
    const name = names.find((one) => values[one] !== undefined);
    if (name !== undefined) throw usageError(`--${name} cannot be combined with ${way}.`, 'ask');
  };
  if (values.print) refuse(['web', 'wait', 'no-open', ...PERSON_ONLY], '--print');
  if (values.wait) refuse(['web', 'no-open', ...PERSON_ONLY], '--wait');
  if (values.web) refuse(PRINT_ONLY, '--web');
  else if (values['no-open']) throw usageError('--no-open requires --web.', 'ask');
  if (values.timeout !== undefined && !values.wait) throw usageError('--timeout requires --wait.', 'ask');
  if (values.asker !== undefined && isEmpty(cleanText(values.asker))) {
    throw usageError(`--asker requires a name, not ${JSON.stringify(values.asker)}.`, 'ask');
  }
  if (values.file === '' || values.file === '-') {
    throw usageError(`--file requires a file name, not ${JSON.stringify(values.file)}.`, 'ask');
  }
}

function softLimitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit > 0 && Number.isSafeInteger(limit)) return limit;
  throw usageError(`--soft-limit requires a positive whole number of characters, not "${text}".`, 'ask');
}

/**
 * Returns the flow options, without what the dialect cannot represent. Prints a message if `--allow-discuss` has no
 * effect.
 */
function flowOf(values: Values, softLimit: number | undefined, { name, capabilities }: AgentDialect): FlowOptionsInput {
  const asked: Allow = {
    skip: values['allow-skip'],
    partial: values['allow-partial'],
    decline: values['allow-decline'],
    discuss: values['allow-discuss'],
    recommended: !values['no-recommended'],
  };
  const allow = readAllow(asked, capabilities);
  if (asked.discuss && !allow.discuss) {
    printMessage(`--allow-discuss has no effect: ${name} cannot represent a request to discuss the questions.`);
  }
  return { softLimit, allow };
}

/** Resolves with `undefined` if there is no terminal for the prompt. */
async function askWithFrontend(
  request: AskUserRequest,
  file: string | undefined,
  values: Values,
  options: FrontendOptions,
): Promise<AskUserResult | undefined> {
  if (values.web) {
    const { askOnWeb } = await import('../web/index.js');
    return askOnWeb(request, { ...options, open: !values['no-open'] });
  }
  const terminal = openTerminal(isStdin(file));
  if (!terminal) return undefined;
  try {
    const { askInTerminal } = await import('../prompt/index.js');
    return await askInTerminal(request, {
      ...options,
      input: terminal.input,
      output: terminal.output,
      sessionId: values.session,
    });
  } finally {
    terminal.close();
  }
}

/**
 * Asks as `askWithFrontend` does. Rejects with the reason of a signal, unless the user has already answered or sent a
 * message. After SIGHUP, resolves with a result instead.
 */
async function askUntilSignal(...[request, file, values, options]: Parameters<typeof askWithFrontend>) {
  const { signal } = options;
  const result = await askWithFrontend(request, file, values, options).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (!signal.aborted || (result && hasInput(result))) return result;
  if (!isHangUp(signal.reason)) throw signal.reason;
  return result ?? withdrawnBy(signal);
}

/** Creates a request without questions. `formatResult` needs one even if the input was refused or never read. */
const noQuestions = (raw: unknown): AskUserRequest => ({ requestId: 'ask-user', questions: [], raw });

async function refuse(loaded: Loaded, { pretty, details }: Values): Promise<never> {
  const { dialect, issues, input } = loaded;
  const output = outputOf({ dialect, result: { status: 'invalid', issues }, request: noQuestions(input), details });
  await writeOut(toJson(output, pretty));
  throw new CliError(refusal(loaded));
}

const alreadyAnswered = (file: string, index: number): CliError =>
  new CliError(
    `${file} already has an answer to question ${index + 1}, so nothing was asked. To print the result, run ${COMMAND} answer ${quoted(file)}. To ask, remove the answers.`,
  );

async function run(args: readonly string[], { signal }: Context): Promise<ExitCode> {
  const { values, positionals } = read(args);
  checkTogether(values);
  const softLimit = softLimitOf(values['soft-limit']);
  const timeoutMs = timeoutOf(values.timeout);
  const [file] = positionals;
  const named = values.dialect === undefined ? undefined : dialectOf(values.dialect, 'ask');
  const loaded = await loadRequest(file, named, { signal, asker: values.asker }).catch((error: unknown) => {
    if (isHangUp(error)) return undefined;
    throw error;
  });
  if (!loaded) {
    const dialect = named ?? askUser;
    await printOrSave({
      dialect,
      result: { status: 'connectionLost' },
      request: noQuestions(undefined),
      pretty: values.pretty,
      details: values.details,
    });
    return EXIT.notAnswered;
  }
  const { dialect, request } = loaded;
  if (!request) return refuse(loaded, values);
  const answered = isStdin(file) ? -1 : findAnswered(loaded.input);
  if (answered >= 0) throw alreadyAnswered(loaded.source, answered);
  const issues = findUnaskable(request);
  if (issues.length > 0) return refuse({ ...loaded, issues }, values);
  const { session: sessionId, force, pretty, details, timeout } = values;
  const saving = { file: values.file, from: file, sessionId, force };
  if (values.wait) return askInFile({ dialect, request }, { ...saving, timeout, timeoutMs, signal, pretty, details });
  if (!values.print) {
    const flow = flowOf(values, softLimit, dialect);
    const result = await askUntilSignal(limitNotes(request, dialect.capabilities), file, values, {
      flow,
      signal,
      printMessage,
    });
    if (result) {
      await printOrSave({ dialect, result, request, pretty, details });
      return result.status === 'answered' ? EXIT.ok : EXIT.notAnswered;
    }
    printMessage('No terminal is available. Continuing as with --print.');
  }
  const saved = savePending({ dialect, request }, saving);
  await printPending(saved.file, pretty);
  printNextStep(saved, { dialect, request });
  return EXIT.pending;
}

export const ask: Command = {
  name: 'ask',
  summary: 'ask a user: in the terminal, in a browser, or through a file',
  help: `Usage: ${COMMAND} ask [FILE] [options]

Ask the questions in FILE and print the result on standard output, as one line of JSON in
the format of the agent's tool. FILE is a JSON request; "-" or no FILE is standard input.

Modes
  (none)            prompt in the terminal; without a terminal, same as --print
  --web             show a page in your browser, served to this computer only
  --print           save the questions to a file for "answer"
  --wait            save them, and wait until they are answered

Options
  --dialect NAME    input dialect (default: detected; names: schema)
  --no-open         with --web: print the address, do not open a browser
  --asker NAME      name of the agent, shown to the user (never read from the request)
  --soft-limit N    confirm an answer of more than N characters (default: 2000)
  --allow-skip      let the user skip a question
  --allow-decline   let the user decline, which is not the same as cancelling
  --allow-partial   let the user send some answers; the other questions are skipped
  --allow-discuss   let the user send a message to discuss the questions first
  --no-recommended  do not offer to use all recommended options at once
  --timeout TIME    with --wait: wait at most TIME, such as 30s, 5m or 2h
  --file PATH       file for the questions (default: ${PENDING_FILE})
  --session ID      session ID to store in the file (default: random); a prompt offers the
                    answers that earlier requests of the session did not accept
  --force           replace other pending questions in the file
  --details         print ids, values and status, instead of the agent's format
  --pretty          print the JSON on several lines

Exit codes: 0 answered; 1 error; 2 usage error; 3 not answered (the JSON contains the
reason) or hung up; 4 pending: the questions are in the file; 129 hung up with --wait; 130
interrupted (Ctrl+C); 143 terminated.

Example
  ${COMMAND} ask questions.json
`,
  run,
};
