import { useEffect } from 'react';
import type * as Events from './events.js';
import type { HostedFlow } from './flow.js';
import { createSharedLoader } from '../lazy/load.js';

const load = /* @__PURE__ */ createSharedLoader<Pick<typeof Events, 'reportSteps'>>(() => import('./events.js'));

function report(flow: HostedFlow, collapsed?: boolean): void {
  const { onEvent } = flow.host();
  if (!onEvent) return;
  const steps = flow.steps.splice(0);
  const now = flow.store.getState();
  // If the file cannot be loaded, only the events are lost.
  load().then(
    ({ reportSteps }) => reportSteps(flow, { steps, now, collapsed }, onEvent),
    () => {},
  );
}

export function useEvents(flow: HostedFlow, collapsed: boolean): void {
  useEffect(() => report(flow, collapsed));
  useEffect(() => () => report(flow), [flow]);
}
