import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { AskUserResult, Reply } from '../../core/answer/types.js';
import { toOutput, type AnsweredOutput, type EndedOutput } from '../../core/answer/output.js';
import { toReplies } from '../../core/flow/selectors.js';
import { createAskUserStore, type AskUserStore } from '../../core/flow/store.js';
import type { AskUserState, ConfirmCancel, StateReducer } from '../../core/flow/types.js';
import { isRecord } from '../../core/guards.js';
import { parseRequest } from '../../core/question/parse-request.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { Dialect } from '../../dialects/types.js';
import { createIntents, type AskUserIntents } from './intents.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

/** What comes with every result. */
export interface ResultDetails {
  /** The lossless result. */
  result: AskUserResult;
  /** What a broker takes, by position. Empty unless the result is `answered`. */
  replies: readonly Reply[];
  request: AskUserRequest;
}

/**
 * `A` is what the dialect makes of an answered request, `E` of every other ending; without a dialect, the shape of the
 * `ask_user` tool.
 *
 * A handler may return a promise: until it resolves, the dialog says "Sending" and takes no edits. Rejecting or
 * throwing, or resolving to `{ ok: false, code?, message? }`, brings every field back, with the error and a retry.
 */
export interface UseAskUserOptions<A = AnsweredOutput, E = EndedOutput> {
  /** Called with the answers, at most once accepted. */
  onSubmit?: ((wire: A, details: ResultDetails) => unknown) | undefined;
  /** Called with every other ending that the user makes: cancelled, declined. */
  onCancel?: ((wire: E, details: ResultDetails) => unknown) | undefined;
  /** Called once, after commit, where nothing can be asked; the agent is to be told. */
  onInvalid?: ((wire: E, details: ResultDetails) => void) | undefined;
  /** How the agent writes requests and reads results. @default the `ask_user` tool */
  dialect?: Dialect<A, E> | undefined;
  /** A new id starts afresh; the same id keeps what was entered. */
  requestId?: string | undefined;
  /** Who asks. Never taken from the model's text. */
  asker?: string | undefined;
  /** The model is still writing the questions. @default false */
  streaming?: boolean | undefined;
  /** An ending from outside, or of long ago; calls neither `onSubmit` nor `onCancel`. */
  result?: AskUserResult | undefined;
  /** Length of an answer's text, in Unicode code points, above which submitting asks first. Read once a request. @default 2000 */
  softLimit?: number | undefined;
  /** When cancelling asks first. Read once a request. @default 'auto' */
  confirmCancel?: ConfirmCancel | undefined;
  /** Offers to skip single questions. Read once a request. @default false */
  allowSkip?: boolean | undefined;
  /** Offers to decline the whole request. Read once a request. @default false */
  allowDecline?: boolean | undefined;
  /** The one override of the flow: sees `{ action, changes }`, returns the state that is to be. */
  stateReducer?: StateReducer | undefined;
}

/** One request on its way: what the hook, the parts and the dialog share. */
export interface Flow {
  /** Counts the requests that came one after the other: nothing of one may be left when the next is drawn. */
  readonly run: number;
  readonly store: AskUserStore;
  readonly intents: AskUserIntents;
}

interface OwnedFlow extends Flow {
  readonly requestId: string;
  /** What the store's request says, as far as a person can see. */
  print: string;
  reported: boolean;
}

/** Loosely typed inside; the two public faces give it the dialect's types. */
type AnyOptions = UseAskUserOptions<unknown, unknown>;

/** While a model writes, the last question it has begun may be cut off anywhere. */
function withoutLast(input: unknown): unknown {
  try {
    if (isRecord(input) && Array.isArray(input.questions)) return { ...input, questions: input.questions.slice(0, -1) };
  } catch {
    // What can't be read has no question yet.
  }
  return undefined;
}

/** All questions as the user sees them; `raw` and `metadata` may be new objects with each render. */
const fingerprint = ({ questions }: AskUserRequest): string => JSON.stringify(questions);

function format({ dialect }: AnyOptions, result: AskUserResult, request: AskUserRequest): unknown {
  return dialect ? dialect.formatResult(result, request) : toOutput(result);
}

function deliver(options: AnyOptions, result: AskUserResult, state: AskUserState): unknown {
  const { request } = state;
  const wire = format(options, result, request);
  if (result.status === 'answered') return options.onSubmit?.(wire, { result, replies: toReplies(state), request });
  return options.onCancel?.(wire, { result, replies: [], request });
}

/** Owns the store of a request for as long as its id lives. Shared by the hook and `AskUser.Root`. */
export function useFlow(input: unknown, options: AnyOptions): Flow {
  const ownId = useId();
  const { requestId = ownId, asker, dialect, streaming, result } = options;
  const latest = useRef(options);
  useIsomorphicLayoutEffect(() => {
    latest.current = options;
  });

  const { request, print, invalid } = useMemo(() => {
    const parsed = (dialect ?? { parse: parseRequest }).parse(streaming ? withoutLast(input) : input, {
      requestId,
      asker,
    });
    const value: AskUserRequest = parsed.ok ? parsed.value : { requestId, questions: [], raw: input };
    const ending: AskUserResult | undefined = parsed.ok ? undefined : { status: 'invalid', issues: parsed.issues };
    return { request: value, print: fingerprint(value), invalid: ending };
  }, [input, streaming, dialect, requestId, asker]);
  // While it streams, it may yet become something.
  const over = result ?? (streaming ? undefined : invalid);

  const create = (run: number): OwnedFlow => {
    const store = createAskUserStore(request, {
      ...options,
      result: over,
      stateReducer: (state, step) => latest.current.stateReducer?.(state, step) ?? step.changes,
      deliver: (delivered, state) => deliver(latest.current, delivered, state),
    });
    return { run, store, intents: createIntents(store), requestId, print, reported: false };
  };

  const [owned, setOwned] = useState(() => create(0));
  let flow = owned;
  // Without an id of its own, other questions after the end are another request; and what could not be asked was none.
  const ended = flow.store.getState().phase === 'settled' && flow.store.getState().result?.status;
  const next = flow.print !== print && (ended === 'invalid' ? !invalid : ended && options.requestId === undefined);
  if (flow.requestId !== requestId || next) {
    flow = create(flow.run + 1);
    setOwned(flow);
  }

  useIsomorphicLayoutEffect(() => {
    const { store } = flow;
    const { drafts, streaming: before, request: asked } = store.getState();
    if (result) store.dispatch({ type: 'settle', result });
    // What has been asked can't become invalid under the user's hands.
    else if (invalid) {
      if (over && (before || drafts.length === 0)) store.dispatch({ type: 'settle', result: over });
    } else if (flow.print !== print || asked.asker !== request.asker || before !== Boolean(streaming)) {
      const same = flow.print === print && asked.asker === request.asker;
      const now = same ? asked : request;
      store.dispatch({ type: 'setRequest', request: now, streaming: Boolean(streaming) });
      if (store.getState().request === now) flow.print = print;
    }
  }, [flow, request, print, invalid, over, result, streaming]);

  useEffect(() => {
    const { result: ended } = flow.store.getState();
    if (ended?.status !== 'invalid' || flow.reported) return;
    flow.reported = true;
    const wire = format(latest.current, ended, request);
    latest.current.onInvalid?.(wire, { result: ended, replies: [], request });
  }, [flow, request, over]);

  return flow;
}
