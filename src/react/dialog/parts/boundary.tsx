'use client';
import { Component, useEffect, type ReactNode } from 'react';
import { part } from '../anatomy.js';
import type { AskUserContextValue } from '../context.js';
import { useFlowState } from '../../flow/use-flow-value.js';
import { getSettledKey } from '../../../messages/asker.js';
import { withAsker } from '../../text/asker.js';
import { getEnteredTexts } from '../../text/entered.js';
import type { AskUserMessages } from '../../../messages/types.js';
import { enFirst } from '../../../messages/en-first.js';
import { UnsentTexts } from './copyable.js';

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

  /** React removes the focused element with the content, so read the focus before that. */
  override getSnapshotBeforeUpdate(): boolean {
    return this.props.ask.card.current?.matches(':focus-within') === true;
  }

  override componentDidUpdate(_: BoundaryProps, before: BoundaryState, focused: boolean): void {
    const { ask } = this.props;
    if (focused && this.state.failure && !before.failure) ask.engine.focus(ask.ids('title'));
  }

  override render(): ReactNode {
    const { ask, children } = this.props;
    const { failure } = this.state;
    return failure ? <Unavailable ask={ask} error={failure.error} /> : children;
  }
}

/**
 * Does not use the host's components or render functions, because one of them may have failed. Falls back to English if
 * the host's messages cause an error.
 */
function Unavailable({ ask, error }: { ask: AskUserContextValue; error: unknown }) {
  const { store, fail, messages, ids, card, dir } = ask;
  const state = useFlowState(store, (now) => now);
  const { phase, result, settledExternally } = state;
  const sending = phase === 'submitting';
  // Not a layout effect: those of the root, which receive the host's newest handlers, run later than these.
  useEffect(() => {
    // A delivery in flight may still succeed.
    if (!sending) fail((error instanceof Error && error.message) || 'error');
  }, [sending, fail, error]);
  const status = phase === 'settled' && result ? getSettledKey(result) : 'unavailable';
  // A user who answers, cancels or declines leaves nothing unused.
  const isUnused = !sending && (phase !== 'settled' || settledExternally);
  const write = (texts: AskUserMessages) => (
    <div {...part('card')} role="group" aria-labelledby={ids('title')} dir={dir} data-phase="settled" ref={card}>
      <div {...part('settled')} data-status={sending ? undefined : status}>
        <p {...part('title')} id={ids('title')} tabIndex={-1}>
          {sending ? texts.sending : withAsker(texts.settled[status], messages)}
        </p>
        {isUnused && <UnsentTexts texts={getEnteredTexts(state, texts).flat()} messages={texts} />}
      </div>
    </div>
  );
  try {
    return write(messages);
  } catch {
    return write(enFirst);
  }
}
