// terminal-host.ts
import type { ReadStream, WriteStream } from 'node:tty';
import type { AskUserRequest, AskUserResult } from 'react-ask-user/core';
import { createKeyDecoder, createSession, receiptLines, type Key } from 'react-ask-user/terminal';

/** Asks the user in a terminal until the signal aborts, and leaves one line per answer there. */
export function ask(
  request: AskUserRequest,
  input: ReadStream,
  output: WriteStream,
  signal?: AbortSignal,
): Promise<AskUserResult> {
  if (signal?.aborted) return Promise.resolve({ status: 'aborted' });
  const session = createSession(request);
  const decoder = createKeyDecoder();
  const now = () => performance.now();
  let above = 0;
  let redraw: NodeJS.Timeout | undefined;
  let escape: NodeJS.Timeout | undefined;
  const clear = () => `${above > 0 ? `\u001b[${above}A` : ''}\r\u001b[J`;
  const render = () => {
    const { lines, cursor } = session.frame(now(), output);
    const below = lines.length - 1 - cursor.row;
    const place = `${below > 0 ? `\u001b[${below}A` : ''}\u001b[${cursor.column + 1}G\u001b[?25${cursor.seen ? 'h' : 'l'}`;
    output.write(clear() + lines.join('\r\n') + place);
    above = cursor.row;
    clearTimeout(redraw);
    const wait = session.waits(now());
    if (wait > 0 && wait < Infinity) redraw = setTimeout(render, wait);
  };
  return new Promise((resolve) => {
    const press = (keys: readonly Key[]) => {
      for (const key of keys) session.press(key, now());
      const result = session.result();
      if (result) close(result === 'interrupted' ? { status: 'cancelled' } : result);
      else render();
    };
    const onData = (chunk: string) => {
      clearTimeout(escape);
      press(decoder.decode(chunk));
      if (decoder.pending()) escape = setTimeout(() => press(decoder.flush()), 100);
    };
    const onAbort = () => close({ status: 'aborted' });
    const close = (result: AskUserResult) => {
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(redraw);
      clearTimeout(escape);
      input.off('data', onData).setRawMode(false).pause();
      output.off('resize', render);
      output.write(`${clear()}\u001b[<u\u001b[?2004l\u001b[?25h${receiptLines(request, result, output).join('\n')}\n`);
      resolve(result);
    };
    // Enable bracketed paste and Kitty's keyboard protocol. A terminal without them ignores this.
    output.write('\u001b[?2004h\u001b[>1u');
    output.on('resize', render);
    signal?.addEventListener('abort', onAbort);
    input.setRawMode(true).setEncoding('utf8').on('data', onData).resume();
    render();
    session.shown(now());
    render();
  });
}
