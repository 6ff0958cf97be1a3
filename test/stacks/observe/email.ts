import type { AskUserBroker, PendingRequest } from 'react-ask-user/server';

const TEN_MINUTES = 600_000;

/** Sends an e-mail for every question that is pending for ten minutes. Returns a function that stops it. */
export function remindByMail(broker: AskUserBroker, sendMail: (conversationId: string) => Promise<void>) {
  const timers = new Map<string, NodeJS.Timeout>();
  const remind = async ({ request, conversationId }: PendingRequest) => {
    const stored = await broker.get(request.requestId);
    if (stored?.state === 'awaiting_user_response') await sendMail(conversationId);
  };
  const start = (pending: PendingRequest) => {
    if (timers.has(pending.instanceId)) return;
    const wait = Math.max(0, pending.askedAt + TEN_MINUTES - Date.now());
    const timer = setTimeout(() => remind(pending).catch(console.error), wait);
    timers.set(pending.instanceId, timer);
  };
  const unsubscribe = broker.subscribe((event) => {
    if (event.type === 'awaiting_user_response') return start(event.request);
    if (event.type !== 'settled') return;
    clearTimeout(timers.get(event.request.instanceId));
    timers.delete(event.request.instanceId);
  });
  broker.pending().then((earlier) => earlier.forEach(start), console.error);
  return () => {
    unsubscribe();
    timers.forEach((timer) => clearTimeout(timer));
  };
}
