import type { AnsweredResult } from '../core/answer/types.js';
import { type GivenAnswers, inOrder, parseAnswers } from './answers.js';
import { claim } from './claim.js';
import { PendingFileError } from './errors.js';
import { readPending, type PendingFile, type ReadOptions } from './file.js';
import { toJson } from './json.js';
import { deliver } from './mailbox.js';
import { withValues } from './values.js';

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

/** Replaces the values of options by their labels. A label precedes a value, and what two options share names neither. */
function toLabels(pending: PendingFile, given: GivenAnswers): GivenAnswers {
  const { questions } = withValues(pending);
  const { values, problems } = inOrder(questions, given);
  if (problems.length > 0) return given;
  return values.map((answer, i) => {
    const options = questions[i]?.options ?? [];
    const labelOf = (text: unknown): unknown => {
      const [named, ...others] = options.filter(({ value }) => value === text);
      const isShared = others.length > 0 || options.filter(({ label }) => label === named?.label).length > 1;
      return named === undefined || isShared || options.some(({ label }) => label === text) ? text : named.label;
    };
    return Array.isArray(answer) ? answer.map(labelOf) : labelOf(answer);
  });
}

function valuesOf(pending: PendingFile, given: GivenAnswers | undefined): GivenAnswers {
  if (given === undefined) return answersIn(pending);
  const edited = pending.questions.findIndex(({ answer }) => answer !== null && answer !== undefined);
  if (edited < 0) return toLabels(pending, given);
  throw new PendingFileError(
    `${pending.file} already has an answer to question ${edited + 1}. Use the file or --answers, not both.`,
  );
}

interface Answers {
  readonly result: AnsweredResult;
  /** The content of the file with the answers in it. */
  readonly completed: () => string;
}

/** @throws {PendingFileError} If an answer is missing or invalid. */
function answersOf(pending: PendingFile, given?: GivenAnswers): Answers {
  const values = valuesOf(pending, given);
  const parsed = parseAnswers(pending.request, values);
  if (!parsed.ok) throw new PendingFileError(`${pending.file}: ${parsed.problems.join('; ')}.`, parsed.isOpen);
  const answers = inOrder(pending.request.questions, values).values;
  const { sessionId, timestamp, dialect, request } = pending;
  const questions = pending.questions.map((question, i) => ({ ...question, answer: answers[i] }));
  return {
    result: parsed.result,
    completed: () => toJson({ sessionId, timestamp, questions, dialect: dialect.name, request: request.raw }),
  };
}

/** Returns the answers in a file, which stays. `undefined` if the file does not exist. */
export function readAnswers(file: string, options: ReadOptions): (PendingFile & Answers) | undefined {
  const pending = readPending(file, options);
  return pending && { ...pending, ...answersOf(pending) };
}

/** @param given - The answers. By default, those that the user has written into the file. */
export function takeAnswers(file: string, given?: GivenAnswers, options?: ReadOptions): TakenAnswers | undefined {
  const pending = readPending(file, options);
  if (!pending) return undefined;
  const { result, completed } = answersOf(pending, given);
  const { restore, done } = claim(file, pending.read);
  return {
    ...pending,
    result,
    restore,
    done() {
      try {
        deliver(file, completed());
      } finally {
        done();
      }
    },
  };
}
