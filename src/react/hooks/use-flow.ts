import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { AskUserResult, Reply } from '../../core/answer/types.js';
import { toOutput, type AnsweredOutput, type EndedOutput } from '../../core/answer/output.js';
import { toReplyOf } from '../../core/answer/build-answers.js';
import { toReplies } from '../../core/flow/selectors.js';
import { withOptions } from '../../core/flow/state.js';
import { createAskUserStore, type AskUserStore } from '../../core/flow/store.js';
import type { AskUserState, ConfirmCancel, StateReducer } from '../../core/flow/types.js';
import { isRecord } from '../../core/guards.js';
import { parseRequest } from '../../core/question/parse-request.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { Dialect } from '../../dialects/types.js';
import type { RestoredDrafts } from '../restored-drafts.js';
import type { DraftStorage } from '../saved-drafts.js';
import { createIntents, type AskUserIntents } from './intents.js';
import { useCollapsed, useUnfold, type CollapsedDetails } from './use-collapsed.js';
import { useDrafts } from './use-drafts.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

/** What comes with every result. */
export interface ResultDetails {
  /** The lossless result. */
  result: AskUserResult;
  /** What a broker takes, by position: of the answers, or of the answers so far of a decline with `discuss`; else empty. */
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
  /** Called once, after commit, where nothing could be asked (`invalid`) or shown (`unavailable`); the agent is to be told. */
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
  /** Length of an answer's text, in Unicode code points, above which submitting asks first. @default 2000 */
  softLimit?: number | undefined;
  /** When cancelling asks first. @default 'auto' */
  confirmCancel?: ConfirmCancel | undefined;
  /** Offers to skip single questions; one with `constraints.required` goes by that instead. @default false */
  allowSkip?: boolean | undefined;
  /** Offers to decline the whole request. @default false */
  allowDecline?: boolean | undefined;
  /**
   * Offers to send the answers so far from Review, once at least one question is answered: the others go as skipped. Not offered
   * while an answer is invalid, if an unanswered question is `required`, or if the dialect can't represent a skipped question.
   * @default false
   */
  allowPartial?: boolean | undefined;
  /**
   * Offers to discuss the questions before answering: `onCancel` gets a `declined` result with `discuss: true`, the message as `reason` and
   * the `answers` so far. Not offered if the dialect can't represent it. @default false
   */
  allowDiscuss?: boolean | undefined;
  /** A click, Space or a digit on an option of a single choice does what the primary button does; an arrow key never. @default false */
  advanceOnChoose?: boolean | undefined;
  /** Folded into one line. Give it to steer that yourself, together with `onCollapsedChange`. */
  collapsed?: boolean | undefined;
  /** @default false */
  defaultCollapsed?: boolean | undefined;
  /** About to be folded or unfolded; `details.cancel()` keeps it as it is. */
  onCollapsedChange?: ((collapsed: boolean, details: CollapsedDetails) => void) | undefined;
  /**
   * Where what was entered is kept over a reload, under the request's id, until the request is settled. Needs a
   * `requestId`. `sessionStorage` behind `{ get, set, remove }`, or anything like it.
   * @default none: a request that was interrupted starts again
   */
  draftStorage?: DraftStorage | undefined;
  /** The one override of the flow: sees `{ action, changes }`, returns the state that is to be. */
  stateReducer?: StateReducer | undefined;
}

/** One request on its way: what the hook, the parts and the dialog share. */
export interface Flow {
  /** Counts the requests that came one after the other: nothing of one may be left when the next is drawn. */
  readonly run: number;
  /** The host's own id of the request, where it gave one. */
  readonly id: string | undefined;
  readonly store: AskUserStore;
  readonly intents: AskUserIntents;
  /** Ends the request because it could not be drawn, and tells the host. */
  readonly fail: (reason: string) => void;
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
  if (result.status === 'answered')
    return options.onSubmit?.(wire, { result, replies: toReplies(state, state.partial), request });
  const soFar = (result.status === 'declined' && result.answers) || [];
  return options.onCancel?.(wire, { result, replies: soFar.map(toReplyOf), request });
}

/** Tells the host, once a request, that nobody could be asked. */
function report(flow: OwnedFlow, options: AnyOptions, result: AskUserResult, request: AskUserRequest): void {
  if (flow.reported) return;
  flow.reported = true;
  options.onInvalid?.(format(options, result, request), { result, replies: [], request });
}

/** Owns the store of a request for as long as its id lives. Shared by the hook and `AskUser.Root`. */
export function useFlow(
  input: unknown,
  given: AnyOptions,
): { flow: Flow; collapsed: boolean; restored?: RestoredDrafts | undefined } {
  const ownId = useId();
  const { requestId = ownId, asker, dialect, streaming, result } = given;
  // What the agent could not be told is not offered.
  const allowPartial = given.allowPartial && dialect?.carries?.skipped !== false;
  const allowDiscuss = given.allowDiscuss && dialect?.carries?.discuss !== false;
  const options = { ...given, allowPartial, allowDiscuss };
  const latest = useRef(options);
  useIsomorphicLayoutEffect(() => {
    latest.current = options;
  });

  const { request, print, invalid } = useMemo(() => {
    const parsed = (dialect ?? { parse: parseRequest }).parse(streaming ? withoutLast(input) : input, {
      requestId,
      asker,
    });
    const value: AskUserRequest = parsed.ok
      ? parsed.value
      : { requestId, questions: [], raw: input, ...(asker !== undefined && { asker }) };
    const ending: AskUserResult | undefined = parsed.ok ? undefined : { status: 'invalid', issues: parsed.issues };
    return { request: value, print: fingerprint(value), invalid: ending };
  }, [input, streaming, dialect, requestId, asker]);
  // While it streams, it may yet become something.
  const over = result ?? (streaming ? undefined : invalid);

  const [collapsed, setCollapsed, unfold] = useCollapsed(options);
  const create = (run: number): OwnedFlow => {
    const store = createAskUserStore(request, {
      ...options,
      result: over,
      stateReducer: (state, { action, changes: made }) => {
        const changes = withOptions(made, latest.current);
        return latest.current.stateReducer?.(state, { action, changes }) ?? changes;
      },
      deliver: (delivered, state) => deliver(latest.current, delivered, state),
    });
    const created: OwnedFlow = {
      run,
      id: options.requestId,
      store,
      intents: createIntents(store, setCollapsed),
      fail(reason) {
        const { phase, request: asked } = store.getState();
        if (phase === 'settled') return;
        const failed: AskUserResult = { status: 'unavailable', reason };
        store.dispatch({ type: 'settle', result: failed });
        report(created, latest.current, failed, asked);
      },
      requestId,
      print,
      reported: false,
    };
    return created;
  };

  const [owned, setOwned] = useState(() => create(0));
  let flow = owned;
  // Without an id of its own, other questions after the end are another request; and what could not be asked was none.
  const ended = flow.store.getState().phase === 'settled' && flow.store.getState().result?.status;
  const next = flow.print !== print && (ended === 'invalid' ? !invalid : ended && options.requestId === undefined);
  if (flow.requestId !== requestId || next) {
    flow = create(flow.run + 1);
    setOwned(flow);
    unfold();
  }
  useUnfold(flow);

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

  const { softLimit, confirmCancel, allowSkip, allowDecline } = options;
  useIsomorphicLayoutEffect(() => {
    const { store } = flow;
    const now = store.getState();
    // No change of its own: every action takes the options as they are by then.
    if (withOptions(now, latest.current) !== now)
      store.dispatch({ type: 'setRequest', request: now.request, streaming: now.streaming });
  }, [flow, softLimit, confirmCancel, allowSkip, allowDecline, allowPartial, allowDiscuss]);

  const restored = useDrafts(flow, latest, options.draftStorage !== undefined);

  useEffect(() => {
    const { result: ended } = flow.store.getState();
    // An ending from outside is known there.
    if (ended?.status === 'invalid' && invalid && !result) report(flow, latest.current, ended, request);
  }, [flow, request, invalid, result]);

  return { flow, collapsed, restored };
}
