import { spawn } from 'node:child_process';
import { platform } from 'node:process';
import type { AskUserResult } from '../../core/answer/types.js';
import { reasonOf } from '../../pending/errors.js';
import { CliError } from '../exit.js';
import { type Frontend, type FrontendOptions, withdrawnBy } from '../frontend.js';
import { writeRedirectFile } from './redirect-file.js';
import { type QuestionServer, serveQuestion } from './server.js';

export interface WebOptions extends FrontendOptions {
  /** Whether to open the address in the user's browser. It is printed in both cases. */
  readonly open: boolean;
}

/** Milliseconds without an open page after which the user is asked to open the address. */
const OPEN_MS = 5_000;

/**
 * Opens an address in the user's browser through a private file, so that other users of the computer cannot read the
 * address. If no page opens within 5 s, or if the file cannot be written, asks the user to open the address.
 *
 * @returns A function that removes the file and stops waiting for a page. Calling it again has no effect.
 */
function openPrivately(address: string, printMessage: (line: string) => void): () => void {
  try {
    const file = writeRedirectFile(address);
    openBrowser(file.url);
    const late = setTimeout(() => {
      printMessage(
        'No page has opened yet. Your browser may not be able to read the private redirect file. Open the address above.',
      );
    }, OPEN_MS);
    return () => {
      clearTimeout(late);
      file.remove();
    };
  } catch (error) {
    printMessage(`Cannot write the private file that opens your browser: ${reasonOf(error)}. Open the address above.`);
    return () => {};
  }
}

/**
 * Asks in a page in the user's browser, served on the loopback interface. The token in the address opens one page. If
 * the last open page closes without a result, a new address is printed, whose page restores the user's input.
 */
export const askOnWeb: Frontend<WebOptions> = async (request, { flow, signal, printMessage, open }) => {
  let server: QuestionServer | undefined;
  let opened = () => {};
  const settled = new Promise<AskUserResult>((resolve, reject) => {
    const left = () => printMessage(`The page was closed without an answer. Open it again: ${server?.address()}`);
    serveQuestion(request, flow, { settled: resolve, opened: () => opened(), left }).then(
      (started) => {
        server = started;
        const address = started.address();
        printMessage(`Answer in your browser: ${address}`);
        if (open) opened = openPrivately(address, printMessage);
        const withdraw = () => started.settle(withdrawnBy(signal));
        if (signal.aborted) withdraw();
        else signal.addEventListener('abort', withdraw, { once: true });
      },
      (error: Error) =>
        reject(new CliError(`Cannot serve a page on this computer: ${error.message}. Use the terminal.`)),
    );
  });
  try {
    return await settled;
  } finally {
    opened();
    await server?.close();
  }
};

/** The commands that open a URL, by system, without a shell. All other systems use `xdg-open`. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a URL in the user's browser, or with the program in `BROWSER`. Does not report errors.
 *
 * @param url - A URL without a secret, because other users of the computer can read the arguments of a process.
 */
export function openBrowser(url: string): void {
  const [command, ...args] = process.env['BROWSER'] ? [process.env['BROWSER']] : (OPENERS[platform] ?? ['xdg-open']);
  try {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.on('error', () => {});
    child.unref();
  } catch {
    // Node throws for some programs, such as a batch file on Windows.
  }
}
