import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { AgentDialect } from '../../dialects/types.js';
import { tooOld } from '../shared/floor.js';

/** What the tool interrupts its graph with: the model's input, who asks, and which call of it. */
export interface AskPayload extends Readonly<Record<string, unknown>> {
  readonly type: 'ask_user';
  /** Names the call within its thread: what resumes it has to say the same. Only our tool sends it. */
  readonly requestId?: string;
}

/** A question that a LangGraph thread waits with: one of its interrupts. */
export interface OpenQuestion {
  /** LangGraph's id of the interrupt: what it is resumed by. */
  readonly interruptId: string;
  readonly input: AskPayload;
}

/** What our tool is resumed with: an answer, and the call that it belongs to. */
export interface AskResume {
  readonly requestId: string;
  /** The dialect's wire. */
  readonly result: unknown;
}

/**
 * The questions that wait in what LangGraph gives: what `invoke` returns, a chunk of a stream, the state of a thread, a list of
 * interrupts. Other interrupts, of other tools or of breakpoints, are passed over.
 *
 * @throws Error for a question of LangGraph before 0.4, whose interrupts have no id to resume them by
 * @example
 * const open = openQuestions(await graph.getState({ configurable: { thread_id } }));
 */
export function openQuestions(source: unknown): readonly OpenQuestion[] {
  const found = new Map<string, OpenQuestion>();
  for (const { id, value } of interruptsIn(source)) {
    if (!isAsk(value)) continue;
    if (typeof id !== 'string') throw tooOld(NO_ID, '@langchain/langgraph 0.4.6');
    found.set(id, { interruptId: id, input: value });
  }
  return [...found.values()];
}

const NO_ID =
  'A question of this graph has no id to resume it by, so that no answer could reach it, and nobody was asked.';

const isAsk = (value: unknown): value is AskPayload => isRecord(value) && value['type'] === 'ask_user';

/** Of a list: of each in it; a chunk of a stream is one, `[mode, chunk]`. Of a thread's task: while it has no result. */
function interruptsIn(source: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(source)) return source.flatMap(interruptsIn);
  if (!isRecord(source)) return [];
  const { __interrupt__, tasks, interrupts, result, id, value, when } = source;
  // Before 0.4.0 an interrupt says `when` it came, and has no id.
  if ((id ?? when) !== undefined && value !== undefined) return [source];
  if (__interrupt__ !== undefined) return interruptsIn(__interrupt__);
  if (Array.isArray(tasks)) return interruptsIn(tasks);
  if (result != null) return [];
  return Array.isArray(interrupts) ? interruptsIn(interrupts) : [];
}

/**
 * What a graph is resumed with: always by the ids of the interrupts, since `new Command({ resume: answer })` gives every open
 * interrupt the same answer.
 *
 * @param answers - questions, and what the dialect made of their results
 * @example
 * await graph.invoke(new Command({ resume: resumeWith([[question, askUser.formatResult(result, request)]]) }), config);
 */
export function resumeWith(
  answers: readonly (readonly [question: OpenQuestion, wire: unknown])[],
): Record<string, unknown> {
  return Object.fromEntries(
    answers.map(([{ interruptId, input }, wire]) => {
      const { requestId } = input;
      // Who asks without our tool, as a graph in Python does, reads the wire itself.
      return [interruptId, requestId === undefined ? wire : ({ requestId, result: wire } satisfies AskResume)];
    }),
  );
}

/** What a question's dialect makes of an ending, whether or not the question can be read. */
export function wireOf(dialect: AgentDialect, { input }: OpenQuestion, result: AskUserResult): unknown {
  const parsed = dialect.parse(input);
  return dialect.formatResult(result, parsed.ok ? parsed.value : { requestId: '', questions: [], raw: input });
}
