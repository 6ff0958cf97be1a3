import type { AskUserResult } from '../../core/answer/types.js';
import { CliError } from '../exit.js';
import type { Face, FaceOptions } from '../face.js';
import { openBrowser } from './open-browser.js';
import { serveQuestion, type QuestionServer } from './server.js';

/** How a page is asked in. */
export interface WebOptions extends FaceOptions {
  /** Open the address in the person's browser; it is printed in any case. */
  readonly open: boolean;
}

/**
 * Asks in a page of the person's own browser, served on loopback. The address has a token that opens one page; a page that is
 * closed answers nothing, and a new address is printed, which continues with what was entered.
 */
export const askOnWeb: Face<WebOptions> = async (request, { flow, signal, say, open }) => {
  let server: QuestionServer | undefined;
  const settled = new Promise<AskUserResult>((resolve, reject) => {
    const left = () => say(`The page was closed, and nothing was answered. Open it again: ${server?.address()}`);
    serveQuestion(request, flow, { settled: resolve, left }).then(
      (started) => {
        server = started;
        const address = started.address();
        say(`Answer in your browser: ${address}`);
        if (open) openBrowser(address);
        const withdraw = () => started.settle({ status: 'aborted' });
        if (signal.aborted) withdraw();
        else signal.addEventListener('abort', withdraw, { once: true });
      },
      (error: Error) =>
        reject(new CliError(`No page can be served on this machine (${error.message}). Use the terminal.`)),
    );
  });
  try {
    return await settled;
  } finally {
    await server?.close();
  }
};
