'use client';
import { forwardRef, Fragment, useImperativeHandle, type ComponentPropsWithoutRef } from 'react';
import { activeQuestion } from '../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { chainAll } from '../chain.js';
import { useAskUserContext } from '../context.js';
import { useCardFocus } from '../hooks/use-card-focus.js';
import { useCardKeys } from '../hooks/use-card-keys.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { Confirm } from './confirm.js';
import { Settled } from './settled.js';

export interface AskUserCardProps extends ComponentPropsWithoutRef<'div'> {}

/**
 * The card around everything: hears the keys, keeps the focus, holds the live regions, asks before anything is lost,
 * and shows what stays once the request is settled.
 * Renders a `<div role="region">`.
 */
export const Card = forwardRef<HTMLDivElement, AskUserCardProps>(function Card({ children, ...props }, ref) {
  const ask = useAskUserContext('Card');
  const { store, messages, card, status, alert, dir } = ask;
  const phase = useFlowValue(store, (state) => state.phase);
  const error = useFlowValue(store, (state) => state.error);
  const asker = useFlowValue(store, (state) => state.request.asker);
  const first = useFlowValue(store, (state) => (state.request.questions[0] ?? activeQuestion(state))?.question ?? '');
  const count = useFlowValue(store, (state) => state.drafts.length);
  const keys = useCardKeys(ask, phase !== 'settled');
  const focus = useCardFocus(ask, phase, error);
  useImperativeHandle(ref, () => card.current!, [card]);
  const settled = phase === 'settled';
  return (
    <div
      // A landmark while it waits for an answer; in a transcript full of settled ones it would be in the way.
      role={settled ? 'group' : 'region'}
      aria-label={messages.card(asker ?? messages.asker, first, count)}
      dir={dir}
      data-phase={phase}
      data-questions={count === 1 ? 'one' : 'many'}
      {...part('card')}
      {...props}
      {...chainAll(props, { ...keys, ...focus })}
      ref={card}
    >
      <div {...part('status')} ref={status} aria-live="polite" role="status" />
      <div {...part('alert')} ref={alert} aria-live="assertive" role="alert" />
      {settled ? (
        <Settled />
      ) : (
        // Nothing of the request before may be left in the next one's place.
        <Fragment key={ask.run}>
          {children}
          <Confirm />
        </Fragment>
      )}
    </div>
  );
});
