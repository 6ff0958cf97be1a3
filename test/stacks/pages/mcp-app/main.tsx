/**
 * A host of MCP Apps: a client of a real server, and frames that show its page. The test carries the lines between both.
 * `?client=bridge` is `AppBridge` of ext-apps with SDK 2, whose page is in one frame without an origin. `?client=mcp-ui` is
 * `AppRenderer` of mcp-ui with SDK 1, whose page is in two.
 */
import { AppRenderer, UI_EXTENSION_CAPABILITIES } from '@mcp-ui/client';
import { Client } from '@modelcontextprotocol/client';
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { createRoot } from 'react-dom/client';

type Fields = Record<string, unknown>;

/** What the test asks the host to do. */
export interface AskOptions {
  /** Input of the call. */
  readonly input: Fields;
  readonly context?: Fields;
  /** Inputs that the model has written before, one after the other. */
  readonly partial?: readonly Fields[];
  /** Whether the host states the ID of the call. */
  readonly hasId?: boolean;
  /** Whether the host shows the page, but calls the tool only when `call` is used. */
  readonly isHeld?: boolean;
  /** Whether the host has kept the page of an earlier server. */
  readonly hasOldPage?: boolean;
}

/** One call, and the frame that shows it. */
interface Asked {
  readonly result: Promise<unknown>;
  /** Calls the tool now, if it was held back. */
  call(): void;
  abort(): void;
  /** Removes the page as a host does, and returns its response. */
  teardown(): Promise<unknown>;
  changeContext(context: Fields): Promise<void>;
  /** Shows the page of the same call again. */
  show(): Promise<void>;
  readonly heights: readonly number[];
}

declare global {
  interface Window {
    /** Writes a line to the server. */
    toServer(line: string): void;
    /** Called with each line of the server. */
    fromServer(line: string): void;
    host: {
      readonly asked: Asked[];
      /** What the client has sent to the server. */
      readonly sent: Fields[];
      ask(options: AskOptions): Promise<void>;
      callTool(name: string, input: Fields): Promise<unknown>;
      listTools(): Promise<unknown>;
    };
  }
}

// Both clients log every message.
console.debug = console.log = () => {};

const TOOL = 'ask_user';
const NO_LIMIT = { timeout: 2 ** 31 - 1 };
/** The one of the specification for a resource that declares no domains. */
const CSP =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";
const parameters = new URLSearchParams(location.search);
const capabilities = { extensions: UI_EXTENSION_CAPABILITIES };
const info = { name: 'Demo host', version: '1' };

const sent: Fields[] = [];
const transport = {
  onmessage: undefined as ((message: never) => void) | undefined,
  async start() {},
  async send(message: object) {
    sent.push(message as Fields);
    window.toServer(JSON.stringify(message));
  },
  async close() {},
};
window.fromServer = (line) => transport.onmessage?.(JSON.parse(line) as never);

const asked: Asked[] = [];
const root = document.querySelector('#root')!;
const slot = (): HTMLElement => root.appendChild(document.createElement('section'));

const lastId = (): unknown =>
  sent.findLast(({ method, params }) => method === 'tools/call' && (params as Fields)['name'] === TOOL)?.['id'];

/** The result of a call, or the text of its error. */
const settled = (result: Promise<unknown>): Promise<unknown> =>
  result.catch((error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }));

async function startBridge() {
  const pin = parameters.get('version');
  const client = new Client(info, {
    capabilities,
    ...(pin && { versionNegotiation: { mode: { pin: pin as '2026-07-28' } } }),
  });
  await client.connect(transport as never);
  const { tools } = await client.listTools();
  const tool = tools.find(({ name }) => name === TOOL)!;
  const { resourceUri } = tool._meta!['ui'] as { resourceUri: string };

  async function ask({
    input,
    context = {},
    partial = [],
    hasId = true,
    isHeld = false,
    hasOldPage = false,
  }: AskOptions): Promise<void> {
    const stop = new AbortController();
    let start = () => {};
    const result = settled(
      new Promise<void>((resolve) => {
        start = resolve;
        if (!isHeld) resolve();
      }).then(() => client.callTool({ name: TOOL, arguments: input }, { ...NO_LIMIT, signal: stop.signal })),
    );
    await Promise.resolve();
    await Promise.resolve();
    const { contents } = await client.readResource({ uri: resourceUri });
    const { text } = contents[0] as { text: string };
    const html = hasOldPage ? text.replace(/"key":"[^"]+"/, '"key":"old"') : text;
    const place = slot();
    const heights: number[] = [];
    let bridge: AppBridge;
    let end: unknown;

    /** Tells the page how the call has ended, if it has. */
    async function sendEnd(): Promise<void> {
      if (end === undefined) return;
      const isAborted = typeof end === 'object' && end !== null && 'error' in end;
      await (isAborted ? bridge.sendToolCancelled({}) : bridge.sendToolResult(end as never));
    }

    async function show(): Promise<void> {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.title = 'Questions';
      frame.style.cssText = 'width:100%;height:0;border:0;display:block';
      place.replaceChildren(frame);
      const own = (bridge = new AppBridge(
        client as never,
        info,
        { serverTools: {}, serverResources: {} },
        {
          hostContext: {
            ...(hasId && !isHeld && { toolInfo: { id: lastId() as number, tool: tool as never } }),
            ...context,
          },
        },
      ));
      own.addEventListener('sizechange', ({ height }) => {
        heights.push(height!);
        frame.style.height = `${height}px`;
      });
      const ready = new Promise((resolve) => own.addEventListener('initialized', resolve));
      frame.srcdoc = html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${CSP}">`);
      await own.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!));
      await ready;
      for (const part of partial) await own.sendToolInputPartial({ arguments: part });
      await own.sendToolInput({ arguments: input });
      await sendEnd();
    }

    asked.push({
      result,
      call: () => start(),
      abort: () => stop.abort('The user pressed stop.'),
      teardown: () => bridge.teardownResource({}).finally(() => place.replaceChildren()),
      changeContext: async (change) => bridge.sendHostContextChange(change),
      show,
      heights,
    });
    await show();
    void result.then((value) => {
      end = value;
      return sendEnd();
    });
  }

  return { ask, client };
}

async function startMcpUi() {
  const client = new ClientV1(info, { capabilities } as never);
  await client.connect(transport as never);
  const sandbox = { url: new URL(parameters.get('sandbox')!) };

  async function ask({ input, partial = [] }: AskOptions): Promise<void> {
    const stop = new AbortController();
    const result = settled(
      client.callTool({ name: TOOL, arguments: input }, undefined, { ...NO_LIMIT, signal: stop.signal }),
    );
    const heights: number[] = [];
    const [toolInputPartial] = partial.map((part) => ({ arguments: part }));
    const place = createRoot(slot());
    const render = (ended: { toolResult?: never; toolCancelled?: boolean } = {}): void =>
      place.render(
        <AppRenderer
          client={client}
          toolName={TOOL}
          sandbox={sandbox}
          toolInput={input}
          onSizeChanged={({ height }: { height?: number }) => void heights.push(height!)}
          {...(toolInputPartial && { toolInputPartial })}
          {...ended}
        />,
      );
    render();
    asked.push({
      result,
      call: () => {},
      abort: () => stop.abort('The user pressed stop.'),
      teardown: async () => place.unmount(),
      changeContext: async () => {},
      show: async () => {},
      heights,
    });
    void result.then((value) => {
      const isAborted = typeof value === 'object' && value !== null && 'error' in value;
      render(isAborted ? { toolCancelled: true } : { toolResult: value as never });
    });
  }

  return { ask, client };
}

// Without a name, the test is not ready.
const name = parameters.get('client');
if (name) {
  const { ask, client } = await (name === 'mcp-ui' ? startMcpUi() : startBridge());
  window.host = {
    asked,
    sent,
    ask,
    callTool: (tool, input) => settled(client.callTool({ name: tool, arguments: input })),
    listTools: () => client.listTools(),
  };
}
