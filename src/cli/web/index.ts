import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { platform } from 'node:process';
import { createAskUserBroker } from '../../host/broker/broker.js';
import { reasonOf } from '../../pending/errors.js';
import { CliError } from '../exit.js';
import { type Frontend, type FrontendOptions, withdrawnBy } from '../frontend.js';
import { writeRedirectFile } from './redirect-file.js';
import { servePage } from './server.js';

export interface WebOptions extends FrontendOptions {
  /** Whether to open the address in the user's browser. It is printed in both cases. */
  readonly open: boolean;
}

/** Milliseconds without an open page after which the user is asked to open the address. */
const OPEN_MS = 5_000;
/** Milliseconds after which a missing page counts as closed. It may also be loading. */
const GONE_MS = 3_000;
/** Maximum size of a request in bytes. The page's client skips an event of more than 16,000,000 characters. */
const MAX_REQUEST = 15_000_000;

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

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Asks in a page in the user's browser, served on the loopback interface. The token in the address opens one page. If
 * the last open page closes without a result, a new address is printed, whose page restores the user's input.
 */
export const askOnWeb: Frontend<WebOptions> = async (given, { flow, signal, printMessage, open }) => {
  // The page needs nothing that is for the agent or its host. A new id keeps the drafts of two commands apart.
  const { raw: _raw, metadata: _metadata, ...shown } = given;
  const request = { ...shown, requestId: randomUUID() };
  const conversationId = request.requestId;
  const onError = (error: unknown) => printMessage(`The page had a problem: ${reasonOf(error)}`);
  const broker = createAskUserBroker({
    maxRequestBytes: MAX_REQUEST,
    unattendedMs: GONE_MS,
    onUnattended: () => printMessage(`The page was closed without an answer. Open it again: ${server.address()}`),
    onError,
  });
  const server = await servePage({ broker, conversationId, softLimit: flow.softLimit, onError }).catch(
    (error: unknown) => {
      throw new CliError(`Cannot serve a page on this computer: ${reasonOf(error)}. Use the terminal.`);
    },
  );
  try {
    const address = server.address();
    printMessage(`Answer in your browser: ${address}`);
    const stopOpening = open ? openPrivately(address, printMessage) : () => {};
    await Promise.race([server.opened, whenAborted(signal)]).finally(stopOpening);
    // The broker learns of the request only now, so that it is unattended only if a page has closed.
    const asked = broker.ask(request, { conversationId, allow: flow.allow, signal });
    const result = await Promise.race([asked, server.unavailable]);
    return result.status === 'aborted' ? withdrawnBy(signal) : result;
  } finally {
    await broker.close();
    await server.close();
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
