import type { AskUserResult } from '../answer/types.js';
import { isText } from '../guards.js';
import type { AskUserRequest } from '../question/types.js';
import { askUserReducer } from './reducer.js';
import { createInitialState } from './state.js';
import type { AskUserAction, AskUserState, DeliveryFailure, FlowOptionsInput, StateReducer } from './types.js';

/** Options for `createAskUserStore`. */
export interface AskUserStoreOptions extends FlowOptionsInput {
  /** Whether the model is still writing the request. */
  readonly streaming?: boolean | undefined;
  /** Result of a request that is already settled. */
  readonly result?: AskUserResult | undefined;
  /** Intercepts every dispatched action until the flow is settled. */
  readonly stateReducer?: StateReducer | undefined;
  /**
   * Delivers a result to the host. Called each time the flow enters `submitting`. To refuse the result, throw, reject,
   * or return or resolve with a `DeliveryFailure`: the flow then goes back to `answering` with an error. The codes
   * `already_resolved`, `unknown` and `orphaned` of a `DeliveryFailure` settle the flow as `aborted` instead.
   */
  readonly deliver?: ((result: AskUserResult, state: AskUserState) => unknown) | undefined;
}

/** Store for one request: holds its state, notifies subscribers, and delivers the results to the host. */
export interface AskUserStore {
  /** Returns the current state. The same object until an action changes it. */
  getState(): AskUserState;
  /** Returns the state with which the store was created. */
  getInitialState(): AskUserState;
  /**
   * Subscribes to changes; with `questionId`, only to that question's draft and to flow-level fields; with `null`, only
   * to flow-level fields. With a `questionId`, `aspect: 'selection'` also leaves out changes of the draft's texts.
   * Returns an unsubscribe function.
   */
  subscribe(listener: () => void, questionId?: string | null, aspect?: 'selection'): () => void;
  /**
   * Reduces an action, calls `deliver` if the flow enters `submitting`, and notifies subscribers of a change.
   * Synchronous.
   */
  dispatch(action: AskUserAction): void;
}

type Outcome = { [Name in keyof DeliveryFailure | 'then']?: unknown } | null | undefined;

interface Subscription {
  readonly listener: () => void;
  readonly aspect: 'selection' | undefined;
}

const SELECTION = ['selected', 'other', 'skipped'] as const;

/** Creates the store for one request. */
export function createAskUserStore(request: AskUserRequest, options: AskUserStoreOptions = {}): AskUserStore {
  const { streaming, result, stateReducer, deliver } = options;
  const started = createInitialState(request, options, streaming);
  const initial = result ? askUserReducer(started, { type: 'settle', result }) : started;
  /** Subscriptions by scope: a question's id, `null` for the flow, `undefined` for all changes. */
  const subscriptions = new Map<string | null | undefined, Set<Subscription>>();
  let state = initial;
  let attempt = 0;

  const call = (scope: string | null | undefined, selection = true) => {
    for (const { listener, aspect } of [...(subscriptions.get(scope) ?? [])]) if (selection || !aspect) listener();
  };

  function notify(before: AskUserState): void {
    const now = state;
    const keys = Object.keys({ ...before, ...now }) as (keyof AskUserState)[];
    const flow = keys.some((key) => key !== 'drafts' && now[key] !== before[key]);
    call(undefined);
    if (flow) return [...subscriptions.keys()].forEach((scope) => scope !== undefined && call(scope));
    for (const [i, { id }] of now.request.questions.entries()) {
      const [draft, old] = [now.drafts[i], before.drafts[i]];
      if (draft !== old)
        call(
          id,
          SELECTION.some((key) => draft?.[key] !== old?.[key]),
        );
    }
  }

  function send(): void {
    const current = ++attempt;
    const end = (action: AskUserAction) => {
      if (current === attempt) dispatch(action);
    };
    const returned = (outcome: Outcome) => {
      if (outcome?.ok !== false) return end({ type: 'delivered' });
      const { message, code, retry, cause } = outcome;
      end({
        type: 'deliveryFailed',
        message: isText(message) ? message : '',
        ...(isText(code) && { code }),
        ...(retry === false && { retry }),
        cause,
      });
    };
    // The text of an error is not for the user, and its code must not settle the flow.
    const rejected = (cause: unknown) => end({ type: 'deliveryFailed', message: '', cause });
    let outcome: Outcome;
    try {
      outcome = deliver?.(state.result!, state) as Outcome;
      if (typeof outcome?.then === 'function') return void Promise.resolve(outcome).then(returned, rejected);
    } catch (reason) {
      return rejected(reason);
    }
    returned(outcome);
  }

  function dispatch(action: AskUserAction): void {
    const before = state;
    const changes = askUserReducer(before, action);
    state = stateReducer && before.phase !== 'settled' ? stateReducer(before, { action, changes }) : changes;
    if (state === before) return;
    // Deliver before notifying, so a listener that dispatches or throws cannot duplicate or prevent the delivery.
    if (state.phase === 'submitting' && before.phase !== 'submitting') send();
    notify(before);
  }

  return {
    getState: () => state,
    getInitialState: () => initial,
    dispatch,
    subscribe(listener, questionId, aspect) {
      const subscription = { listener, aspect };
      const scope = subscriptions.get(questionId) ?? new Set();
      subscriptions.set(questionId, scope.add(subscription));
      return () => {
        if (scope.delete(subscription) && scope.size === 0) subscriptions.delete(questionId);
      };
    },
  };
}
