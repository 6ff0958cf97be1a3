import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AskUserAnnouncer, type AskUserCardElement, AskUserQueue, useAskUserClient } from 'react-ask-user';
import { useAskUserAttention } from 'react-ask-user/attention';
import type { AskUserClientState } from 'react-ask-user/client';
import 'react-ask-user/styles.css';
import { connect, type Connection } from '../../../../src/page/connection.js';
import { focusCard } from '../../../../src/page/focus-card.js';
import { loadTexts, type PageTexts } from '../../../../src/page/language.js';
import type { PageWords } from '../../../../src/page/words/types.js';
import '../../../../src/page/page.css';

type Settled = AskUserClientState['settled'][number];

type Words = PageWords['agent'];

/** Says what became of the last question, below its card. */
function outcomeText({ result: { status }, isLocal }: Settled, words: Words): string {
  if (status === 'unavailable') return words.notShown;
  if (isLocal) return words.sent;
  return status === 'aborted' ? words.noLongerWaits : words.answeredElsewhere;
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
  texts: PageTexts;
}

function Page({ connection, texts: { messages, words } }: PageProps) {
  const { client, storage, softLimit, sendUnavailable, sendVisible } = connection;
  const { connection: status, requests } = useAskUserClient(client);
  const [last, setLast] = useState<Settled>();
  const isReplaced = useIsReplaced(connection);
  const card = useRef<AskUserCardElement>(null);
  // Requests whose agent does not wait are one line.
  const waiting = requests.filter(({ request }) => request.blocking !== false);
  const [first] = waiting;
  const firstId = first?.instanceId;
  // No notifications: the port differs each time, so the browser would ask for permission each time.
  useAskUserAttention({ waiting: waiting.length, badge: false, messages });
  useEffect(() => {
    // The page contains nothing else. The queue moves the focus from one card to the next.
    if (first && document.activeElement === document.body) focusCard(card.current, first.request);
    // The state of the same request may change.
    // oxlint-disable-next-line react/exhaustive-deps
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
  if (isReplaced) return <p role="status">{words.agent.replaced}</p>;
  const isWaiting = requests.length > 0;
  const { ended, endedUnsent, sentLast } = words.agent;
  // A hook ends with each answer, while its agent goes on.
  const endedText = isWaiting ? endedUnsent : last?.isLocal ? sentLast : ended;
  return (
    <AskUserAnnouncer>
      <AskUserQueue
        ref={card}
        client={client}
        draftStorage={storage}
        softLimit={softLimit}
        messages={messages}
        empty={status === 'closed' ? null : <p>{words.agent.nothingWaits}</p>}
        onSettled={onSettled}
      />
      <p role="status">{status === 'closed' ? endedText : last && !isWaiting && outcomeText(last, words.agent)}</p>
    </AskUserAnnouncer>
  );
}

function Refused({ words: { refused } }: { words: Words }) {
  const [title, text] = refused;
  return (
    <section>
      <h1>{title}</h1>
      <p>{text}</p>
    </section>
  );
}

const root = createRoot(document.getElementById('page')!);
const [found, texts] = await Promise.all([connect(false).catch(() => undefined), loadTexts()]);
const { agent } = texts.words;
document.title = agent.title;
if (found === undefined) root.render(<p role="status">{agent.ended}</p>);
else if (typeof found === 'string') root.render(<Refused words={agent} />);
else root.render(<Page connection={found} texts={texts} />);
