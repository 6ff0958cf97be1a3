import { randomUUID } from 'node:crypto';
import type { AskUserResult } from '../../../src/core/answer/types.js';
import { readAllow } from '../../../src/core/flow/allow.js';
import { isRecord } from '../../../src/core/guards.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import { parseCall } from '../../../src/dialects/parse-call.js';
import { requestOf } from '../../../src/integrations/shared/dialect.js';
import type { App } from './app/app.js';
import { answerTool, DIALOG, showsApps, withDialog } from './app/offer.js';
import { SETTLED, type Settled } from './app/wire.js';
import { askBy, nameOf, type Call, type InputRequired, type Way } from './call.js';
import { reasonOf } from '../../../src/pending/errors.js';
import { type Asked, createLater, type Later } from './later.js';
import type { Notice } from './notice.js';
import type { ServerOptions, WayName } from './options.js';
import { outputOf, toCallResult, type CallResult } from './output.js';
import type { Page, PageAskOptions, WaitFor } from './page.js';
import { reportProgress } from './progress.js';
import { createProtocol, type ClientFacts, type Offer } from './protocol.js';
import { HINTS, namesOf, toolsOf } from './tools.js';

export interface ServeOptions extends ServerOptions {
  /** Version of this package. */
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  /** Home folder of the user. */
  readonly home: string;
  readonly notice: Notice;
  /** Prints one line for the user. */
  printMessage(line: string): void;
  /** Writes one message for the client. */
  write(message: string): void;
}

export interface AskServer {
  /** Receives bytes of the client. */
  receive(bytes: Buffer): void;
  /** Withdraws the questions, tells the pages, and closes every connection. */
  close(): Promise<void>;
}

const failed = (text: string): CallResult => ({
  content: [{ type: 'text', text }],
  structuredContent: { text },
  isError: true,
});

const NOTHING_OPEN = 'No questions are open. If you asked some before this server was started, pass their `ids`.';

/** Serves the tools to one client. */
export function serve(options: ServeOptions): AskServer {
  const { spec, notice, printMessage, env } = options;
  const names = namesOf(options);
  const tools = toolsOf(options);

  let opened: Promise<Page> | undefined;
  let loadedPage: Page | undefined;
  // Loaded with the first question, because an agent offers the tools of a slow server late, or never.
  const page = (): Promise<Page> =>
    (opened ??= import('./page.js').then(({ createPage }) => (loadedPage = createPage({ printMessage, env }))));
  const readAllowed = async (): Promise<PageAskOptions['allow']> => {
    const { ALLOW } = await import('./page.js');
    return readAllow(ALLOW, spec.dialect.capabilities);
  };
  const pageOptions = async (asker: string): Promise<PageAskOptions> => ({ asker, allow: await readAllowed() });

  const appKey = randomUUID();
  let started: Promise<App> | undefined;
  const app = (): Promise<App> =>
    (started ??= import('./app/app.js').then(async ({ createApp }) =>
      createApp({
        spec,
        key: appKey,
        allow: await readAllowed(),
        onError: (error) => printMessage(`ask-user: The dialog had a problem: ${String(error)}`),
      }),
    ));
  const hasApp = ({ capabilities }: ClientFacts): boolean => options.ways.includes('app') && showsApps(capabilities);
  const askerOf = ({ clientInfo }: ClientFacts): string => options.asker ?? nameOf(clientInfo) ?? 'Your agent';

  const WAYS: Readonly<Record<WayName, () => Way>> = {
    app: () => ({
      async ask(request, call) {
        if (!hasApp(call)) return { status: 'unavailable', reason: 'The MCP client shows no MCP Apps.' };
        return (await app()).ask(request, call);
      },
    }),
    form: () => {
      let form: Promise<Way> | undefined;
      return {
        async ask(request, call) {
          form ??= import('./form.js').then(({ createFormWay }) => createFormWay(options.minHumanMs));
          return (await form).ask(request, call);
        },
      };
    },
    page: () => ({
      async ask(request, { asker, signal }) {
        return (await page()).ask(request, { ...(await pageOptions(asker)), signal });
      },
    }),
    file: () => ({
      async ask(request, call) {
        const { createFileWay } = await import('./file.js');
        return createFileWay(options.file).ask(request, call);
      },
    }),
  };
  const ways = options.ways.map((name) => WAYS[name]());

  /** Tells the user and the client that a question waits, until the answer is there. */
  async function whileWaiting<T>(call: Call, wait: () => Promise<T>): Promise<T> {
    printMessage('ask-user: A question waits for you.');
    const stop = [reportProgress(call, () => loadedPage?.howToOpen()), notice.begin()];
    try {
      return await wait();
    } finally {
      for (const end of stop) end();
    }
  }

  async function ask(input: unknown, call: Call): Promise<CallResult | InputRequired> {
    const parsed = parseCall(spec, input, { asker: call.asker });
    const request = requestOf(parsed, 'ask-user', input);
    const result: AskUserResult | InputRequired = parsed.ok
      ? await whileWaiting(call, () => askBy(ways, request, call))
      : { status: 'invalid', issues: parsed.issues };
    if (!('status' in result)) return result;
    const settled: Settled = { request: { requestId: request.requestId, questions: request.questions }, result };
    return { ...toCallResult(outputOf(spec, result, request)), ...(hasApp(call) && { _meta: { [SETTLED]: settled } }) };
  }

  /** Asks in the page, without waiting. A question that cannot be asked there ends as `unavailable`. */
  function askInPage(request: AskUserRequest, asker: string): Pick<Asked, 'result' | 'waitFor'> {
    let onOpened!: (waitFor: WaitFor) => void;
    const opened = new Promise<WaitFor>((resolve) => (onOpened = resolve));
    return {
      result: showLater(request, asker, onOpened),
      waitFor: (signal) => void opened.then((waitFor) => waitFor(signal)),
    };
  }

  async function showLater(
    request: AskUserRequest,
    asker: string,
    onOpened: (waitFor: WaitFor) => void,
  ): Promise<AskUserResult> {
    const stop = notice.begin();
    try {
      return await (await page()).ask(request, { ...(await pageOptions(asker)), onOpened });
    } catch (error) {
      return { status: 'unavailable', reason: String(error) };
    } finally {
      stop();
    }
  }

  const laterRequestOf = (parsed: ReturnType<typeof parseCall>, input: unknown): AskUserRequest => ({
    ...requestOf(parsed, 'ask-user', input),
    blocking: false,
  });

  interface OpenLater extends Later {
    /**
     * Takes over the questions with these ids that an earlier process of the same agent and project has left. Nothing
     * tells this server which chat it belongs to, and only the chat that asked knows the ids.
     */
    takeOver(ids: readonly string[]): void;
  }

  let laterOpened: Promise<OpenLater> | undefined;
  const later = (asker: string): Promise<OpenLater> => (laterOpened ??= openLater(asker));
  async function openLater(asker: string): Promise<OpenLater> {
    const { openLaterFile } = await import('./later-file.js');
    const owner = [process.cwd(), asker, spec.dialect.name];
    const file = openLaterFile(options.home, owner, (error) =>
      printMessage(`ask-user: Questions that do not wait end with this process: ${reasonOf(error)}`),
    );
    const opened = createLater(file);
    return {
      ...opened,
      takeOver(ids) {
        for (const stored of file.takeLeft(ids)) {
          const { input, result } = stored;
          const parsed = parseCall(spec, input, { asker });
          if (!parsed.ok) continue;
          const request = laterRequestOf(parsed, input);
          const asked = result ? { result: Promise.resolve(result) } : askInPage(request, asker);
          opened.add({ request, input, stored, ...asked });
        }
      },
    };
  }

  async function askLater(input: unknown, { asker }: Call): Promise<CallResult> {
    const parsed = parseCall(spec, input, { asker });
    const request = laterRequestOf(parsed, input);
    if (!parsed.ok) return toCallResult(outputOf(spec, { status: 'invalid', issues: parsed.issues }, request));
    const { whyNoPage } = await import('./page.js');
    const why = options.ways.includes('page') ? whyNoPage(env) : 'This server does not use the page.';
    if (why !== undefined) return failed(`The questions were not asked: ${why} Use ${names.ask} instead.`);
    const { add } = await later(asker);
    const id = add({ request, input, ...askInPage(request, asker) });
    const text = `The user sees the questions (${id}) and has not answered yet. Go on with your work. Before you need the answers, call ${names.wait}. Do not assume any answer.`;
    return { content: [{ type: 'text', text }], structuredContent: { id, answered: false, text } };
  }

  async function awaitAnswers(input: unknown, call: Call): Promise<CallResult> {
    const given = isRecord(input) ? input['ids'] : undefined;
    const isList = Array.isArray(given) && given.every((id) => typeof id === 'string');
    if (given !== undefined && !isList) return failed('`ids` must be a list of strings.');
    const ids = isList && given.length > 0 ? (given as string[]) : undefined;
    const open = await later(call.asker);
    open.takeOver(open.unknown(ids ?? []));
    const unknown = open.unknown(ids ?? []);
    if (unknown.length > 0) {
      return failed(
        `No open questions have the id ${unknown.join(', ')}: their answers were returned before, or they were asked more than seven days ago. Nothing was answered by this call.`,
      );
    }
    const taken = await whileWaiting(call, () => open.take(ids, call.signal));
    if (!taken) return failed('The wait was cancelled. The questions are still open.');
    const outputs = taken.map(({ id, request, result }) => ({ id, ...outputOf(spec, result, request) }));
    const text = outputs.map((one) => `${one.id}: ${one.text}`).join('\n\n') || NOTHING_OPEN;
    return {
      content: [{ type: 'text', text }],
      structuredContent: { results: outputs.map(({ id, data }) => ({ id, ...data })), text },
    };
  }

  const CALLS: Readonly<Record<string, (input: unknown, call: Call) => Promise<CallResult | InputRequired>>> = {
    [names.ask]: ask,
    [names.later]: askLater,
    [names.wait]: awaitAnswers,
    [names.answer]: async (_, call) => (await app()).answer(call),
  };

  const plain: Offer = { tools, resources: [] };
  const withApp: Offer = {
    tools: [
      ...tools.map((tool) => (tool.name === names.ask ? withDialog(tool) : tool)),
      answerTool(names.answer, HINTS),
    ],
    resources: [DIALOG],
  };

  async function readDialog(client: ClientFacts): Promise<readonly object[]> {
    const resource = await import('./app/resource.js');
    const { answer: tool } = names;
    return resource.readDialog({
      tool,
      key: appKey,
      asker: askerOf(client),
      allow: await readAllowed(),
      canStream: spec.dialect.name === 'askUser',
      version: options.version,
    });
  }

  const protocol = createProtocol({
    serverInfo: { name: 'ask-user', version: options.version },
    offer: (client) => (hasApp(client) ? withApp : plain),
    call: (call) => CALLS[call.name]!(call.input, { ...call, asker: askerOf(call) }),
    read: (_, client) => readDialog(client),
    write: options.write,
    onError: (message) => printMessage(`ask-user: ${message}`),
  });

  return {
    receive: protocol.receive,
    async close() {
      protocol.close();
      await (await started)?.close();
      await (await opened)?.close();
      notice.close();
    },
  };
}
