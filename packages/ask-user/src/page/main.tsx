import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AskUserAnnouncer, type AskUserLanguage, AskUserQueue, useAskUserClient } from 'react-ask-user';
import { useAskUserAttention } from 'react-ask-user/attention';
import type { AskUserClientState } from 'react-ask-user/client';
import 'react-ask-user/styles.css';
import { connect, type Connection } from '../../../../src/page/connection.js';
import { ENGLISH, loadMessages } from '../../../../src/page/language.js';
import '../../../../src/page/page.css';

type Settled = AskUserClientState['settled'][number];

const NOTHING_WAITS = 'No question waits. You can close this page; the next question opens it again.';
const ENDED = 'Your agent has ended. You can close this page.';
// A hook ends with each answer, while its agent goes on.
const SENT = 'Sent to your agent. You can close this page.';

/** Says what became of the last question, below its card. */
function outcomeText({ result: { status }, isLocal }: Settled): string {
  if (status === 'unavailable') return 'The question could not be shown here. Your agent was told so.';
  if (isLocal) return 'Sent to your agent. You can close this page; the next question opens it again.';
  if (status === 'aborted') {
    return 'Your agent no longer waits for this answer. If it asks the same again, your answers are offered here.';
  }
  return 'Answered in another page. You can close this page.';
}

/** Only the newest page stays connected, so that the browser does not fill with old ones. */
function useIsReplaced({ client }: Connection): boolean {
  const [isReplaced, setReplaced] = useState(false);
  useEffect(() => {
    const pages = new BroadcastChannel('ask-user');
    pages.postMessage('opened');
    pages.addEventListener('message', () => {
      client.close();
      setReplaced(true);
      window.close();
    });
    return () => pages.close();
  }, [client]);
  return isReplaced;
}

interface PageProps {
  connection: Connection;
  messages: AskUserLanguage | undefined;
}

function Page({ connection, messages }: PageProps) {
  const { client, storage, softLimit, sendUnavailable, sendVisible } = connection;
  const { connection: status, requests } = useAskUserClient(client);
  const [last, setLast] = useState<Settled>();
  const isReplaced = useIsReplaced(connection);
  const card = useRef<HTMLDivElement>(null);
  const firstId = requests[0]?.instanceId;
  // No notifications: the port differs each time, so the browser would ask for permission each time.
  useAskUserAttention({ waiting: requests.length, badge: false, messages });
  useEffect(() => {
    // The page contains nothing else. The queue moves the focus from one card to the next.
    if (firstId !== undefined && document.activeElement === document.body) card.current?.focus();
  }, [firstId]);
  useEffect(() => {
    sendVisible();
    document.addEventListener('visibilitychange', sendVisible);
    return () => document.removeEventListener('visibilitychange', sendVisible);
  }, [sendVisible]);
  const onSettled = (settled: Settled) => {
    setLast(settled);
    const { result, request } = settled;
    // The card could not be rendered. The agent must not wait for an answer.
    if (result.status === 'unavailable') void sendUnavailable(request.request.requestId, result.reason);
  };
  if (isReplaced)
    return (
      <p role="status" {...ENGLISH}>
        The questions are in a newer page. You can close this one.
      </p>
    );
  const isWaiting = requests.length > 0;
  return (
    <AskUserAnnouncer>
      <AskUserQueue
        ref={card}
        client={client}
        draftStorage={storage}
        softLimit={softLimit}
        messages={messages}
        empty={status === 'closed' ? null : <p {...ENGLISH}>{NOTHING_WAITS}</p>}
        onSettled={onSettled}
      />
      <p role="status" {...ENGLISH}>
        {status === 'closed'
          ? `${last?.isLocal && !isWaiting ? SENT : ENDED}${isWaiting ? ' What you entered was not sent, but you can still copy it.' : ''}`
          : last && !isWaiting && outcomeText(last)}
      </p>
    </AskUserAnnouncer>
  );
}

const Refused = () => (
  <section {...ENGLISH}>
    <h1>This address cannot be used</h1>
    <p>
      Each address opens one page, once. If that page is still open, answer there. Otherwise let your agent ask again.
    </p>
  </section>
);

const root = createRoot(document.getElementById('page')!);
Promise.all([connect(false), loadMessages()]).then(
  ([found, messages]) =>
    root.render(typeof found === 'string' ? <Refused /> : <Page connection={found} messages={messages} />),
  () =>
    root.render(
      <p role="status" {...ENGLISH}>
        {ENDED}
      </p>,
    ),
);
