import { toReplyOf } from '../../core/answer/build-answers.js';
import { toOutput } from '../../core/answer/output.js';
import type { AskUserResult } from '../../core/answer/types.js';
import { agentWaits, getExchanges, toReplies } from '../../core/flow/selectors.js';
import { createAskUserStore, type AskUserStore } from '../../core/flow/store.js';
import type { AskUserState } from '../../core/flow/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { toById } from './by-id.js';
import { requestCollapsedChange, type SetCollapsed } from './collapsed.js';
import type { Step } from './events.js';
import { createIntents, type AskUserIntents } from './intents.js';
import type { AnyOptions } from './options.js';
import type { ParsedInput } from './use-request.js';

/** Flow of one request, shared by the hook, the parts and the dialog. */
export interface Flow {
  /** Number of requests that the component ran before this one. */
  readonly generation: number;
  /** Request ID that the host passed, if it passed one. */
  readonly id: string | undefined;
  readonly store: AskUserStore;
  readonly intents: AskUserIntents;
  /** Calls `onError`, or `onCancel` without it, once. */
  readonly reportUnasked: (result: AskUserResult, request: AskUserRequest) => void;
  /** Returns the host's current options. */
  readonly host: () => AnyOptions;
  /** Whether the card is collapsed, unless the host passes `collapsed`. */
  readonly isCollapsed: () => boolean;
}

export interface HostedFlow extends Flow {
  /** Request ID that the host passed, or an ID from React's `useId`. */
  readonly requestId: string;
  /** Subscribes to changes that the flow store does not contain. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Number of notifications of `subscribe` so far. */
  readonly version: () => number;
  /** Steps that were not reported yet. They are recorded only if the host passes `onEvent`. */
  readonly steps: Step[];
  readonly connect: (options: AnyOptions) => void;
}

function deliver(
  { dialect, onSubmit, onCancel }: AnyOptions,
  result: AskUserResult,
  state: AskUserState,
  onUnanswered: AnyOptions['onError'] = onCancel,
): unknown {
  const { request } = state;
  const output = dialect ? dialect.formatResult(result, request) : toOutput(result, request);
  const answers = ('answers' in result && result.answers) || [];
  const details = { result, byId: toById(answers), request, exchanges: getExchanges(state) };
  if (result.status === 'answered') return onSubmit?.(output, { ...details, replies: toReplies(state, state.partial) });
  return onUnanswered?.(output, { ...details, replies: answers.map(toReplyOf) });
}

/** Has no side effects, so React may discard a render that created a flow. */
export function createFlow(
  { request, requestId, initialResult }: ParsedInput,
  options: AnyOptions,
  generation: number,
): HostedFlow {
  let current = options;
  let isReported = false;
  let version = 0;
  const listeners = new Set<() => void>();
  const notify = () => {
    version++;
    for (const listener of listeners) listener();
  };
  const host = () => current;
  const steps: Step[] = [];
  let chosen = options.defaultCollapsed;
  // It expands once its agent waits.
  const isCollapsed = () => chosen ?? !agentWaits(store.getState());
  const setCollapsed: SetCollapsed = (next, reason, event) => {
    const { collapsed } = current;
    const isSame = next === (collapsed ?? isCollapsed());
    if (isSame || !requestCollapsedChange(current, next, reason, event) || collapsed !== undefined) return;
    chosen = next;
    notify();
  };
  const store = createAskUserStore(request, {
    ...options,
    result: initialResult,
    stateReducer(state, step) {
      const next = current.stateReducer?.(state, step) ?? step.changes;
      if (current.onEvent) {
        steps.push({ before: state, action: step.action, after: next });
        notify();
      }
      return next;
    },
    deliver: (result, state) => deliver(current, result, state),
  });
  const reportUnasked: HostedFlow['reportUnasked'] = (result, request) => {
    if (isReported) return;
    isReported = true;
    const state = { ...store.getState(), request, drafts: [] };
    const call = async () => deliver(current, result, state, current.onError);
    // An effect calls this, so an error would unmount the host's page. Without `reportError`, the rejection is unhandled.
    call().catch(globalThis.reportError);
  };
  return {
    generation,
    id: options.requestId,
    requestId,
    store,
    intents: createIntents(store, setCollapsed),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    version: () => version,
    isCollapsed,
    steps,
    host,
    connect(next) {
      current = next;
    },
    reportUnasked,
  };
}
