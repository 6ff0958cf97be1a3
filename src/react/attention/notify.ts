import { isAway, watchAway } from './count.js';

/**
 * Delay of a notification in milliseconds if the user is in no tab with the question. In this time, a tab that the user
 * is in can request the shared lock.
 */
const ARRIVED_MS = 1_000;
/**
 * Delay of a notification in milliseconds if the user has been in a tab with the question. It starts again if the user
 * returned to such a tab in the meantime.
 */
const LEFT_MS = 10_000;

/** Key in `localStorage` for the IDs notified last, so that a tab that is opened or reloaded does not notify again. */
const NOTIFIED = 'ask-user-notified';
const MAX_NOTIFIED = 20;

function readNotified(): unknown[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(NOTIFIED) ?? '[]');
    return Array.isArray(ids) ? ids : [];
  } catch {
    return [];
  }
}

function rememberNotified(id: string): void {
  try {
    localStorage.setItem(NOTIFIED, JSON.stringify([id, ...readNotified()].slice(0, MAX_NOTIFIED)));
  } catch {
    // The storage may be full or forbidden. The lock still keeps other tabs from notifying while this tab holds it.
  }
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([whenAborted(signal), new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

async function whenAllowed(signal: AbortSignal): Promise<void> {
  if (Notification.permission === 'granted') return;
  const status = await navigator.permissions.query({ name: 'notifications' });
  await new Promise<void>((resolve) => {
    const check = () => status.state === 'granted' && resolve();
    status.addEventListener('change', check, { signal });
    check();
  });
}

/**
 * Holds a shared lock while the user is in this tab. If a visit ends before the lock is granted, its request stays in
 * the queue, so the notifying tab notices it.
 */
function showPresence(name: string, signal: AbortSignal): void {
  let release: (() => void) | undefined;
  const check = () => {
    if (isAway()) {
      release?.();
      release = undefined;
    } else if (!release) {
      const released = new Promise<void>((resolve) => (release = resolve));
      navigator.locks.request(name, { mode: 'shared', signal }, () => released).catch(() => {});
    }
  };
  const unwatch = watchAway(check);
  void whenAborted(signal).then(() => {
    unwatch();
    release?.();
  });
  check();
}

/**
 * Notifies the user of a question from one of the origin's tabs with it, once the user is in none of them. Waits until
 * notifications are allowed.
 *
 * The tab that holds the question's lock notifies. When it releases the lock, the next tab gets it. A tab that the user
 * is in holds a shared lock, for whose release the notifying tab waits. Never rejects.
 *
 * @param notify - Shows the notification. May throw.
 * @param signal - Ends the wait, or closes the notification.
 */
export async function notifyOnce(id: string, notify: () => Notification, signal: AbortSignal): Promise<void> {
  const present = `ask-user:present:${id}`;
  const { locks } = navigator;
  try {
    await whenAllowed(signal);
    showPresence(present, signal);
    await locks.request(`ask-user:${id}`, { signal }, async () => {
      const { held } = await locks.query();
      let wait = held?.some(({ name }) => name === present) ? LEFT_MS : ARRIVED_MS;
      for (let done = readNotified().includes(id); !done && !signal.aborted; wait = LEFT_MS) {
        done = await locks.request(present, { signal }, async () => {
          await pause(wait, signal);
          const { pending } = await locks.query();
          // A pending request means that the user has been in a tab with the question since.
          if (signal.aborted || pending?.some(({ name }) => name === present)) return false;
          const notification = notify();
          void whenAborted(signal).then(() => notification.close());
          rememberNotified(id);
          return true;
        });
      }
      await whenAborted(signal);
    });
  } catch {
    // The browser lacks or denies an API, the signal was aborted, or `notify` threw.
  }
}
