import { limitIssues } from '../core/question/issues.js';
import { randomUUID } from 'node:crypto';
import type { AskUserResult } from '../core/answer/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { getLosses } from '../dialects/losses.js';
import type { AgentDialect } from '../dialects/types.js';
import { CliError } from './exit.js';
import { writePrivate } from '../pending/files.js';
import { toJson } from '../pending/json.js';
import { isOutputDiscarded, printMessage, writeOut } from './io.js';
import { issueLine } from '../pending/errors.js';

export interface ResultToPrint {
  readonly dialect: AgentDialect;
  readonly result: AskUserResult;
  readonly request: AskUserRequest;
  readonly pretty?: boolean | undefined;
}

export const hasInput = (result: AskUserResult): boolean =>
  result.status === 'answered' || (result.status === 'declined' && result.discuss === true);

const inputName = ({ status }: AskUserResult): string => (status === 'answered' ? 'answer' : 'message');

export async function printResult({ dialect, result, request, pretty }: ResultToPrint): Promise<void> {
  if (hasInput(result) && isOutputDiscarded()) {
    throw new CliError(`Standard output is closed or /dev/null, so no program would read the ${inputName(result)}.`);
  }
  await writeOut(toJson(dialect.formatResult(result, request), pretty));
  for (const loss of limitIssues(getLosses(dialect, result, request)))
    printMessage(`Not sent to the agent: ${issueLine(loss)}`);
}

/**
 * Prints a result as `printResult` does. If that fails, saves a result with an answer or a message in a file. The error
 * then names the file, or contains the result if the file cannot be written.
 */
export async function printOrSave(outcome: ResultToPrint): Promise<void> {
  try {
    await printResult(outcome);
  } catch (error) {
    const { dialect, result, request } = outcome;
    if (!hasInput(result) || !(error instanceof CliError)) throw error;
    const text = toJson(dialect.formatResult(result, request));
    throw new CliError(`${error.message} ${keep(text, inputName(result))}`);
  }
}

function keep(text: string, name: string): string {
  const file = `.ask-user/answer-${randomUUID()}.json`;
  try {
    writePrivate(file, text);
    return `The ${name} is saved in ${file}.`;
  } catch {
    return `The ${name} is: ${text.trimEnd()}`;
  }
}
