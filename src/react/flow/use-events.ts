import { useEffect } from 'react';
import type { HostedFlow } from './flow.js';
import { laterFlow } from '../lazy/later-flow.js';

function report(flow: HostedFlow, collapsed?: boolean): void {
  const { onEvent } = flow.host();
  if (!onEvent) return;
  const committed = { steps: flow.steps.splice(0), now: flow.store.getState(), collapsed };
  // If the file cannot be loaded, only the events are lost.
  void laterFlow.load().then((later) => later?.reportSteps(flow, committed, onEvent));
}

export function useEvents(flow: HostedFlow, collapsed: boolean): void {
  useEffect(() => report(flow, collapsed));
  useEffect(() => () => report(flow), [flow]);
}
