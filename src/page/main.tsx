import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type AskUserCardElement, AskUserDialog, type AskUserResult, useAskUserClient } from 'react-ask-user';
import { useAskUserAttention } from 'react-ask-user/attention';
import type { AskUserClientState, DeliveryResult } from 'react-ask-user/client';
import 'react-ask-user/styles.css';
import { type AccessError, connect, type Connection } from './connection.js';
import { focusCard } from './focus-card.js';
import { loadTexts, type PageTexts } from './language.js';
import type { PageWords } from './words/types.js';
import './page.css';

type PendingRequest = AskUserClientState['requests'][number];

interface Settlement {
  /** Status of the result, or `'gone'` if the connection ended without one. */
  status: AskUserResult['status'] | 'gone';
  /** Whether this page sent the result. */
  own: boolean;
}

function outcomeText({ status, own }: Settlement, words: PageWords['web']): string {
  if (status === 'gone') return words.gone;
  if (status === 'answered') return own ? words.answered : words.answeredElsewhere;
  if (status === 'unavailable') return words.notShown;
  if (status === 'cancelled' || status === 'declined') return own ? words.sent : words.endedElsewhere;
  return words.stopped;
}

interface QuestionsProps {
  request: PendingRequest;
  connection: Connection;
  /** How the request ended, as far as the command has told. */
  told: Settlement | undefined;
  texts: PageTexts;
}

function Questions({ request: { request, allow }, connection, told, texts }: QuestionsProps) {
  const { messages, words } = texts;
  const { client, softLimit, storage, send, sendUnavailable } = connection;
  const { requestId } = request;
  const [sent, setSent] = useState<AskUserResult>();
  const settlement = sent ? { status: sent.status, own: true } : told;
  const card = useRef<AskUserCardElement>(null);
  useEffect(() => focusCard(card.current, request), [request]);
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
      <p role="status">{settlement && outcomeText(settlement, words.web)}</p>
    </>
  );
}

function Page({ connection, texts }: Pick<QuestionsProps, 'connection' | 'texts'>) {
  const { connection: status, requests, settled } = useAskUserClient(connection.client);
  const [ended] = settled;
  const request = requests[0] ?? ended?.request;
  if (!request) return status === 'connecting' ? null : <Ended texts={texts} />;
  const gone: Settlement | undefined = status === 'closed' ? { status: 'gone', own: false } : undefined;
  const told = ended ? { status: ended.result.status, own: ended.isLocal } : gone;
  return <Questions request={request} connection={connection} told={told} texts={texts} />;
}

const Ended = ({ texts: { words } }: Pick<QuestionsProps, 'texts'>) => <p role="status">{words.web.ended}</p>;

function NoQuestion({ refusal: [title, text] }: { refusal: PageWords['web']['refused'][AccessError] }) {
  return (
    <section>
      <h1>{title}</h1>
      <p>{text}</p>
    </section>
  );
}

const root = createRoot(document.getElementById('page')!);
const [found, texts] = await Promise.all([connect(true).catch(() => undefined), loadTexts()]);
const { web } = texts.words;
document.title = web.title;
if (found === undefined) root.render(<Ended texts={texts} />);
else if (typeof found === 'string') root.render(<NoQuestion refusal={web.refused[found]} />);
else root.render(<Page connection={found} texts={texts} />);
