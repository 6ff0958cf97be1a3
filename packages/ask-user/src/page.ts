import { randomUUID } from 'node:crypto';
import { platform } from 'node:process';
import { openBrowser } from '../../../src/cli/web/open.js';
import { writeRedirectFile, type RedirectFile } from '../../../src/cli/web/redirect-file.js';
import { servePage, type PageServer } from '../../../src/cli/web/server.js';
import type { AskUserResult } from '../../../src/core/answer/types.js';
import type { Allow } from '../../../src/core/flow/allow.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import { createAskUserBroker } from '../../../src/host/broker/broker.js';
import { reasonOf as abortReasonOf } from '../../../src/host/broker/requests.js';
import { reasonOf } from '../../../src/pending/errors.js';
import { draftKey } from '../../../src/react/drafts/saved-drafts.js';

/** What a user may do in the page besides answering all questions and cancelling. */
export const ALLOW = { partial: true, discuss: true } satisfies Allow;
/** Milliseconds without a page after which the user is told how to open one. */
const GONE_MS = 5_000;
/** Milliseconds that a page without questions may be away, such as while it reloads, before the server closes. */
const AWAY_MS = 3_000;
/** Maximum size of a request in bytes. The page's client skips an event of more than 16,000,000 characters. */
const MAX_REQUEST = 15_000_000;
/** Why the questions of an agent that has ended are withdrawn. */
const ENDED = 'The agent has ended.';
const NO_PAGE = 'No page shows the question.';

export interface PageOptions {
  /** Prints one line for the user. */
  printMessage(line: string): void;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds without a page after which a request ends as `unavailable`. By default, the request waits for a page. */
  readonly giveUpMs?: number;
}

/** Shows a request whose agent does not wait as one whose agent waits, until the signal is aborted. */
export type WaitFor = (signal: AbortSignal) => void;

export interface PageAskOptions {
  readonly asker: string;
  readonly allow: Pick<Allow, 'partial' | 'discuss'>;
  readonly signal?: AbortSignal;
  /** Called once a request whose agent does not wait can be answered. */
  readonly onOpened?: (waitFor: WaitFor) => void;
}

/** A request that waits for an answer. */
interface Shown {
  /** The number of calls in which its agent waits. */
  waiting: number;
  /** How often a browser was started for it. */
  starts: number;
  /** Ends it, because it cannot be shown. */
  end(reason: string): void;
}

/** The page in the browser, with the questions of this process. */
export interface Page {
  /** Resolves with `unavailable` if no page can be opened, or if the page cannot show the request. */
  ask(request: AskUserRequest, options: PageAskOptions): Promise<AskUserResult>;
  /** Says how to open the page, while a browser was started and no page shows the questions. */
  howToOpen(): string | undefined;
  /** Tells the pages that the agent has ended, and stops serving them. */
  close(): Promise<void>;
}

/** Returns why this computer cannot show a page, or `undefined` if it may. */
export function whyNoPage(env: NodeJS.ProcessEnv): string | undefined {
  if (env['BROWSER']) return undefined;
  const isRemote = Boolean(env['SSH_CONNECTION'] ?? env['SSH_TTY']);
  const isDesktop = platform === 'darwin' || platform === 'win32';
  const hasScreen = isDesktop ? !isRemote : Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
  return hasScreen ? undefined : 'There is no screen for a browser. Set BROWSER to a program that opens a page.';
}

/** Shows requests in one page, one after the other. It is served on the loopback interface while it is needed. */
export function createPage({ printMessage, env, giveUpMs = Infinity }: PageOptions): Page {
  const conversationId = randomUUID();
  const drafts = new Map<string, string>();
  /** The requests that wait for an answer, by their ids. */
  const shown = new Map<string, Shown>();
  let serving: Promise<PageServer> | undefined;
  let server: PageServer | undefined;
  let redirect: RedirectFile | undefined;
  /** Whether a browser was started, and its page has not opened yet. */
  let isOpening = false;
  /** The start of a browser whose page has not opened yet. Its failure ends the requests. */
  let starting: object | undefined;
  let away: NodeJS.Timeout | undefined;
  let givingUp: NodeJS.Timeout | undefined;

  const onError = (error: unknown) => printMessage(`ask-user: The page had a problem: ${reasonOf(error)}`);
  const broker = createAskUserBroker({
    maxRequestBytes: MAX_REQUEST,
    unattendedMs: GONE_MS,
    onUnattended({ request: { requestId } }) {
      isOpening = false;
      // The broker tells it once for each time without a page.
      clearTimeout(givingUp);
      if (giveUpMs < Infinity) givingUp = setTimeout(giveUp, giveUpMs - GONE_MS);
      if (!server) return;
      // A page that the user has closed is opened once more if it has a draft, and otherwise by the next question.
      const allowed = drafts.has(draftKey(requestId)) ? 2 : 1;
      if ((shown.get(requestId)?.starts ?? allowed) < allowed) startBrowser(server);
      printMessage(`ask-user: ${howTo(server)}`);
    },
    onError,
  });

  function giveUp(): void {
    if (server?.isOpen()) return;
    for (const { end } of shown.values()) end(NO_PAGE);
  }

  /** Writes a new private file that opens a page. The address itself is secret, and messages end up in logs. */
  function writeRedirect(open: PageServer): RedirectFile {
    redirect?.remove();
    return (redirect = writeRedirectFile(open.address()));
  }

  function howTo(open: PageServer): string {
    try {
      return `${NO_PAGE} Open it in your browser: ${(redirect ?? writeRedirect(open)).url}`;
    } catch (error) {
      return `${NO_PAGE} The file that opens it cannot be written: ${reasonOf(error)}.`;
    }
  }

  const start = (): Promise<PageServer> =>
    servePage({
      broker,
      conversationId,
      softLimit: undefined,
      drafts,
      onError,
      onOpened: removeRedirect,
      onUnavailable: (reason, requestId) => shown.get(requestId)?.end(reason),
      onPages: closeIfIdle,
    });

  function removeRedirect(): void {
    isOpening = false;
    starting = undefined;
    redirect?.remove();
    redirect = undefined;
  }

  function closeIfIdle(): void {
    clearTimeout(away);
    const isIdle = () => shown.size === 0 && server !== undefined && !server.isOpen();
    if (!isIdle()) return;
    away = setTimeout(() => {
      if (isIdle()) void stop();
    }, AWAY_MS);
  }

  async function stop(): Promise<void> {
    clearTimeout(away);
    clearTimeout(givingUp);
    removeRedirect();
    const open = server;
    serving = server = undefined;
    await open?.close();
  }

  const isFirstThatWaits = (): boolean => [...shown.values()].every(({ waiting }) => waiting === 0);

  /** Opens a page, unless the user sees one, or has left one with earlier questions open. */
  function openPage(open: PageServer, isFirst: boolean): void {
    if (isOpening || open.isVisible() || (!isFirst && open.isOpen())) return;
    startBrowser(open);
  }

  function startBrowser(open: PageServer): void {
    const opened = [...shown.values()];
    for (const request of opened) request.starts += 1;
    const mine = {};
    starting = mine;
    const onFailed = (reason: string) => {
      // A browser that ends later has shown the page before, or another one has been started.
      if (starting !== mine || open.isOpen()) return;
      for (const { end } of opened) end(`No browser could be opened: ${reason}.`);
    };
    try {
      const { url } = writeRedirect(open);
      isOpening = true;
      openBrowser(url, onFailed);
    } catch (error) {
      onFailed(reasonOf(error));
    }
  }

  /** While a call asks the same, the broker shows the request as one whose agent waits. */
  function waitFor(request: AskUserRequest, signal: AbortSignal): void {
    const awaited = shown.get(request.requestId);
    if (!awaited || !server) return;
    const isFirst = isFirstThatWaits();
    awaited.waiting += 1;
    awaited.starts = 0;
    openPage(server, isFirst);
    const asked = broker.ask(request, { conversationId, signal });
    void asked.catch(onError).finally(() => (awaited.waiting -= 1));
  }

  /** A broker lets its caller wait, so that a request whose agent does not wait is opened, and its end is listened to. */
  function askBroker(
    request: AskUserRequest,
    allow: Allow,
    signal: AbortSignal,
    onOpened: PageAskOptions['onOpened'],
  ): Promise<AskUserResult> {
    if (request.blocking !== false) return broker.ask(request, { conversationId, allow, signal });
    const { requestId } = request;
    return new Promise((resolve, reject) => {
      const unsubscribe = broker.subscribe((event) => {
        if (event.type === 'settled' && event.request.request.requestId === requestId) end(event.settlement.result);
      });
      const end = (result: AskUserResult) => {
        unsubscribe();
        resolve(result);
      };
      // `end` receives the settlement.
      const withdraw = () => void broker.withdraw(requestId, { reason: abortReasonOf(signal) }).catch(reject);
      broker.open(request, { conversationId, allow }).then(
        (opened) => {
          if (!opened.ok) return end({ status: 'invalid', issues: opened.issues });
          if (signal.aborted) return withdraw();
          signal.addEventListener('abort', withdraw, { once: true });
          onOpened?.((waiting) => waitFor(request, waiting));
          return undefined;
        },
        (error: unknown) => {
          unsubscribe();
          reject(error);
        },
      );
    });
  }

  /** Resolves with a reason instead if this computer cannot serve a page. */
  async function serve(): Promise<PageServer | string> {
    try {
      return (server = await (serving ??= start()));
    } catch (error) {
      serving = undefined;
      return `The page cannot be served: ${reasonOf(error)}.`;
    }
  }

  return {
    async ask({ raw: _raw, metadata: _metadata, ...given }, { asker, allow, signal, onOpened }) {
      const open = whyNoPage(env) ?? (await serve());
      if (typeof open === 'string') return { status: 'unavailable', reason: open };
      // A new id keeps the drafts of two calls apart.
      const request: AskUserRequest = { ...given, asker, requestId: randomUUID() };
      const withdraw = new AbortController();
      let reason: string | undefined;
      const isFirst = isFirstThatWaits();
      const end = (text: string) => {
        reason = text;
        withdraw.abort(text);
      };
      shown.set(request.requestId, { waiting: request.blocking === false ? 0 : 1, starts: 0, end });
      openPage(open, isFirst);
      try {
        const signals = AbortSignal.any([withdraw.signal, ...(signal ? [signal] : [])]);
        const result = await askBroker(request, allow, signals, onOpened);
        return reason !== undefined && result.status === 'aborted' ? { status: 'unavailable', reason } : result;
      } finally {
        shown.delete(request.requestId);
        closeIfIdle();
      }
    },
    howToOpen: () => (server && redirect && !server.isOpen() ? howTo(server) : undefined),
    async close() {
      await Promise.all([...shown.keys()].map((requestId) => broker.withdraw(requestId, { reason: ENDED })));
      await broker.close();
      await stop();
    },
  };
}
