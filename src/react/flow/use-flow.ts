import { useEffect, useRef, useSyncExternalStore } from 'react';
import { allowOf, readAllow } from '../../core/flow/allow.js';
import type { AskBackConnection } from '../../core/flow/connect-ask-back.js';
import { withOptions } from '../../core/flow/state.js';
import type { Exchange } from '../../core/flow/types.js';
import { createFlow, type Flow, type HostedFlow } from './flow.js';
import type { AnyOptions } from './options.js';
import { useCollapsed, useExpand } from './use-collapsed.js';
import { useDrafts, type EarlierInput } from '../drafts/use-drafts.js';
import { whenLoaded } from '../lazy/later.js';
import { laterFlow } from '../lazy/later-flow.js';
import { useEvents } from './use-events.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';
import { usePersistentValue } from './use-persistent-value.js';
import { hasSameQuestions, useRequest, type ParsedInput } from './use-request.js';

function isNewRequest({ requestId, id, store }: HostedFlow, parsed: ParsedInput): boolean {
  if (requestId !== parsed.requestId) return true;
  const { phase, result, request } = store.getState();
  if (phase !== 'settled' || hasSameQuestions(parsed, request)) return false;
  // Without an ID, different questions after a settlement are another request. So is valid input after an `invalid`
  // request.
  return result?.status === 'invalid' ? !parsed.invalid : id === undefined;
}

function useSyncProps({ store }: HostedFlow, parsed: ParsedInput, options: AnyOptions): void {
  const { softLimit, confirmCancel, allow, result } = options;
  // A host may write `allow` inline, so only a change of its content counts.
  const allowed = JSON.stringify(allow);
  useIsomorphicLayoutEffect(() => {
    const now = store.getState();
    const next = withOptions(now, { ...now.options, softLimit, confirmCancel, allow });
    if (next !== now) store.dispatch({ type: 'setOptions', options: next.options });
  }, [store, softLimit, confirmCancel, allowed]);

  const { request, questionsKey, invalid, initialResult } = parsed;
  const streaming = Boolean(options.streaming);
  useIsomorphicLayoutEffect(() => {
    const { drafts, streaming: before, request: current } = store.getState();
    if (result) store.dispatch({ type: 'settle', result });
    // Invalid input settles the request only if it was streaming or has no questions.
    else if (invalid) {
      if (initialResult && (before || drafts.length === 0)) store.dispatch({ type: 'settle', result: initialResult });
    } else {
      const isSame =
        hasSameQuestions({ request, questionsKey }, current) &&
        current.asker === request.asker &&
        current.blocking === request.blocking;
      if (!isSame || before !== streaming)
        store.dispatch({ type: 'setRequest', request: isSame ? current : request, streaming });
    }
  }, [store, request, questionsKey, invalid, initialResult, result, streaming]);
}

/** Lets the user ask the agent about the questions while the host replies. */
function useAskBack({ store, host }: HostedFlow, enabled: boolean, exchanges: readonly Exchange[] | undefined): void {
  const connection = useRef<AskBackConnection>(undefined);
  useEffect(
    () =>
      enabled
        ? whenLoaded(laterFlow, ({ connectAskBack }) => {
            const made = connectAskBack(store, (exchange, details) => host().onAskBack?.(exchange, details));
            connection.current = made;
            made.takeOver(host().exchanges ?? []);
            return () => {
              connection.current = undefined;
              made.stop();
            };
          })
        : undefined,
    [store, host, enabled],
  );
  useEffect(() => connection.current?.takeOver(exchanges ?? []), [exchanges]);
}

interface FlowInReact {
  readonly flow: Flow;
  readonly collapsed: boolean;
  readonly earlier: EarlierInput;
}

export function useFlow(given: AnyOptions): FlowInReact {
  const { dialect, result } = given;
  const requestId = given.requestId ?? (given.questions ? undefined : given.request?.requestId);
  const parsed = useRequest({ ...given, requestId });
  const { request, invalid } = parsed;
  const allow = readAllow(allowOf(request, given.allow), dialect?.capabilities);
  const options = { ...given, requestId, allow };
  const flow = usePersistentValue(
    (before?: HostedFlow) => createFlow(parsed, options, before ? before.generation + 1 : 0),
    (before) => isNewRequest(before, parsed),
  );
  // Must run before effects that call the host's handlers.
  useIsomorphicLayoutEffect(() => flow.connect(options));
  useSyncProps(flow, parsed, options);
  useSyncExternalStore(flow.subscribe, flow.version, flow.version);
  const collapsed = useCollapsed(flow, options.collapsed);
  useExpand(flow);
  const earlier = useDrafts(flow, options.draftStorage !== undefined);

  useEffect(() => {
    const { result: settled } = flow.store.getState();
    // If the host passes `result`, it knows the result.
    if (settled?.status === 'invalid' && invalid && !result) flow.reportUnasked(settled, request);
  }, [flow, request, invalid, result]);

  useAskBack(flow, options.onAskBack !== undefined, options.exchanges);
  useEvents(flow, collapsed);
  return { flow, collapsed, earlier };
}
