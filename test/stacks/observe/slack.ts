import type { AskUserBroker } from 'react-ask-user/server';

/** Posts a line to a Slack channel for every new question. Returns a function that stops it. */
export function notifySlack(broker: AskUserBroker, webhookUrl: string, pageUrl: string) {
  return broker.subscribe(async ({ type, request: { request } }) => {
    if (type !== 'awaiting_user_response') return;
    const count = request.questions.length;
    const text = `${request.asker ?? 'The assistant'} has ${count === 1 ? 'a question' : `${count} questions`}: ${pageUrl}`;
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      signal: AbortSignal.timeout(10_000),
    });
    // The broker passes the error to its `onError`.
    if (!response.ok) throw new Error(`Slack responded with ${response.status}: ${await response.text()}`);
  });
}
