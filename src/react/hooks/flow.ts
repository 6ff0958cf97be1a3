import { toReplyOf } from '../../core/answer/build-answers.js';
import { toOutput } from '../../core/answer/output.js';
import type { AskUserResult } from '../../core/answer/types.js';
import { toReplies } from '../../core/flow/selectors.js';
import { createAskUserStore, type AskUserStore } from '../../core/flow/store.js';
import type { AskUserAction, AskUserState } from '../../core/flow/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { createCollapsedState } from './collapsed-state.js';
import type { Step } from '../events.js';
import { createIntents, type AskUserIntents } from './intents.js';
import type { AnyOptions } from './options.js';
import type { Asked } from './use-request.js';

/** One request on its way: what the hook, the parts and the dialog share. */
export interface Flow {
  /** Counts the requests that came one after the other: nothing of one may be left when the next is rendered. */
  readonly run: number;
  /** The id that the host gave the request, if it gave one. */
  readonly id: string | undefined;
  readonly store: AskUserStore;
  readonly intents: AskUserIntents;
  /** Ends the request because it could not be rendered, and reports that to the host. */
  readonly fail: (reason: string) => void;
}

/** A flow with what connects it to its host. */
export interface OwnFlow extends Flow {
  /** The host's id of the request, or one that React made. */
  readonly requestId: string;
  /** Notifies of what the store does not contain. `version` counts the notifications. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly version: () => number;
  readonly isCollapsed: () => boolean;
  /** What has happened and is not reported, as long as the host has an `onEvent`. */
  readonly steps: Step[];
  /** The host's options, as of the last commit. */
  readonly host: () => AnyOptions;
  readonly connect: (options: AnyOptions) => void;
  /** Reports to the host, once a request, that no user could be asked. */
  readonly reportInvalid: (result: AskUserResult, request: AskUserRequest) => void;
  /** Does what a stored draft says: nothing of it is reported as an event. */
  readonly restore: (action: AskUserAction) => void;
}

function format({ dialect }: AnyOptions, result: AskUserResult, request: AskUserRequest): unknown {
  return dialect ? dialect.formatResult(result, request) : toOutput(result);
}

function deliver(options: AnyOptions, result: AskUserResult, state: AskUserState): unknown {
  const { request } = state;
  const output = format(options, result, request);
  if (result.status === 'answered')
    return options.onSubmit?.(output, { result, replies: toReplies(state, state.partial), request });
  const soFar = (result.status === 'declined' && result.answers) || [];
  return options.onCancel?.(output, { result, replies: soFar.map(toReplyOf), request });
}

/** Nothing outside of it changes until it is connected, so that a render may make one and be discarded. */
export function createFlow({ request, requestId, ending }: Asked, options: AnyOptions, run: number): OwnFlow {
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
  const { isCollapsed, setCollapsed } = createCollapsedState(host, notify);
  const store = createAskUserStore(request, {
    ...options,
    result: ending,
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
  const reportInvalid: OwnFlow['reportInvalid'] = (result, asked) => {
    if (isReported) return;
    isReported = true;
    current.onInvalid?.(format(current, result, asked), { result, replies: [], request: asked });
  };
  return {
    run,
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
    reportInvalid,
    restore(action) {
      const { length } = steps;
      store.dispatch(action);
      steps.length = length;
    },
    fail(reason) {
      const { phase, request: asked } = store.getState();
      if (phase === 'settled') return;
      const result: AskUserResult = { status: 'unavailable', reason };
      store.dispatch({ type: 'settle', result });
      reportInvalid(result, asked);
    },
  };
}
