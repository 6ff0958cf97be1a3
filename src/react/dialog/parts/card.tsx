'use client';
import {
  forwardRef,
  Fragment,
  useContext,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
  type ComponentPropsWithoutRef,
  type ReactNode,
} from 'react';
import { agentWaits, touchedCount } from '../../../core/flow/selectors.js';
import type { AskUserStore } from '../../../core/flow/store.js';
import type { AskUserState } from '../../../core/flow/types.js';
import { part } from '../anatomy.js';
import type { AskUserCardElement } from '../card-props.js';
import { onLeave } from '../../engine/focus-after.js';
import { composeAllEventHandlers } from '../../flow/compose-event-handlers.js';
import { whenLoaded } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { RenderTextContext, useAsk, useIsCollapsed } from '../context.js';
import { useArrival } from '../../focus/use-arrival.js';
import { useCardFocus } from '../../focus/use-card-focus.js';
import { useCardKeys } from '../use-card-keys.js';
import { createCardClicks } from '../../keys/card-clicks.js';
import { useFileHint } from '../../files/use-file-hint.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { closeDialog } from '../use-modal.js';
import type { AskUserMessages } from '../../../messages/types.js';
import { CollapsedBar } from './collapse.js';
import { ActionButton } from './button.js';
import { Confirm } from './confirm.js';
import { getSettledKey, nameAsker } from '../../../messages/asker.js';
import { excerpt } from '../../../core/clean.js';
import { questionText } from '../../../messages/labels.js';
import { Settled } from './settled.js';

/** Props of `AskUser.Card`. */
export interface AskUserCardProps extends ComponentPropsWithoutRef<'div'> {
  /**
   * Content at the end of the settled view. Defaults to a Close button in a modal or dock that the agent or host
   * settled.
   */
  settledActions?: ReactNode;
}

/**
 * Renders a `<div>`, or a `<dialog>` if `presentation` is `modal`: the card around the other parts. Handles keys and
 * focus, and contains the live regions. Renders the confirmations, the line of a collapsed card and the settled view.
 * Must be inside `AskUser.Root`.
 */
export const Card = forwardRef<AskUserCardElement, AskUserCardProps>(function Card(
  { children, settledActions, ...props },
  ref,
) {
  const ask = useAsk();
  const { store, ids, messages, card, engine, dir, presentation } = ask;
  const renderText = useContext(RenderTextContext);
  const phase = useFlowValue(store, (state) => state.phase);
  const error = useFlowValue(store, (state) => state.error);
  const first = useFlowValue(store, ({ request }) => request.questions[0]?.question ?? '');
  const count = useFlowValue(store, (state) => state.drafts.length);
  const hasNotice = useFlowValue(store, hasNoticeToRead);
  const [closedStore, setClosedStore] = useState<AskUserStore>();
  const result = useFlowValue(store, (state) => state.result);
  const waits = useFlowValue(store, agentWaits);
  const streaming = useFlowValue(store, (state) => state.streaming);
  const collapsed = useIsCollapsed(ask);
  const settled = phase === 'settled';
  const modal = presentation === 'modal';
  const keys = useCardKeys(ask, modal || !settled);
  const focus = useCardFocus(ask, phase, error, collapsed);
  const { files, fileHint } = useFileHint(ask);
  const clicks = useMemo(() => createCardClicks(store), [store]);
  // Another `presentation` may render another element.
  // oxlint-disable-next-line react/exhaustive-deps
  useImperativeHandle(ref, () => card.current!, [card, presentation]);
  // A settled dock is hidden in favor of the composer, unless the user still has to read the settled view.
  const isHidden = presentation === 'dock' && settled && (!hasNotice || closedStore === store);
  const arrival = useArrival(ask);
  useEffect(() => whenLoaded(laterCard, ({ watchCard }) => watchCard(ask, settled)), [ask, settled]);
  // The output of `renderText` names the card better than its source, unless the source is too long to listen to.
  const isNamedByQuestion = renderText && !settled && count === 1 && first.length < 300 && !props['aria-label'];
  const Element = (modal ? 'dialog' : 'div') as 'div';
  return (
    <Element
      // A landmark while the request is pending. Many landmarks of settled requests would get in the way.
      {...(modal ? MODAL : { role: settled ? 'group' : 'region' })}
      // `aria-labelledby` takes precedence if one of its elements exists.
      aria-label={
        settled && result
          ? nameAsker(messages.settled[getSettledKey(result)], messages)
          : cardName(messages, first, count)
      }
      aria-labelledby={isNamedByQuestion ? `${ids('title')} ${ids('text', 0)}` : undefined}
      // Makes the card focusable for the host's `focus()`, and for clicks beside its controls.
      tabIndex={-1}
      lang={messages.locale}
      dir={dir}
      hidden={isHidden}
      data-phase={phase}
      data-questions={count === 1 ? 'one' : 'many'}
      data-streaming={streaming ? '' : undefined}
      data-blocking={waits ? undefined : 'false'}
      data-presentation={presentation}
      data-collapsed={collapsed ? '' : undefined}
      {...part('card', props)}
      {...composeAllEventHandlers(props, { ...keys, ...focus, ...arrival, ...files, ...clicks })}
      ref={card}
    >
      <div {...part('status')} ref={engine.status} aria-live="polite" role="status" />
      <div {...part('alert')} ref={engine.alert} aria-live="assertive" role="alert" />
      {settled ? (
        <SettledView onClose={() => setClosedStore(store)}>{settledActions}</SettledView>
      ) : (
        // Remount for the next request.
        <Fragment key={ask.generation}>
          {collapsed && <CollapsedBar />}
          {children}
          {fileHint}
          <Confirm />
        </Fragment>
      )}
    </Element>
  );
});

/** The browser must not close the dialog by itself. */
const MODAL = { closedby: 'none' };

/**
 * Whether the user has to read the settled view, because the agent or host settled the request. A superseded request
 * has to be read only if something was entered.
 */
const hasNoticeToRead = (state: AskUserState): boolean =>
  state.settledExternally === true &&
  (state.result?.status !== 'superseded' || touchedCount(state) > 0 || state.message !== '');

/** Inline cards keep the settled view. A modal or dock shows it only if the agent or host settled the request. */
function SettledView({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const { store, messages, presentation, card, engine } = useAsk();
  const isExternal = useFlowValue(store, (state) => state.settledExternally);
  if (presentation === 'inline') return <Settled>{children}</Settled>;
  if (!isExternal) return null;
  const close = () => {
    if (presentation === 'modal') return closeDialog(card.current);
    const moved = engine.move(onLeave);
    onClose();
    // Focus did not move, for example because another card is in the place of the composer.
    if (!moved) void laterCard.load().then((later) => card.current && later?.focusOpenCard(card.current));
  };
  return (
    <Settled>
      {children ?? (
        <div {...part('actions')}>
          <ActionButton variant="secondary" act={close}>
            {messages.close}
          </ActionButton>
        </div>
      )}
    </Settled>
  );
}

const cardName = (messages: AskUserMessages, question: string, questions: number) =>
  questions > 0
    ? messages.card(messages.asker, excerpt(questionText({ question }, 0, messages)), questions)
    : nameAsker(messages.preparing, messages);
