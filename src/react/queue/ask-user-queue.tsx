'use client';
import { forwardRef, useMemo, useState, type ReactNode } from 'react';
import type { AnsweredOutput, UnansweredOutput } from '../../core/answer/output.js';
import { EMPTY_DRAFT } from '../../core/flow/empty-draft.js';
import type { AskUserAction, AskUserState, Draft, StateReducer } from '../../core/flow/types.js';
import { defined } from '../../core/guards.js';
import type { AskUserClient, SettledRequest } from '../../host/client/types.js';
import { type AskUserCardElement, type CardElementProps, cardProps } from '../dialog/card-props.js';
import { useHasSnapshot, useQueue, useConnectionIssue } from './use-queue.js';
import { enQueue } from '../../messages/en-first.js';
import { enFirst } from '../../messages/en-first.js';
import type { AskUserLanguage, AskUserMessagesInput } from '../../messages/types.js';
import type { AskUserQueueMessages } from '../../messages/lazy-types.js';
import { AskUserRoot, type AskUserRootProps } from '../dialog/parts/root.js';
import { getSettledKey } from '../../messages/asker.js';
import type { CollapsedDetails } from '../flow/collapsed.js';
import { QueueCard } from './queue-card.js';
import { AheadLine, Disconnected, QueueContinue } from './queue-parts.js';
import { excerpt } from '../../core/clean.js';
import { isAhead, type RefusalCode } from './queue.js';

/** Props of `AskUser.Root` that `AskUserQueue` does not have, because the request or the queue decides. */
type Own =
  | 'questions'
  | 'request'
  | 'input'
  | 'dialect'
  | 'requestId'
  | 'conversationId'
  | 'streaming'
  | 'result'
  | 'onSubmit'
  | 'onCancel'
  | 'onError'
  | 'onAskBack'
  | 'exchanges'
  | 'allow'
  | 'round'
  | 'children';

type RootProps = Omit<AskUserRootProps<AnsweredOutput, UnansweredOutput>, Own>;

/** Props of `AskUserQueue`. */
export interface AskUserQueueProps extends RootProps, CardElementProps {
  /** Client from `createAskUserClient`, or any object with the same methods. */
  client: AskUserClient;
  /** Called for each request that is settled while it is shown here, or that cannot be rendered. */
  onSettled?: ((request: SettledRequest) => void) | undefined;
  /**
   * Content to render once the client knows that no request is pending. By default, nothing is rendered. If the client
   * is offline or refused for 1 s, a message and a button to reconnect are rendered instead, unless `empty` is `null`.
   *
   * A settled request takes precedence over `empty` until another request replaces it or the user closes it. This
   * includes one whose modal or dock is hidden.
   */
  empty?: ReactNode;
}

const USER_KEYS = ['answered', 'cancelled', 'declined', 'discussed'] as const;

/** Actions that have no effect on an orphaned request. */
const BLOCKED_ACTIONS: readonly AskUserAction['type'][] = ['submit', 'retry', 'cancel', 'decline', 'confirm', 'goTo'];

/** Messages that explain a refused delivery. The text of a `DeliveryResult` is English. */
const REASONS: {
  readonly [Code in RefusalCode]?: 'unauthorized' | 'forbidden' | 'misdirected' | 'tooLarge' | 'rejected';
} = {
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  misdirected: 'misdirected',
  too_large: 'tooLarge',
  invalid: 'rejected',
};

/**
 * Clears the drafts that are equal to the answers of the result. They were not lost, so they are not shown as unused.
 */
function clearDeliveredDrafts(state: AskUserState): AskUserState {
  const { settledExternally, result, drafts } = state;
  if (!settledExternally || result?.status !== 'answered') return state;
  const { answers } = result;
  const isDelivered = ({ selected, custom, notes }: Draft, at: number) =>
    answers[at]?.selected.map(({ index }) => index).join() === selected.join() &&
    (answers[at].custom ?? '') === custom &&
    (answers[at].notes ?? '') === notes;
  return { ...state, drafts: drafts.map((draft, at) => (isDelivered(draft, at) ? EMPTY_DRAFT : draft)) };
}

/**
 * Returns a text of the messages, in English if their function throws. The function runs outside of the card's error
 * boundary.
 */
function tryMessages(
  queueMessages: AskUserQueueMessages,
  write: (queueMessages: AskUserQueueMessages) => string,
): string {
  try {
    return write(queueMessages);
  } catch {
    return write(enQueue);
  }
}

/**
 * Returns the host's messages. Replaces the title of an answered, cancelled, declined or discussed request that another
 * client settled, or whose agent did not receive the result: the dialog's titles address the user who settled it.
 */
function getSettledMessages(
  { result, by, isLocal, reached }: SettledRequest,
  queueMessages: AskUserQueueMessages,
  messages: AskUserMessagesInput | undefined,
): AskUserMessagesInput | undefined {
  const settled = getSettledKey(result);
  const key = USER_KEYS.find((one) => one === settled);
  if (key === undefined || (isLocal && reached !== false)) return messages;
  const text =
    reached === false
      ? queueMessages.unreached
      : tryMessages(queueMessages, ({ elsewhere }) => elsewhere[key](by && excerpt(by)));
  return { ...messages, settled: { ...enFirst.settled, ...messages?.settled, [key]: text } };
}

/**
 * Renders a client's pending requests, one dialog at a time, first in, first out. Orphaned requests come last. Without
 * a request to show, renders `empty`.
 *
 * A request that can be answered is not replaced by another one.
 *
 * @example
 * const client = createAskUserClient({ url: '/ask-user' });
 * const Questions = () => <AskUserQueue client={client} draftStorage={storage} />;
 */
export const AskUserQueue = forwardRef<AskUserCardElement, AskUserQueueProps>(function AskUserQueue(props, ref) {
  const { client, onSettled, empty, messages, stateReducer, ...rest } = props;
  const { queue, state } = useQueue(client, onSettled, rest.draftStorage);
  const connectionIssue = useConnectionIssue(state.connection);
  const hasSnapshot = useHasSnapshot(client, state.connection);
  const queueMessages = useMemo(
    () => ({ ...enQueue, ...defined<Partial<AskUserLanguage>>(messages ?? {}) }),
    [messages],
  );
  const { current, aheadCount } = state;
  const [wasPutAway, setPutAway] = useState(false);
  // The host's `asker` is the same for every request.
  const next = props.asker === undefined ? state.next : undefined;
  const settlement = current?.settlement;
  const shownMessages = useMemo(
    () => (settlement ? getSettledMessages(settlement, queueMessages, messages) : messages),
    [settlement, queueMessages, messages],
  );
  const isPending = current !== undefined && !settlement && current.request.state === 'awaiting_user_response';
  const aheadLine = aheadCount > 0 && (
    <AheadLine
      queueMessages={queueMessages}
      count={aheadCount}
      open={isPending ? undefined : queue.openAhead}
      takesFocus={wasPutAway}
    />
  );
  if (!current) {
    if (aheadLine && !connectionIssue) return aheadLine;
    if (connectionIssue && empty !== null)
      return (
        <Disconnected
          queueMessages={queueMessages}
          connectionIssue={connectionIssue}
          reconnect={() => client.reconnect()}
        />
      );
    return hasSnapshot && !connectionIssue ? (empty ?? null) : null;
  }

  const { request: queued } = current;
  const { requestId } = queued.request;
  const { instanceId } = queued;
  const orphaned = !settlement && queued.state === 'orphaned';
  const settledElsewhere = settlement !== undefined && !settlement.isLocal;
  const failed = settlement?.result.status === 'unavailable';
  const send: typeof queue.send = async (...delivery) => {
    const outcome = await queue.send(...delivery);
    const reason = outcome.ok || !outcome.code ? undefined : REASONS[outcome.code];
    if (!reason) return outcome;
    // The same answers would be refused again.
    return { ...outcome, message: queueMessages[reason], retry: reason !== 'tooLarge' && reason !== 'rejected' };
  };
  const reducer: StateReducer = (now, step) => {
    if (orphaned && BLOCKED_ACTIONS.includes(step.action.type)) return now;
    const settles = step.action.type === 'settle' && step.changes !== now;
    const changes = settles ? clearDeliveredDrafts(step.changes) : step.changes;
    return stateReducer ? stateReducer(now, { ...step, changes }) : changes;
  };
  return (
    <>
      <AskUserRoot
        key={current.generation}
        {...rest}
        draftStorage={rest.draftStorage ?? queue.drafts}
        {...(orphaned && { collapsed: false, shortcuts: false })}
        {...(isAhead(queued) && {
          // The user has opened it, and puts it away by the button that collapses a card.
          collapsed: false,
          onCollapsedChange(collapses: boolean, { event }: CollapsedDetails) {
            // A dock collapses such a request when it arrives, but here the user has opened it.
            if (collapses && event && queue.putAway()) setPutAway(state.waitingCount === 0);
          },
        })}
        request={queued.request}
        requestId={instanceId}
        conversationId={queued.conversationId}
        allow={queued.allow}
        round={current.round}
        exchanges={state.exchanges}
        onAskBack={
          queued.askBack?.offered && !settlement
            ? (exchange, { signal }) => client.askBack(requestId, exchange, { instanceId, signal })
            : undefined
        }
        messages={shownMessages}
        result={state.externalResult}
        stateReducer={reducer}
        onSubmit={(_, { result, replies }) =>
          send(queued, result, () => client.answer(requestId, replies, { instanceId }))
        }
        onCancel={(_, { result, replies }) =>
          send(queued, result, () => {
            const options = { instanceId, ...('reason' in result && { reason: result.reason }) };
            if (result.status !== 'declined') return client.cancel(requestId, options);
            const { discuss, about } = result;
            return client.decline(requestId, discuss ? { ...options, discuss, about, replies } : options);
          })
        }
        onError={(_, { result }) => {
          queue.settle({ request: queued, result, isLocal: false });
          // Nothing of an invalid request is rendered, so there is nothing to read.
          if (result.status === 'invalid') queue.dismiss();
        }}
      >
        <QueueCard
          {...cardProps(rest)}
          queueMessages={queueMessages}
          waiting={state.waitingCount}
          next={next}
          connectionIssue={connectionIssue}
          orphaned={orphaned}
          settledElsewhere={settledElsewhere}
          unreached={settlement?.reached === false}
          reconnect={() => client.reconnect()}
          dismiss={queue.dismiss}
          yieldToNext={queue.yieldToNext}
          ref={ref}
        />
      </AskUserRoot>
      {aheadLine}
      {failed && (
        <QueueContinue
          // This function may be the one that failed in the card.
          queueMessages={{
            ...queueMessages,
            moreWaiting: (requests) => tryMessages(queueMessages, (texts) => texts.moreWaiting(requests)),
          }}
          waiting={state.waitingCount}
          next={next}
          close={messages?.close ?? enFirst.close}
          act={queue.dismiss}
        />
      )}
    </>
  );
});
