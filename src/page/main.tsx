import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AskUserDialog, type AskUserResult } from 'react-ask-user';
import { useAskUserAttention } from 'react-ask-user/attention';
import 'react-ask-user/styles.css';
import { connect, type Connection, type SettledMessage, type AccessError } from './connection.js';
import './page.css';

/**
 * Returns the draft storage: this page's session storage. Drafts of this request are also sent to the command. If the
 * session storage has none, those of the command are used.
 */
function storageOf({ question, saveDraft }: Connection) {
  const isDraft = (key: string) => key.endsWith(`:${question.request.requestId}`);
  return {
    get: (key: string) => sessionStorage.getItem(key) ?? (isDraft(key) ? (question.draft ?? null) : null),
    set(key: string, text: string) {
      if (isDraft(key)) saveDraft(text);
      sessionStorage.setItem(key, text);
    },
    remove: (key: string) => sessionStorage.removeItem(key),
  };
}

function outcomeText({ status, own }: SettledMessage): string {
  const typed = 'What you typed here was not sent. You can still copy it.';
  if (status === 'gone') return `The command in the terminal has ended. ${typed}`;
  if (status === 'answered') {
    return own ? 'Your answer is in the terminal. You can close this tab.' : `Answered in another page. ${typed}`;
  }
  if (status === 'unavailable' && own)
    return `The question could not be shown, so the command in the terminal has ended. ${typed}`;
  if (status === 'cancelled' || status === 'declined' || status === 'unavailable') {
    return own ? 'Sent to your terminal. You can close this tab.' : `Ended in another page. ${typed}`;
  }
  return `The command in the terminal was stopped. ${typed}`;
}

function Page({ connection }: { connection: Connection }) {
  const { question, send, settled } = connection;
  const [storage] = useState(() => storageOf(connection));
  const [settledMessage, setSettledMessage] = useState<SettledMessage>();
  const card = useRef<HTMLDivElement>(null);
  // Focus the card, because the page contains nothing else.
  useEffect(() => card.current?.focus(), []);
  useEffect(() => {
    void settled.then(setSettledMessage);
  }, [settled]);
  // No notifications: each command has another origin, so the browser would ask for permission each time.
  useAskUserAttention({ waiting: settledMessage === undefined ? 1 : 0, badge: false });
  const elsewhere: AskUserResult | undefined =
    settledMessage === undefined || settledMessage.own
      ? undefined
      : { status: settledMessage.status === 'gone' ? 'connectionLost' : 'aborted' };
  return (
    <>
      <AskUserDialog
        ref={card}
        request={question.request}
        draftStorage={storage}
        {...question.flow}
        {...(elsewhere && { result: elsewhere })}
        onSubmit={(_, { replies }) => send('/answer', { replies })}
        onCancel={(_, { result, replies }) => {
          if (result.status !== 'declined') return send('/cancel');
          const { discuss, reason } = result;
          return send('/decline', discuss && { replies, discuss, ...(reason !== undefined && { reason }) });
        }}
        onError={(_, { result }) => send('/unavailable', 'reason' in result ? { reason: result.reason } : {})}
      />
      <p role="status">{settledMessage && outcomeText(settledMessage)}</p>
    </>
  );
}

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
    <section>
      <h1>{title}</h1>
      <p>{text}</p>
    </section>
  );
}

const root = createRoot(document.getElementById('page')!);
connect().then(
  (found) => root.render(typeof found === 'string' ? <NoQuestion refusal={found} /> : <Page connection={found} />),
  () => root.render(<p role="status">The command in the terminal has ended.</p>),
);
