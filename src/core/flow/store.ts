import type { AskUserResult } from '../answer/types.js';
import type { AskUserRequest } from '../question/types.js';
import { askUserReducer } from './reducer.js';
import { createInitialState } from './state.js';
import type { AskUserAction, AskUserState, FlowOptions, StateReducer } from './types.js';

export interface AskUserStoreOptions extends Partial<FlowOptions> {
  streaming?: boolean;
  stateReducer?: StateReducer;
  /**
   * Hands a result to the host; called once for each time the flow enters `submitting`. A promise keeps the flow there
   * until it settles. Throwing, rejecting, or giving `{ ok: false, code?, message? }` brings every field back with an
   * error; the codes `already_resolved`, `unknown` and `orphaned` end the flow as `aborted`.
   */
  deliver?: (result: AskUserResult, state: AskUserState) => unknown;
}

export interface AskUserStore {
  getState(): AskUserState;
  getInitialState(): AskUserState;
  /**
   * With a question's id, the listener hears of changes to that question's draft and of the flow's own fields only.
   * Returns the way to unsubscribe.
   */
  subscribe(listener: () => void, questionId?: string): () => void;
  dispatch(action: AskUserAction): void;
}

interface Failure {
  message: string;
  code?: string;
}

function toFailure(reason: unknown): Failure {
  const fields: { message?: unknown; code?: unknown } = typeof reason === 'object' && reason !== null ? reason : {};
  const message = typeof fields.message === 'string' ? fields.message : String(reason);
  return { message, ...(typeof fields.code === 'string' && { code: fields.code }) };
}

const isRefusal = (outcome: unknown): outcome is object =>
  typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === false;

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/** The flow of one request: synchronous, its snapshots never mutated. */
export function createAskUserStore(request: AskUserRequest, options: AskUserStoreOptions = {}): AskUserStore {
  const { streaming, stateReducer, deliver, ...flowOptions } = options;
  const initial = createInitialState(request, flowOptions, streaming);
  const listeners = new Map<string | undefined, Set<() => void>>();
  let state = initial;
  let attempt = 0;

  const tell = (scope: string | undefined) => {
    for (const listener of [...(listeners.get(scope) ?? [])]) listener();
  };

  function notify(before: AskUserState): void {
    const { drafts: _was, ...flowBefore } = before;
    const { drafts, ...flow } = state;
    const keys = Object.keys({ ...flowBefore, ...flow }) as (keyof typeof flow)[];
    tell(undefined);
    if (keys.some((key) => flow[key] !== flowBefore[key])) {
      for (const scope of [...listeners.keys()]) if (scope !== undefined) tell(scope);
    } else {
      drafts.forEach((draft, i) => {
        if (draft !== before.drafts[i]) tell(state.request.questions[i]?.id);
      });
    }
  }

  function send(): void {
    const current = ++attempt;
    const done = (action: AskUserAction) => {
      if (current === attempt) dispatch(action);
    };
    const fulfilled = (outcome: unknown) =>
      done(isRefusal(outcome) ? { type: 'deliveryFailed', ...toFailure(outcome) } : { type: 'delivered' });
    const rejected = (reason: unknown) => done({ type: 'deliveryFailed', ...toFailure(reason) });
    try {
      const outcome = state.result && deliver?.(state.result, state);
      if (isPromise(outcome)) outcome.then(fulfilled, rejected);
      else fulfilled(outcome);
    } catch (reason) {
      rejected(reason);
    }
  }

  function dispatch(action: AskUserAction): void {
    const before = state;
    const changes = askUserReducer(before, action);
    state = stateReducer && before.phase !== 'settled' ? stateReducer(before, { action, changes }) : changes;
    if (state === before) return;
    notify(before);
    if (state.phase === 'submitting' && before.phase !== 'submitting') send();
  }

  return {
    getState: () => state,
    getInitialState: () => initial,
    dispatch,
    subscribe(listener, questionId) {
      const scope = listeners.get(questionId) ?? new Set();
      listeners.set(questionId, scope.add(listener));
      return () => {
        scope.delete(listener);
        if (scope.size === 0 && listeners.get(questionId) === scope) listeners.delete(questionId);
      };
    },
  };
}
