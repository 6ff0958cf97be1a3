import type { AskUserResult } from '../answer/types.js';
import { isText } from '../guards.js';
import type { AskUserRequest } from '../question/types.js';
import { askUserReducer } from './reducer.js';
import { createInitialState } from './state.js';
import type { AskUserAction, AskUserState, FlowOptionsInput, StateReducer } from './types.js';

/** What a store is made with, besides its request. */
export interface AskUserStoreOptions extends FlowOptionsInput {
  readonly streaming?: boolean | undefined;
  /** It is over already: what came of it. */
  readonly result?: AskUserResult | undefined;
  readonly stateReducer?: StateReducer | undefined;
  /**
   * Hands a result to the host; called once for each time the flow enters `submitting`. A promise keeps the flow there
   * until it settles. Throwing, rejecting, or giving `{ ok: false, code?, message? }` brings every field back with an
   * error; the codes `already_resolved`, `unknown` and `orphaned` end the flow as `aborted`.
   */
  readonly deliver?: ((result: AskUserResult, state: AskUserState) => unknown) | undefined;
}

/** Holds a flow, tells who listens, and delivers its result. */
export interface AskUserStore {
  getState(): AskUserState;
  getInitialState(): AskUserState;
  /**
   * Subscribes to changes; with `questionId`, only to that question's draft and to flow-level fields; with `null`, only to
   * flow-level fields. `aspect: 'selection'` also leaves out changes of the draft's texts. Returns an unsubscribe function.
   */
  subscribe(listener: () => void, questionId?: string | null, aspect?: 'selection'): () => void;
  dispatch(action: AskUserAction): void;
}

/** What a host may answer or throw, read as far as it can be. */
type Outcome = { ok?: unknown; message?: unknown; code?: unknown; then?: unknown } | null | undefined;

const SELECTION = ['selected', 'other', 'skipped'] as const;

/** The flow of one request: synchronous, its snapshots never mutated. */
export function createAskUserStore(request: AskUserRequest, options: AskUserStoreOptions = {}): AskUserStore {
  const { streaming, result, stateReducer, deliver } = options;
  const started = createInitialState(request, options, streaming);
  const initial = result ? askUserReducer(started, { type: 'settle', result }) : started;
  /** By what they hear of: a question's id, `null`, or everything; with the aspect that each keeps to. */
  const listeners = new Map<string | null | undefined, Map<() => void, 'selection' | undefined>>();
  let state = initial;
  let attempt = 0;

  const call = (scope: string | null | undefined, selection = true) => {
    for (const [listener, aspect] of [...(listeners.get(scope) ?? [])]) if (selection || !aspect) listener();
  };

  function notify(before: AskUserState): void {
    const now = state;
    const keys = Object.keys({ ...before, ...now }) as (keyof AskUserState)[];
    const flow = keys.some((key) => key !== 'drafts' && now[key] !== before[key]);
    call(undefined);
    if (flow) call(null);
    now.request.questions.forEach(({ id }, i) => {
      const [draft, old] = [now.drafts[i], before.drafts[i]];
      if (flow || draft !== old) call(id, flow || SELECTION.some((key) => draft?.[key] !== old?.[key]));
    });
  }

  function send(): void {
    const current = ++attempt;
    const finish = (outcome: Outcome, failed = outcome?.ok === false) => {
      if (current !== attempt) return;
      if (!failed) return dispatch({ type: 'delivered' });
      const { message, code } = typeof outcome === 'object' && outcome ? outcome : { message: outcome };
      dispatch({
        type: 'deliveryFailed',
        message: isText(message) ? message : '',
        ...(outcome?.ok === false && isText(code) && { code }),
      });
    };
    // What is thrown may have a code of its own ("unknown" is a common one): no host has said that it is over.
    const rejected = (reason: unknown) => finish(reason as Outcome, true);
    let outcome: Outcome;
    try {
      outcome = deliver?.(state.result!, state) as Outcome;
      if (typeof outcome?.then === 'function') return void Promise.resolve(outcome).then(finish, rejected);
    } catch (reason) {
      return rejected(reason);
    }
    finish(outcome);
  }

  function dispatch(action: AskUserAction): void {
    const before = state;
    const changes = askUserReducer(before, action);
    state = stateReducer && before.phase !== 'settled' ? stateReducer(before, { action, changes }) : changes;
    if (state === before) return;
    // Before anyone is told: a listener that dispatches, or throws, must not send twice, or never.
    if (state.phase === 'submitting' && before.phase !== 'submitting') send();
    notify(before);
  }

  return {
    getState: () => state,
    getInitialState: () => initial,
    dispatch,
    subscribe(listener, questionId, aspect) {
      const scope = listeners.get(questionId) ?? new Map();
      listeners.set(questionId, scope.set(listener, aspect));
      return () => void scope.delete(listener);
    },
  };
}
