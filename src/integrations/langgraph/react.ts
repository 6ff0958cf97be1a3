'use client';
import type { AnsweredOutput, UnansweredOutput, AskUserResult } from '../../core/index.js';
import { type AgentDialect, askUser } from '../../dialects/index.js';
import { useEffect, useRef, useState } from 'react';
import { ROUNDS } from '../shared/asked-questions.js';
import { askProps, failed, type AskProps, type Delivery } from '../shared/dialog-props.js';
import { createResume, firstOfEachId, formatOutput, keyOf, listedQuestions, type OpenQuestion } from './questions.js';

/** The part of the return value of `useStream` (`@langchain/langgraph-sdk/react`) that is used. */
interface LangGraphStream {
  readonly interrupts: readonly unknown[];
  readonly values: unknown;
  readonly isLoading: boolean;
  readonly error: unknown;
  submit(values: unknown, options?: object): Promise<void>;
  readonly client?: { readonly threads: { getState(threadId: string): Promise<unknown> } };
}

/** Options for `useLangGraphAskUser`. */
type UseLangGraphAskUserOptions<A, E> = {
  /**
   * Thread of `useStream`. If the stream has a `client`, the hook reads the thread's state, because the stream's list
   * can omit open questions. It then reports an answer to a settled question as too late.
   */
  readonly threadId: string | null | undefined;
  /** Dialect of the graph's tool. @default askUser */
  readonly dialect?: AgentDialect<A, E> | undefined;
  /** Display name of the agent. */
  readonly asker?: string | undefined;
};

/** An open question with a React key. */
export interface LangGraphAsk extends OpenQuestion {
  /** `key` for the question's dialog. */
  readonly key: string;
}

/** Return value of `useLangGraphAskUser`. */
export interface UseLangGraphAskUserReturn<A, E> {
  /** Open questions of the thread. */
  readonly openQuestions: readonly LangGraphAsk[];
  /** Returns the props of a question's dialog. */
  getDialogProps(question: LangGraphAsk): AskProps<A, E>;
  /**
   * Submits a new message with `stream.submit`. Open questions are superseded first, without a model call. With
   * `stream.submit` alone, LangGraph starts over and leaves the calls of these questions without a result.
   *
   * @throws {Error} If the questions could not be superseded. The message was not sent in that case.
   * @throws Any error of `stream.submit`.
   */
  submit(values: unknown, options?: object): Promise<void>;
}

/**
 * Connects a LangGraph thread to the dialog. If several nodes ask, several questions are open at once.
 *
 * An answer counts as delivered when the server has continued the run; if it does not, the dialog keeps the user's input.
 * After a reload, `useStream` reads the thread by its id, and the open questions are shown again.
 *
 * @example
 * const [threadId, setThreadId] = useState<string | null>(null);
 * const stream = useStream({ apiUrl, assistantId: 'agent', threadId, onThreadId: setThreadId });
 * const ask = useLangGraphAskUser(stream, { threadId });
 *
 * return ask.openQuestions.map((question) => <AskUserDialog key={question.key} {...ask.getDialogProps(question)} />);
 */
export function useLangGraphAskUser<A, E>(
  stream: LangGraphStream,
  options: UseLangGraphAskUserOptions<A, E> & { readonly dialect: AgentDialect<A, E> },
): UseLangGraphAskUserReturn<A, E>;
export function useLangGraphAskUser(
  stream: LangGraphStream,
  options: UseLangGraphAskUserOptions<AnsweredOutput, UnansweredOutput>,
): UseLangGraphAskUserReturn<AnsweredOutput, UnansweredOutput>;
export function useLangGraphAskUser(
  stream: LangGraphStream,
  { threadId, asker, dialect = askUser }: UseLangGraphAskUserOptions<AnsweredOutput, UnansweredOutput>,
): UseLangGraphAskUserReturn<AnsweredOutput, UnansweredOutput> {
  // Outputs are opaque here, so the types of the default dialect represent those of any dialect.
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  /** Questions of the thread's state, read while no run is active. */
  const [there, setThere] = useState<{ threadId: string; listed: readonly LangGraphAsk[] }>();
  const previous = useRef({ threadId, open: [] as readonly LangGraphAsk[] });
  const sent = useRef(new Map<string, Promise<Delivery>>());
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const watchers = useRef(new Set<() => void>());

  const { isLoading } = stream;
  const live = questionsIn(stream.interrupts);
  // The stream keeps only the last of several simultaneous questions, or none. For a loaded thread, it still lists
  // questions that were answered in the meantime.
  const anew = questionsIn(stream.values);
  const isDue = (one: LangGraphAsk) => !done.has(one.key) || isIn(anew, one);
  // Questions of the last commit. A ref instead of state, because the effect that stores them runs after every render.
  // oxlint-disable-next-line react/refs
  const all = [...previous.current.open.filter((one) => !isIn(live, one)), ...live];
  // After a change of the thread, these are still the previous thread's questions.
  // oxlint-disable-next-line react/refs
  const seen = previous.current.threadId === threadId ? all.filter(isDue) : [];
  const open = firstOfEachId(!isLoading && there && there.threadId === threadId ? there.listed : seen);
  const hasSome = seen.length > 0;

  const now = { stream, threadId, open, live };
  const latest = useRef(now);
  useEffect(() => {
    previous.current = { threadId, open };
    latest.current = now;
    for (const check of [...watchers.current]) check();
  });
  useEffect(() => {
    const { client } = latest.current.stream;
    if (isLoading || !hasSome || !threadId || !client) return;
    let isUnmounted = false;
    client.threads.getState(threadId).then(
      (state) => isUnmounted || setThere({ threadId, listed: questionsIn(state) }),
      // Fall back to the stream's list.
      () => {},
    );
    return () => {
      isUnmounted = true;
      setThere(undefined);
    };
  }, [isLoading, hasSome, threadId]);

  /** Resolves to the first defined value that `test` returns. Tests again after each commit. */
  const until = <T>(test: (at: typeof now) => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = () => {
        const found = test(latest.current);
        if (found === undefined) return;
        watchers.current.delete(check);
        resolve(found);
      };
      watchers.current.add(check);
      check();
    });
  const idle = () => until((at) => !at.stream.isLoading || undefined);

  async function resume(answers: readonly (readonly [LangGraphAsk, unknown])[], more?: object) {
    await idle();
    const { stream: current, threadId: thread } = latest.current;
    const waiting =
      thread && current.client ? questionsIn(await current.client.threads.getState(thread)) : latest.current.open;
    const due = answers.filter(([question]) => isIn(firstOfEachId(waiting), question));
    if (due.length === 0) return { ok: false, code: 'already_resolved' } as const;
    // Keep the interrupts until the server responds: after a reload, `useStream` lists none while it waits.
    const interrupts = [
      ...current.interrupts,
      ...due.map(([{ interruptId, input }]) => ({ id: interruptId, value: input })),
    ];
    const optimisticValues = (values: object) => ({ ...values, __interrupt__: interrupts });
    await current.submit(undefined, { ...more, command: { resume: createResume(due) }, optimisticValues });
    let started = false;
    return until<Delivery>(({ stream: { isLoading: runs, error }, threadId: there, live: left }) => {
      started ||= runs;
      const hasFailed = !runs && error !== current.error && error != null;
      if (hasFailed || there !== thread) return failed(error);
      if (!started) return undefined;
      if (due.every(([question]) => !isIn(left, question))) return { ok: true };
      return runs ? undefined : failed();
    });
  }

  /**
   * Resumes the thread with the answers, one delivery after the other. If there is one answer, and its question has an
   * answer in flight, returns the earlier delivery.
   */
  function deliver(answers: readonly (readonly [LangGraphAsk, unknown])[], more?: object): Promise<Delivery> {
    const keys = answers.map(([{ key }]) => key);
    const before = keys.length === 1 ? sent.current.get(keys[0]!) : undefined;
    if (before) return before;
    const delivery = turn.current
      .then(() => resume(answers, more))
      .catch(failed)
      .then((outcome: Delivery) => {
        for (const key of keys) sent.current.delete(key);
        if (outcome.ok) setDone((all) => new Set([...all, ...keys]));
        return outcome;
      });
    turn.current = delivery;
    for (const key of keys) sent.current.set(key, delivery);
    return delivery;
  }

  async function submit(values: unknown, submitOptions?: object): Promise<void> {
    for (let round = 0; latest.current.open.length > 0; round++) {
      const superseded: AskUserResult = { status: 'superseded' };
      const answers = latest.current.open.map((one) => [one, formatOutput(dialect, one, superseded)] as const);
      const outcome = await deliver(answers, { interruptAfter: '*' });
      if (round === ROUNDS || (!outcome.ok && outcome.code === undefined)) {
        throw new Error('The open questions could not be superseded, so the message was not sent. Send it again.');
      }
      await idle();
      if (!outcome.ok) break;
    }
    await latest.current.stream.submit(values, submitOptions);
  }

  return {
    openQuestions: open,
    getDialogProps: (question) =>
      askProps({
        dialect,
        requestId: [question.interruptId, question.input.requestId].filter(Boolean).join(':'),
        input: question.input,
        asker,
        conversationId: threadId,
        send: (output) => deliver([[question, output]]),
      }),
    submit,
  };
}

const questionsIn = (source: unknown): readonly LangGraphAsk[] =>
  listedQuestions(source).map((question) => ({ ...question, key: keyOf(question) }));

const isIn = (list: readonly LangGraphAsk[], { key }: LangGraphAsk) => list.some((one) => one.key === key);
