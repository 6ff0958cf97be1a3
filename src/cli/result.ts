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
import { withValues } from '../pending/values.js';

export interface ResultToPrint {
  readonly dialect: AgentDialect;
  readonly result: AskUserResult;
  readonly request: AskUserRequest;
  readonly pretty?: boolean | undefined;
  /** Whether to print the result itself, with the ids and values of the questions, instead of the agent's format. */
  readonly details?: boolean | undefined;
}

const definedValue = (value: string | undefined) => (value === undefined ? {} : { value });

/** Returns the result with the values of the selected options. */
function detailsOf({ dialect, result, request }: ResultToPrint): AskUserResult {
  if (!('answers' in result) || !result.answers) return result;
  const { questions } = withValues({ dialect, request });
  const answers = result.answers.map((answer) => {
    const options = questions.find(({ id }) => id === answer.questionId)?.options;
    const selected = answer.selected.map((one) => ({ ...one, ...definedValue(options?.[one.index]?.value) }));
    return { ...answer, selected };
  });
  return { ...result, answers };
}

export const outputOf = (outcome: ResultToPrint): unknown =>
  outcome.details ? detailsOf(outcome) : outcome.dialect.formatResult(outcome.result, outcome.request);

export const hasInput = (result: AskUserResult): boolean =>
  result.status === 'answered' || (result.status === 'declined' && result.discuss === true);

const inputName = ({ status }: AskUserResult): string => (status === 'answered' ? 'answer' : 'message');

export async function printResult(outcome: ResultToPrint): Promise<void> {
  const { dialect, result, request, pretty, details } = outcome;
  if (hasInput(result) && isOutputDiscarded()) {
    throw new CliError(`Standard output is closed or /dev/null, so no program would read the ${inputName(result)}.`);
  }
  await writeOut(toJson(outputOf(outcome), pretty));
  if (details) return;
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
    const { result } = outcome;
    if (!hasInput(result) || !(error instanceof CliError)) throw error;
    const text = toJson(outputOf(outcome));
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
