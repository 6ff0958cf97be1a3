import type { Conversation } from './conversation.js';

/**
 * Streams a conversation as lines of JSON. A line is written when the window is ready for it, with all changes since
 * the previous line. A slow window receives fewer lines, but never outdated ones.
 */
export function streamTranscript(conversation: Conversation, onLeave: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let from = 0;
  let hasNews = true;
  let isGone = false;
  let wake = (): void => {};
  const unsubscribe = conversation.subscribe((changed) => {
    from = Math.min(from, changed);
    hasNews = true;
    wake();
  });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!hasNews) await new Promise<void>((resolve) => (wake = resolve));
      if (isGone) return;
      const update = conversation.update(from);
      from = Infinity;
      hasNews = false;
      controller.enqueue(encoder.encode(`${JSON.stringify(update)}\n`));
    },
    cancel() {
      isGone = true;
      wake();
      unsubscribe();
      onLeave();
    },
  });
}
