import { useEffect } from 'react';
import type * as Events from '../events.js';
import type { OwnFlow } from './flow.js';

let file: Promise<Pick<typeof Events, 'reportSteps'>> | undefined;

/** One promise for all that wait, which it serves in order: several imports of a file come back in any order. */
const load = () => {
  file ??= import('../events.js').catch((error: unknown) => {
    file = undefined;
    throw error;
  });
  return file;
};

function report(flow: OwnFlow, collapsed?: boolean): void {
  const { onEvent } = flow.host();
  if (!onEvent) return;
  const steps = flow.steps.splice(0);
  const now = flow.store.getState();
  // A file that can't be loaded costs the events, and nothing else.
  load().then(
    ({ reportSteps }) => reportSteps(flow, { steps, now, collapsed }, onEvent),
    () => {},
  );
}

/** Reports to the host's `onEvent` what is committed: each step is followed by a commit of this component, or by its unmount. */
export function useEvents(flow: OwnFlow, collapsed: boolean): void {
  useEffect(() => report(flow, collapsed));
  useEffect(() => () => report(flow), [flow]);
}
