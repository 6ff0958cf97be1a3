import type { AnsweredResult } from '../core/answer/types.js';
import { parseAnswers } from './answers.js';
import { claim } from './claim.js';
import { PendingFileError } from './errors.js';
import { readPending, type PendingFile } from './file.js';

/** Questions of a claimed file, with an answer to each. */
export interface TakenAnswers extends PendingFile {
  /** Result with the answers. */
  readonly result: AnsweredResult;
  /**
   * Removes the claimed file. Call it after the answers have reached the agent.
   *
   * @throws {PendingFileError} If the file cannot be removed.
   */
  done(): void;
  /**
   * Gives the file its name back, so that the answers are not lost if they cannot be passed on. Returns the path of the
   * file. That is the claimed path if the name cannot be restored.
   */
  restore(): string;
}

/** For a question without options, a list of strings becomes one text. */
const answersIn = ({ questions, request }: PendingFile): readonly unknown[] =>
  questions.map(({ answer, options }, i) => {
    const open = options === undefined && request.questions[i]?.options.length === 0;
    return open && Array.isArray(answer) && answer.every((one) => typeof one === 'string') ? answer.join(', ') : answer;
  });

function valuesOf(pending: PendingFile, given: readonly unknown[] | undefined): readonly unknown[] {
  if (given === undefined) return answersIn(pending);
  const edited = pending.questions.findIndex(({ answer }) => answer !== null && answer !== undefined);
  if (edited < 0) return given;
  throw new PendingFileError(
    `${pending.file} already has an answer to question ${edited + 1}. Use the file or --answers, not both.`,
  );
}

/** @param given - Answers in question order. By default, those that the user has written into the file. */
export function takeAnswers(file: string, given?: readonly unknown[], own?: string): TakenAnswers | undefined {
  const pending = readPending(file, own);
  if (!pending) return undefined;
  const parsed = parseAnswers(pending.request, valuesOf(pending, given));
  if (!parsed.ok) throw new PendingFileError(`${file}: ${parsed.problems.join('; ')}.`);
  return { ...pending, result: parsed.result, ...claim(file, pending.read) };
}
