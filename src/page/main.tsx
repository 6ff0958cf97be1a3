import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AskUserDialog, type AskUserLanguage, type AskUserResult, useAskUserClient } from 'react-ask-user';
import { useAskUserAttention } from 'react-ask-user/attention';
import type { AskUserClientState, DeliveryResult } from 'react-ask-user/client';
import 'react-ask-user/styles.css';
import { type AccessError, connect, type Connection } from './connection.js';
import { ENGLISH, loadMessages } from './language.js';
import './page.css';

type PendingRequest = AskUserClientState['requests'][number];

interface Settlement {
  /** Status of the result, or `'gone'` if the connection ended without one. */
  status: AskUserResult['status'] | 'gone';
  /** Whether this page sent the result. */
  own: boolean;
}

function outcomeText({ status, own }: Settlement): string {
  const typed = 'What you typed here was not sent. You can still copy it.';
  if (status === 'gone') return `The command in the terminal has ended. ${typed}`;
  if (status === 'answered') {
    return own ? 'Your answer is in the terminal. You can close this tab.' : `Answered in another page. ${typed}`;
  }
  if (status === 'unavailable')
    return `The question could not be shown, so the command in the terminal has ended. ${typed}`;
  if (status === 'cancelled' || status === 'declined') {
    return own ? 'Sent to your terminal. You can close this tab.' : `Ended in another page. ${typed}`;
  }
  return `The command in the terminal was stopped. ${typed}`;
}

interface QuestionsProps {
  request: PendingRequest;
  connection: Connection;
  /** How the request ended, as far as the command has told. */
  told: Settlement | undefined;
  messages: AskUserLanguage | undefined;
}

function Questions({ request: { request, allow }, connection, told, messages }: QuestionsProps) {
  const { client, softLimit, storage, send, sendUnavailable } = connection;
  const { requestId } = request;
  const [sent, setSent] = useState<AskUserResult>();
  const settlement = sent ? { status: sent.status, own: true } : told;
  const card = useRef<HTMLDivElement>(null);
  // Focus the card, because the page contains nothing else.
  useEffect(() => card.current?.focus(), []);
  // No notifications: each command has another origin, so the browser would ask for permission each time.
  useAskUserAttention({ waiting: settlement ? 0 : 1, badge: false, messages });
  const elsewhere: AskUserResult | undefined =
    !settlement || settlement.own ? undefined : { status: settlement.status === 'gone' ? 'connectionLost' : 'aborted' };
  const deliver = async (result: AskUserResult, delivery: Promise<DeliveryResult>) => {
    const outcome = await delivery;
    if (outcome.ok) {
      flushSync(() => setSent(result));
      client.close();
    }
    return outcome;
  };
  return (
    <>
      <AskUserDialog
        ref={card}
        request={request}
        draftStorage={storage}
        softLimit={softLimit}
        messages={messages}
        allow={allow}
        {...(elsewhere && { result: elsewhere })}
        onSubmit={(_, { result, replies }) =>
          deliver(
            result,
            send(() => client.answer(requestId, replies)),
          )
        }
        onCancel={(_, { result, replies }) =>
          deliver(
            result,
            send(() => {
              if (result.status !== 'declined') return client.cancel(requestId);
              const { discuss, reason, about } = result;
              return client.decline(requestId, discuss && { discuss, reason, about, replies });
            }),
          )
        }
        onError={(_, { result }) => {
          const reason = 'reason' in result ? (result.reason ?? '') : '';
          return deliver({ status: 'unavailable', reason }, sendUnavailable(requestId, reason));
        }}
      />
      <p role="status" {...ENGLISH}>
        {settlement && outcomeText(settlement)}
      </p>
    </>
  );
}

function Page({ connection, messages }: Pick<QuestionsProps, 'connection' | 'messages'>) {
  const { connection: status, requests, settled } = useAskUserClient(connection.client);
  const [ended] = settled;
  const request = requests[0] ?? ended?.request;
  if (!request) return status === 'connecting' ? null : <Ended />;
  const gone: Settlement | undefined = status === 'closed' ? { status: 'gone', own: false } : undefined;
  const told = ended ? { status: ended.result.status, own: ended.isLocal } : gone;
  return <Questions request={request} connection={connection} told={told} messages={messages} />;
}

const Ended = () => (
  <p role="status" {...ENGLISH}>
    The command in the terminal has ended.
  </p>
);

const REFUSALS: Readonly<Record<AccessError, readonly [title: string, text: string]>> = {
  used: [
    'This address has been used',
    'Each address opens one page. If that page is still open, answer there. If it is closed, the terminal shows a new address.',
  ],
  unknown: [
    'This address is not valid',
    'The command in the terminal did not print this address. Copy the whole address from the terminal.',
  ],
  incomplete: [
    'This address is not complete',
    'The part after the # is missing. Copy the whole address from the terminal.',
  ],
};

function NoQuestion({ refusal }: { refusal: AccessError }) {
  const [title, text] = REFUSALS[refusal];
  return (
    <section {...ENGLISH}>
      <h1>{title}</h1>
      <p>{text}</p>
    </section>
  );
}

const root = createRoot(document.getElementById('page')!);
Promise.all([connect(true), loadMessages()]).then(
  ([found, messages]) =>
    root.render(
      typeof found === 'string' ? <NoQuestion refusal={found} /> : <Page connection={found} messages={messages} />,
    ),
  () => root.render(<Ended />),
);
