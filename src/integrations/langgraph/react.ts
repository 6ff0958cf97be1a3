'use client';
import { useEffect, useRef, useState } from 'react';
import type { AskUserResult } from '../../core/answer/types.js';
import { askUser, type AskUserEnding, type AskUserOutput } from '../../dialects/ask-user.js';
import type { AgentDialect } from '../../dialects/types.js';
import { askProps, type AskProps } from '../shared/dialog-props.js';
import { openQuestions, resumeWith, wireOf, type OpenQuestion } from './questions.js';

/** What `useStream` of `@langchain/langgraph-sdk/react` gives, as far as it is used. */
export interface LangGraphStream {
  readonly interrupts: readonly unknown[];
  readonly values: unknown;
  readonly isLoading: boolean;
  readonly error: unknown;
  submit(values: unknown, options?: object): Promise<void>;
  readonly client?: { readonly threads: { getState(threadId: string): Promise<unknown> } };
}

/** What the hook is told. */
export interface LangGraphAskUserOptions<A, E> {
  /**
   * The thread that `useStream` has. What is open is read from it, since the stream's own list loses some of several; and each answer is
   * first held against it, so that one that comes too late is said to be. Without it, as over a transport of your own, LangGraph ignores
   * a late answer, and nobody is told.
   */
  readonly threadId: string | null | undefined;
  /** What the graph's tool was made with. @default askUser */
  readonly dialect?: AgentDialect<A, E> | undefined;
  /** Who asks, as the person is to read it. */
  readonly asker?: string | undefined;
}

/** A question that is on the page. */
export interface LangGraphAsk extends OpenQuestion {
  /** React's `key` for its dialog. */
  readonly key: string;
}

/** What came of a delivery, as `onSubmit` of a dialog takes it. */
export type LangGraphDelivery =
  | { readonly ok: true }
  | { readonly ok: false; readonly code?: 'already_resolved'; readonly message?: string };

/** A thread's questions, and the way to write to it. */
export interface LangGraphAskUser<A, E> {
  /** The questions that wait. One stays where it is while another is sent. */
  readonly open: readonly LangGraphAsk[];
  /** What the question's dialog takes. */
  props(question: LangGraphAsk): AskProps<A, E>;
  /**
   * `stream.submit` for a new message: the questions that wait are superseded first, and the model is not called for that. Without
   * it LangGraph starts over, and leaves their calls without a result.
   *
   * @throws Error where they could not be superseded; nothing was sent then
   */
  submit(values: unknown, options?: object): Promise<void>;
}

/** How often a message closes what the thread asks in the place of what was closed before. */
const ROUNDS = 20;

/**
 * The questions of a LangGraph thread as dialogs, several at once where several nodes ask.
 *
 * Each answer resumes its own interrupt, once, and one after the other. It is delivered as soon as the server has begun to go on; where
 * that fails, the dialog has every field again. After a reload `useStream` reads the thread by its id, and the questions are back.
 *
 * @example
 * const [threadId, setThreadId] = useState<string | null>(null);
 * const stream = useStream({ apiUrl, assistantId: 'agent', threadId, onThreadId: setThreadId });
 * const ask = useLangGraphAskUser(stream, { threadId });
 *
 * return ask.open.map((question) => <AskUserDialog key={question.key} {...ask.props(question)} />);
 */
export function useLangGraphAskUser<A, E>(
  stream: LangGraphStream,
  options: LangGraphAskUserOptions<A, E> & { readonly dialect: AgentDialect<A, E> },
): LangGraphAskUser<A, E>;
export function useLangGraphAskUser(
  stream: LangGraphStream,
  options: LangGraphAskUserOptions<AskUserOutput, AskUserEnding>,
): LangGraphAskUser<AskUserOutput, AskUserEnding>;
export function useLangGraphAskUser(
  stream: LangGraphStream,
  { threadId, asker, dialect = askUser }: LangGraphAskUserOptions<AskUserOutput, AskUserEnding>,
): LangGraphAskUser<AskUserOutput, AskUserEnding> {
  // Wires are opaque here: the types of the default dialect stand for those of any.
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  /** What the thread itself says, once its run rests. */
  const [there, setThere] = useState<{ threadId: string; open: readonly LangGraphAsk[] }>();
  const kept = useRef({ threadId, open: [] as readonly LangGraphAsk[] });
  const sent = useRef(new Map<string, Promise<LangGraphDelivery>>());
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const watchers = useRef(new Set<() => void>());

  const { isLoading } = stream;
  const live = asksIn(stream.interrupts);
  // Of several that come at once the stream keeps the last, or none; of a thread that was read it lists what was answered since.
  const anew = asksIn(stream.values);
  const isDue = (one: LangGraphAsk) => !done.has(one.key) || isIn(anew, one);
  // What the last commit showed: no state, since the effect that keeps it runs after each render, and would cause another one.
  // oxlint-disable-next-line react/refs
  const all = [...kept.current.open.filter((one) => !isIn(live, one)), ...live];
  // Where the thread has just changed, all of it is still the other thread's.
  // oxlint-disable-next-line react/refs
  const seen = kept.current.threadId === threadId ? all.filter(isDue) : [];
  const open = !isLoading && there && there.threadId === threadId ? there.open : seen;
  const hasSome = seen.length > 0;

  const now = { stream, threadId, open, live };
  const latest = useRef(now);
  useEffect(() => {
    kept.current = { threadId, open };
    latest.current = now;
    for (const check of [...watchers.current]) check();
  });
  useEffect(() => {
    const { client } = latest.current.stream;
    if (isLoading || !hasSome || !threadId || !client) return;
    let over = false;
    client.threads.getState(threadId).then(
      (state) => over || setThere({ threadId, open: asksIn(state) }),
      // The stream's own list has to do.
      () => {},
    );
    return () => {
      over = true;
      setThere(undefined);
    };
  }, [isLoading, hasSome, threadId]);

  /** What a test gives, as soon as it gives anything. */
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
      thread && current.client ? asksIn(await current.client.threads.getState(thread)) : latest.current.open;
    const due = answers.filter(([question]) => isIn(waiting, question));
    if (due.length === 0) return { ok: false, code: 'already_resolved' } as const;
    // Kept until the server has said something: after a reload `useStream` lists none while it waits.
    const interrupts = [
      ...current.interrupts,
      ...due.map(([{ interruptId, input }]) => ({ id: interruptId, value: input })),
    ];
    const optimisticValues = (values: object) => ({ ...values, __interrupt__: interrupts });
    await current.submit(undefined, { ...more, command: { resume: resumeWith(due) }, optimisticValues });
    let started = false;
    return until<LangGraphDelivery>(({ stream: { isLoading: runs, error }, threadId: there, live: left }) => {
      started ||= runs;
      const failed = !runs && error !== current.error && error != null;
      if (failed || there !== thread) return { ok: false, message: error instanceof Error ? error.message : '' };
      if (!started) return undefined;
      if (due.every(([question]) => !isIn(left, question))) return { ok: true };
      return runs ? undefined : { ok: false, message: '' };
    });
  }

  /** Resumes with the answers, each question once; one delivery after the other. */
  function deliver(answers: readonly (readonly [LangGraphAsk, unknown])[], more?: object): Promise<LangGraphDelivery> {
    const keys = answers.map(([{ key }]) => key);
    const before = keys.length === 1 ? sent.current.get(keys[0]!) : undefined;
    if (before) return before;
    const delivery = turn.current
      .then(() => resume(answers, more))
      .catch((error: unknown) => ({ ok: false, message: error instanceof Error ? error.message : '' }) as const)
      .then((outcome: LangGraphDelivery) => {
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
      const answers = latest.current.open.map((one) => [one, wireOf(dialect, one, superseded)] as const);
      const outcome = await deliver(answers, { interruptAfter: '*' });
      if (round === ROUNDS || (!outcome.ok && outcome.code === undefined)) {
        throw new Error('The open questions could not be closed, so the message was not sent. Send it again.');
      }
      await idle();
      if (!outcome.ok) break;
    }
    await latest.current.stream.submit(values, submitOptions);
  }

  return {
    open,
    props: (question) =>
      askProps({
        dialect,
        requestId: [question.interruptId, question.input.requestId].filter(Boolean).join(':'),
        input: question.input,
        asker,
        send: (wire) => deliver([[question, wire]]),
      }),
    submit,
  };
}

/** A name of its own for each, where a server gives all the interrupts of one task the same id, too. */
const asksIn = (source: unknown): readonly LangGraphAsk[] =>
  openQuestions(source).map((question) => {
    const { interruptId, input } = question;
    return { ...question, key: JSON.stringify([interruptId, input.requestId ?? input]) };
  });

const isIn = (list: readonly LangGraphAsk[], { key }: LangGraphAsk) => list.some((one) => one.key === key);
