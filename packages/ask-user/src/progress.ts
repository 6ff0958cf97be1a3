import type { ProtocolCall } from './protocol.js';

/** Milliseconds between two notifications. Clients that stop a silent call wait 60 s or longer. */
const EVERY_MS = 10_000;

/**
 * Tells the client every 10 s that the user has not answered yet, if it wants to know, so that it does not stop the
 * call. Returns a function that ends this.
 */
export function reportProgress({ progressToken, notify }: Pick<ProtocolCall, 'progressToken' | 'notify'>): () => void {
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const tell = () =>
    notify('notifications/progress', { progressToken, progress: ++progress, message: 'Waiting for the user' });
  const timer = setInterval(tell, EVERY_MS);
  return () => clearInterval(timer);
}
