import { randomUUID } from 'node:crypto';
import type { ReadStream, WriteStream } from 'node:tty';
import { CliError, EXIT } from '../exit.js';
import { withdrawnBy, type Frontend, type FrontendOptions } from '../frontend.js';
import { keepWhileOpen, readKeptFile } from './kept.js';
import { loadMessages } from './language.js';
import { outlive, runLoop } from './loop.js';
import { getExchanges } from '../../core/flow/selectors.js';
import { receiptLines } from '../../terminal/receipt.js';
import { createDisplay } from './screen.js';
import { createSession, sizeOf } from '../../terminal/session.js';
import { ansiTheme, plainTheme } from '../../terminal/theme.js';
import { messagesOf } from '../../terminal/words.js';

const DUMB = 'A terminal with TERM=dumb cannot show the questions. Use --wait or --web.';
const INTERRUPTED = 'Interrupted. Nothing was answered.';

export interface TerminalOptions extends FrontendOptions {
  readonly input: ReadStream;
  readonly output: WriteStream;
  /** ID of the agent's session. Answers that are not accepted are kept for its later requests. */
  readonly sessionId?: string | undefined;
}

/**
 * Asks in the terminal, with the same flow as the dialog. A closed terminal settles the request as `connectionLost`.
 * Ctrl+C rejects with the exit code of SIGINT. If cancelling requires a confirmation, the first Ctrl+C only shows that.
 */
export const askInTerminal: Frontend<TerminalOptions> = async (request, options) => {
  const { flow, signal, input, output, sessionId, printMessage } = options;
  const messages = await loadMessages(process.env);
  if (signal.aborted) return withdrawnBy(signal);
  if (process.env['TERM'] === 'dumb') throw new CliError(DUMB);
  const display = createDisplay(output);
  // A closed terminal can emit an error at any time, also while it is restored and afterwards.
  outlive(input, 'error');
  outlive(output, 'error');
  try {
    const theme = output.getColorDepth() > 1 ? ansiTheme : plainTheme;
    const kept = sessionId !== undefined && {
      kept: { text: readKeptFile(printMessage), now: Date.now(), conversationId: sessionId },
    };
    // Another prompt can ask the same request at the same time.
    const session = createSession(
      { ...request, requestId: randomUUID() },
      { ...flow, ...kept, theme, messages, htmlPreviewNote: messagesOf(messages).htmlPreviewWeb },
    );
    const stopKeeping = kept && keepWhileOpen(session, printMessage);
    const result = await runLoop({ session, display, input, output, signal }).finally(() => {
      if (stopKeeping) stopKeeping();
    });
    if (result === 'interrupted') throw new CliError(INTERRUPTED, EXIT.interrupted);
    const asked = { ...request, exchanges: getExchanges(session.state()) };
    for (const line of receiptLines(asked, result, { ...sizeOf(output), theme, messages })) display.print(line);
    return result;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`Cannot ask in the terminal: ${error instanceof Error ? error.message : String(error)}`);
  }
};
