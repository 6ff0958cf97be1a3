/**
 * Yields the complete lines of a stream as they arrive. Text after the last line break is truncated, so it is dropped.
 */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
