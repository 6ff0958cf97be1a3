import { isRecord } from '../../core/guards.js';
import type { AgentDialect } from '../../dialects/index.js';
import type { AskUserResult } from '../../core/index.js';
import { requestOf } from '../shared/dialect.js';
import { canonical } from '../shared/canonical.js';

/** Payload with which the tool interrupts its graph: the model's input and the id of the call. */
export interface AskPayload extends Readonly<Record<string, unknown>> {
  readonly type: 'ask_user';
  /** Identifies the call within its thread. The resume value must contain the same id. */
  readonly requestId?: string;
}

/** An open question of a LangGraph thread: one of its interrupts. */
export interface OpenQuestion {
  /** LangGraph's id of the interrupt, which a resume is keyed by. Interrupts of one task can have the same id. */
  readonly interruptId: string;
  readonly input: AskPayload;
}

/** Resume value that the tool of `langGraphAskTool` expects: a result and the call that it belongs to. */
export interface AskResume {
  readonly requestId: string;
  /** Output of the tool's dialect. */
  readonly result: unknown;
}

/**
 * Returns the open questions in a value that LangGraph returns: the result of `invoke`, a chunk of a stream, the state
 * of a thread, or a list of interrupts. Interrupts of other tools and breakpoints are ignored.
 *
 * Of several interrupts with the same id, only the first is returned, because LangGraph gives the next resume value to
 * it. The next one is open once the first is resumed, which may be the interrupt of another tool.
 *
 * @throws {Error} If the interrupt of a question has no id to resume it by. `@langchain/langgraph` before 0.4 has none.
 * @example
 * const open = openQuestions(await graph.getState({ configurable: { thread_id } }));
 */
export function openQuestions(source: unknown): readonly OpenQuestion[] {
  return firstOfEachId(listedQuestions(source));
}

/**
 * Returns every question in the value, including those that wait for another one with the same interrupt id. Those that
 * wait for the interrupt of another tool are not included, because it would get their answer.
 */
export function listedQuestions(source: unknown): readonly OpenQuestion[] {
  const others = new Set<unknown>();
  return interruptsIn(source).flatMap(({ id, value }) => {
    if (!isAsk(value)) others.add(id);
    if (!isAsk(value) || (id !== undefined && others.has(id))) return [];
    if (typeof id !== 'string') throw new Error(NO_ID);
    return [{ interruptId: id, input: value }];
  });
}

export const firstOfEachId = <Question extends OpenQuestion>(questions: readonly Question[]): readonly Question[] =>
  questions.filter(({ interruptId }, i) => questions.findIndex((other) => other.interruptId === interruptId) === i);

/** Identifies a question among those of its thread, because interrupts of one task can have the same id. */
export const keyOf = ({ interruptId, input }: OpenQuestion): string =>
  canonical([interruptId, input.requestId || input]);

const NO_ID =
  'An interrupt of this graph has no id, so it could not be resumed and the user was not asked. Install @langchain/langgraph 0.4.6 or newer.';

const isAsk = (value: unknown): value is AskPayload => isRecord(value) && value['type'] === 'ask_user';

/**
 * Finds interrupts recursively in lists, such as the stream chunk `[mode, chunk]`. A task's interrupts count while the
 * task has no result.
 */
function interruptsIn(source: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(source)) return source.flatMap(interruptsIn);
  if (!isRecord(source)) return [];
  const { __interrupt__, tasks, interrupts, result, id, value, when } = source;
  // Test this first, because the state of a graph can have any other field.
  if (__interrupt__ !== undefined) return interruptsIn(__interrupt__);
  // Before 0.4.0, an interrupt has the field `when` and no id.
  if ((id ?? when) !== undefined && value !== undefined) return [source];
  if (Array.isArray(tasks)) return interruptsIn(tasks);
  if (result != null) return [];
  return Array.isArray(interrupts) ? interruptsIn(interrupts) : [];
}

/**
 * Creates the `resume` value of a `Command`. The answers are keyed by interrupt id, because
 * `new Command({ resume: answer })` gives the same answer to every open interrupt.
 *
 * @param answers - Pairs of a question and the output of its dialect.
 * @throws {TypeError} If two questions have the same interrupt id, because LangGraph resumes them one after the other.
 * @example
 * await graph.invoke(new Command({ resume: createResume([[question, askUser.formatResult(result, request)]]) }), config);
 */
export function createResume(
  answers: readonly (readonly [question: OpenQuestion, output: unknown])[],
): Record<string, unknown> {
  const questions = answers.map(([question]) => question);
  if (firstOfEachId(questions).length < questions.length) throw new TypeError(SAME_ID);
  return Object.fromEntries(
    answers.map(([{ interruptId, input }, output]) => {
      const { requestId } = input;
      // Without `langGraphAskTool`, as in a Python graph, the graph expects the output itself.
      return [interruptId, requestId === undefined ? output : ({ requestId, result: output } satisfies AskResume)];
    }),
  );
}

const SAME_ID =
  'Two of these questions have the same interrupt id, so one call would get the answer of the other. Resume the first, then read the thread’s open questions again.';

export const formatOutput = (dialect: AgentDialect, { input }: OpenQuestion, result: AskUserResult): unknown =>
  dialect.formatResult(result, requestOf(dialect.parse(input), '', input));
