import { randomUUID } from 'node:crypto';
import type { AskUserResult } from '../../core/answer/types.js';
import { createAskUserBroker } from '../../host/broker/broker.js';
import { reasonOf } from '../../pending/errors.js';
import { CliError } from '../exit.js';
import { type Frontend, type FrontendOptions, withdrawnBy } from '../frontend.js';
import { openPrivately } from './open.js';
import { servePage } from './server.js';

export interface WebOptions extends FrontendOptions {
  /** Whether to open the address in the user's browser. It is printed in both cases. */
  readonly open: boolean;
}

/** Milliseconds after which a missing page counts as closed. It may also be loading. */
const GONE_MS = 3_000;
/** Maximum size of a request in bytes. The page's client skips an event of more than 16,000,000 characters. */
const MAX_REQUEST = 15_000_000;

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

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
  const opened = deferred<void>();
  const unavailable = deferred<AskUserResult>();
  const server = await servePage({
    broker,
    conversationId,
    softLimit: flow.softLimit,
    drafts: new Map(),
    onError,
    onOpened: opened.resolve,
    onUnavailable: (reason) => unavailable.resolve({ status: 'unavailable', reason }),
  }).catch((error: unknown) => {
    throw new CliError(`Cannot serve a page on this computer: ${reasonOf(error)}. Use the terminal.`);
  });
  try {
    const address = server.address();
    printMessage(`Answer in your browser: ${address}`);
    const stopOpening = open ? openPrivately(address, printMessage) : () => {};
    await Promise.race([opened.promise, whenAborted(signal)]).finally(stopOpening);
    // The broker learns of the request only now, so that it is unattended only if a page has closed.
    const asked = broker.ask(request, { conversationId, allow: flow.allow, signal });
    const result = await Promise.race([asked, unavailable.promise]);
    return result.status === 'aborted' ? withdrawnBy(signal) : result;
  } finally {
    await broker.close();
    await server.close();
  }
};
