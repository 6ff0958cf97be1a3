'use client';
import { Component, useEffect, type ReactNode } from 'react';
import type { AskUserResult } from '../../../core/answer/types.js';
import type { AskUserContextValue } from '../context.js';
import { useFlowState } from '../../flow/use-flow-value.js';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { getEnteredTexts } from '../../text/entered.js';
import { enFirst } from '../../../messages/en-first.js';
import { EnteredTexts } from './copyable.js';

interface BoundaryProps {
  ask: AskUserContextValue;
  children: ReactNode;
}

interface BoundaryState {
  generation: number;
  failure?: { readonly error: unknown } | undefined;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { generation: this.props.ask.generation };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ ask }: BoundaryProps, { generation }: BoundaryState): BoundaryState | null {
    return ask.generation === generation ? null : { generation: ask.generation, failure: undefined };
  }

  override componentDidUpdate(_: BoundaryProps, before: BoundaryState): void {
    const { engine, ids } = this.props.ask;
    if (this.state.failure && !before.failure && engine.focused()) engine.focus(ids('title'));
  }

  override render(): ReactNode {
    const { ask, children } = this.props;
    const { failure } = this.state;
    return failure ? <Failed ask={ask} error={failure.error} /> : children;
  }
}

function Failed({ ask, error }: { ask: AskUserContextValue; error: unknown }): ReactNode {
  const { store, reportUnasked } = ask;
  const state = useFlowState(store, (now) => now);
  const sending = state.phase === 'submitting';
  const later = useLater(laterCard);
  // Not a layout effect: those of the root, which receive the host's newest handlers, run later than these.
  useEffect(() => {
    const { phase, request } = store.getState();
    // A delivery in flight may still succeed.
    if (sending || phase === 'settled') return;
    const reason = (error instanceof Error && error.message) || 'error';
    const result: AskUserResult = { status: 'unavailable', reason };
    store.dispatch({ type: 'settle', result });
    reportUnasked(result, request);
  }, [sending, store, reportUnasked, error]);
  if (later) return <later.Unavailable ask={ask} state={state} />;
  return later === null && <EnteredTexts texts={getEnteredTexts(state, enFirst).flat()} />;
}
