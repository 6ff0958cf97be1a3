import type { AskUserResult } from '../../core/index.js';
import { anyOf } from './signals.js';

/** Maximum number of times that one question is asked. It prevents an endless loop. */
export const ROUNDS = 20;

interface Options<Question, Settled> {
  /** Identifies a question among those of the run. */
  readonly keyOf: (question: Question) => string;
  /** Asks the user. The suffix of the request's id is empty, or `#2` and so on if the question is asked again. */
  readonly ask: (question: Question, suffix: string, signal: AbortSignal) => Promise<Settled>;
  /** Receives the error if a withdrawn question cannot be asked again. It stays withdrawn, unless this throws. */
  readonly onAgainError?: ((error: unknown) => undefined) | undefined;
  /** Withdraws all questions. */
  readonly signal?: AbortSignal | undefined;
}

/** Creates the list of the questions for which a stored run has stopped. All are asked at once. */
export function createAskedQuestions<Question, Settled extends { readonly result: AskUserResult }>({
  keyOf,
  ask,
  onAgainError,
  signal,
}: Options<Question, Settled>) {
  type Entry = { readonly question: Question; readonly settled: Settled };
  const ended = new AbortController();
  type Asked = { readonly withdraw: AbortController; readonly done: Promise<Entry>; entry?: Entry };
  const asked = new Map<string, Asked>();

  async function askUntilSettled(question: Question, own: AbortSignal): Promise<Entry> {
    let settled = await ask(question, '', own);
    // An earlier follower of the run has withdrawn the request, and the run still waits.
    for (let round = 2; settled.result.status === 'aborted' && !own.aborted && round <= ROUNDS; round++) {
      const again = await ask(question, `#${round}`, own).catch(onAgainError);
      if (!again) break;
      settled = again;
    }
    return { question, settled };
  }

  function start(question: Question): void {
    const key = keyOf(question);
    if (asked.has(key)) return;
    const withdraw = new AbortController();
    const own = anyOf(signal, ended.signal, withdraw.signal);
    const one: Asked = { withdraw, done: askUntilSettled(question, own).then((entry) => (one.entry = entry)) };
    // `next` may be called later, or not at all if the run fails.
    one.done.catch(() => undefined);
    asked.set(key, one);
  }

  return {
    /** Returns the keys of the questions whose results the run has not received. */
    keys: () => [...asked.keys()],
    /** Returns those that have a result. */
    settled: () => [...asked.values()].flatMap(({ entry }) => entry ?? []),
    /** Resolves to one that has a result. Rejects if a question could not be asked. */
    next: () => Promise.race([...asked.values()].map(({ done }) => done)),
    /** Asks those of the questions that are not asked yet. */
    ask: (questions: readonly Question[]) => questions.forEach(start),
    /** Like `ask`, and withdraws every other question, because the run no longer waits for it. */
    sync(questions: readonly Question[]) {
      const keys = new Set(questions.map(keyOf));
      for (const [key, { withdraw }] of asked) {
        if (keys.has(key)) continue;
        withdraw.abort();
        asked.delete(key);
      }
      questions.forEach(start);
    },
    /** Removes a question whose result the run receives. If the run asks it again, it is a new question. */
    remove: (key: string) => void asked.delete(key),
    /** Withdraws all questions, because nobody would give their results to the run. */
    end: () => ended.abort(),
  };
}
