import type { ProtocolCall } from './protocol.js';

/** Milliseconds between two notifications. Clients that stop a silent call wait 60 s or longer. */
const EVERY_MS = 10_000;

/**
 * Tells the client every 10 s that the user has not answered yet, or how to open the page, if it wants to know, so that
 * it does not stop the call. Returns a function that ends this.
 */
export function reportProgress(
  { progressToken, notify }: Pick<ProtocolCall, 'progressToken' | 'notify'>,
  howToOpen: () => string | undefined,
): () => void {
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const tell = () => {
    const message = howToOpen() ?? 'Waiting for the user';
    notify('notifications/progress', { progressToken, progress: ++progress, message });
  };
  const timer = setInterval(tell, EVERY_MS);
  return () => clearInterval(timer);
}
