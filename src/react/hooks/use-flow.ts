import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { AskUserResult, Reply } from '../../core/answer/types.js';
import { toOutput, type AnsweredOutput, type EndedOutput } from '../../core/answer/output.js';
import { toReplies } from '../../core/flow/selectors.js';
import { createAskUserStore, type AskUserStore } from '../../core/flow/store.js';
import type { AskUserState, ConfirmCancel, StateReducer } from '../../core/flow/types.js';
import type { ParseResult } from '../../core/question/issues.js';
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
  /** Length of an answer's text, in Unicode code points, above which submitting asks first. @default 2000 */
  softLimit?: number | undefined;
  /** When cancelling asks first. @default 'auto' */
  confirmCancel?: ConfirmCancel | undefined;
  /** Offers to skip single questions. @default false */
  allowSkip?: boolean | undefined;
  /** Offers to decline the whole request. @default false */
  allowDecline?: boolean | undefined;
  /** The one override of the flow: sees `{ action, changes }`, returns the state that is to be. */
  stateReducer?: StateReducer | undefined;
}

/** One request on its way: what the hook, the parts and the dialog share. */
export interface Flow {
  readonly store: AskUserStore;
  readonly intents: AskUserIntents;
}

interface OwnedFlow extends Flow {
  readonly requestId: string;
  readonly named: boolean;
  reported: boolean;
}

/** Loosely typed inside; the two public faces give it the dialect's types. */
type AnyOptions = UseAskUserOptions<unknown, unknown>;

const EMPTY = { questions: [] };

function emptyRequest(requestId: string, raw: unknown): AskUserRequest {
  return { requestId, ...EMPTY, raw };
}

/** Everything of a request that the user sees; `raw` and `metadata` may be new objects with each render. */
const fingerprint = ({ questions, asker }: AskUserRequest) => JSON.stringify([questions, asker]);

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
  const { requestId = ownId, asker, dialect, streaming = false } = options;
  const latest = useRef(options);
  useIsomorphicLayoutEffect(() => {
    latest.current = options;
  });

  const parsed = useMemo((): ParseResult<AskUserRequest> => {
    const parse = dialect?.parse ?? parseRequest;
    return parse(input, { requestId, ...(asker !== undefined && { asker }) });
  }, [input, dialect, requestId, asker]);
  const request = parsed.ok ? parsed.value : emptyRequest(requestId, input);

  const create = (): OwnedFlow => {
    const store = createAskUserStore(request, {
      ...options,
      streaming,
      stateReducer: (state, step) => latest.current.stateReducer?.(state, step) ?? step.changes,
      deliver: (result, state) => deliver(latest.current, result, state),
    });
    if (!parsed.ok && !streaming) store.dispatch({ type: 'settle', result: { status: 'invalid', issues: parsed.issues } });
    return { store, intents: createIntents(store), requestId, named: options.requestId !== undefined, reported: false };
  };

  const [owned, setOwned] = useState(create);
  let flow = owned;
  const state = flow.store.getState();
  const changed = fingerprint(state.request) !== fingerprint(request);
  // Without an id of its own, other questions after the end are another request.
  if (flow.requestId !== requestId || (state.phase === 'settled' && !flow.named && changed)) {
    flow = create();
    setOwned(flow);
  }

  useIsomorphicLayoutEffect(() => {
    const { store } = flow;
    const now = store.getState();
    const grown = fingerprint(now.request) !== fingerprint(request);
    if (grown || now.streaming !== streaming) {
      store.dispatch({ type: 'setRequest', request: grown ? request : now.request, streaming });
    }
    if (!parsed.ok && !streaming) store.dispatch({ type: 'settle', result: { status: 'invalid', issues: parsed.issues } });
  }, [flow, request, parsed, streaming]);

  useEffect(() => {
    const { result } = flow.store.getState();
    if (result?.status !== 'invalid' || flow.reported) return;
    flow.reported = true;
    latest.current.onInvalid?.(format(latest.current, result, request), { result, replies: [], request });
  }, [flow, request, parsed, streaming]);

  return flow;
}

