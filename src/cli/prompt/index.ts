import type { ReadStream, WriteStream } from 'node:tty';
import { CliError, EXIT } from '../exit.js';
import { withdrawnBy, type Frontend, type FrontendOptions } from '../frontend.js';
import { outlive, runLoop } from './loop.js';
import { receiptLines } from '../../terminal/receipt.js';
import { createDisplay } from './screen.js';
import { createSession, sizeOf } from '../../terminal/session.js';
import { ansiTheme, plainTheme } from '../../terminal/theme.js';

const DUMB = 'A terminal with TERM=dumb cannot show the questions. Use --web or --print.';
const INTERRUPTED = 'Interrupted. Nothing was answered.';
const HTML_PREVIEW = 'The preview is a web page. Use --web to see it.';

export interface TerminalOptions extends FrontendOptions {
  readonly input: ReadStream;
  readonly output: WriteStream;
}

/**
 * Asks in the terminal, with the same flow as the dialog. A closed terminal settles the request as `connectionLost`.
 * Ctrl+C rejects with the exit code of SIGINT. If cancelling requires a confirmation, the first Ctrl+C only shows that.
 */
export const askInTerminal: Frontend<TerminalOptions> = async (request, { flow, signal, input, output }) => {
  if (signal.aborted) return withdrawnBy(signal);
  if (process.env['TERM'] === 'dumb') throw new CliError(DUMB);
  const display = createDisplay(output);
  // A closed terminal can emit an error at any time, also while it is restored and afterwards.
  outlive(input, 'error');
  outlive(output, 'error');
  try {
    const theme = output.getColorDepth() > 1 ? ansiTheme : plainTheme;
    const session = createSession(request, { ...flow, theme, htmlPreviewNote: HTML_PREVIEW });
    const result = await runLoop({ session, display, input, output, signal });
    if (result === 'interrupted') throw new CliError(INTERRUPTED, EXIT.interrupted);
    for (const line of receiptLines(request, result, { ...sizeOf(output), theme })) display.print(line);
    return result;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`Cannot ask in the terminal: ${error instanceof Error ? error.message : String(error)}`);
  }
};
