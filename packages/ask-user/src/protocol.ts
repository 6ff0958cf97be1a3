import { isRecord } from '../../../src/core/guards.js';

/** Fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** A tool as the client lists it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: object;
  readonly _meta?: object;
}

/** A resource as the client lists it. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
}

/** Who the client is. */
export interface ClientFacts {
  /** Capabilities of the client, and what it calls itself. */
  readonly capabilities: Fields;
  readonly clientInfo: Fields;
}

/** What a client is offered. */
export interface Offer {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
}

/** A call of a tool. */
export interface ProtocolCall extends ClientFacts {
  /** ID of the request. */
  readonly id: string | number;
  readonly name: string;
  readonly input: Fields;
  /** Whether the client speaks MCP 2026-07-28, in which a server does not send requests. */
  readonly isModern: boolean;
  /** Since 2026-07-28: what the client answers to the input that the call required before. */
  readonly inputResponses: Fields | undefined;
  /** Aborted if the client cancels the call or is gone. */
  readonly signal: AbortSignal;
  readonly progressToken: string | number | undefined;
  notify(method: string, params: object): void;
  /** Sends a request to the client. Rejects with its error, and if the signal is aborted. */
  request(method: string, params: object, signal: AbortSignal): Promise<unknown>;
}

export interface ProtocolOptions {
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** Returns what this client is offered. */
  offer(client: ClientFacts): Offer;
  /** Runs a tool. Resolves with the result of the call. */
  call(call: ProtocolCall): Promise<object>;
  /** Reads a resource that was offered. Resolves with its contents. */
  read(uri: string, client: ClientFacts): Promise<readonly object[]>;
  /** Writes one message, without a line break. */
  write(message: string): void;
  /** Called with what cannot be told to the client. */
  onError(message: string): void;
}

export interface Protocol {
  /** Receives bytes of the client. */
  receive(bytes: Buffer): void;
  /** Aborts all calls, and sends nothing more. */
  close(): void;
}

/** Error that the client receives as its code and message. */
class ProtocolError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The versions with `initialize`, newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
/** The version in which each request says who the client is. */
const MODERN = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol/';

const capabilitiesOf = ({ resources }: Offer): object => ({
  tools: {},
  ...(resources.length > 0 && { resources: {} }),
});

const PARSE_ERROR = -32_700;
const NO_METHOD = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL = -32_603;
const UNSUPPORTED_VERSION = -32_022;

/** Maximum size of a message in bytes. */
const MAX_MESSAGE = 32 * 1024 * 1024;

type Id = string | number;
const isId = (id: unknown): id is Id => typeof id === 'string' || typeof id === 'number';
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
/** Whether a reason is written for the user, and not the name of an error or a code, such as `AbortError: user-cancel`. */
const isSentence = (reason: unknown): reason is string =>
  typeof reason === 'string' && /\S\s+\S/.test(reason) && !/^\w*Error\b/.test(reason);

/**
 * Speaks MCP as a server with tools: 2026-07-28, in which each request stands alone, and the versions before it, which
 * begin with `initialize`. It is written here because loading an SDK takes longer than all else that the first answer
 * needs, and agents offer the tools of a slow server late or never.
 */
export function createProtocol({ serverInfo, offer, call, read, write, onError }: ProtocolOptions): Protocol {
  const calls = new Map<Id, AbortController>();
  /** Calls that the client has cancelled. They receive no response. */
  const cancelled = new Set<Id>();
  const requests = new Map<Id, { resolve(result: unknown): void; reject(error: unknown): void }>();
  let client: ClientFacts = { capabilities: {}, clientInfo: {} };
  let lastRequest = 0;
  let isClosed = false;
  let parts: Buffer[] = [];
  let size = 0;

  const send = (message: object) => {
    if (!isClosed) write(JSON.stringify({ jsonrpc: '2.0', ...message }));
  };

  function request(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    const id = lastRequest++;
    return new Promise((resolve, reject) => {
      const withdraw = () => {
        requests.delete(id);
        send({ method: 'notifications/cancelled', params: { requestId: id, reason: String(signal.reason) } });
        reject(signal.reason);
      };
      const ended = () => signal.removeEventListener('abort', withdraw);
      requests.set(id, {
        resolve: (result) => (ended(), resolve(result)),
        reject: (error) => (ended(), reject(error)),
      });
      send({ id, method, params });
      if (signal.aborted) withdraw();
      else signal.addEventListener('abort', withdraw, { once: true });
    });
  }

  function respondTo({ id, result, error }: Fields): void {
    const sent = isId(id) ? requests.get(id) : undefined;
    if (!sent) return;
    requests.delete(id as Id);
    const { message, code, data } = fieldsOf(error);
    if (isRecord(error)) sent.reject(Object.assign(new Error(String(message)), { code, data }));
    else sent.resolve(result);
  }

  function factsOf(params: Fields, isModern: boolean): ClientFacts {
    if (!isModern) return client;
    const meta = fieldsOf(params['_meta']);
    return {
      capabilities: fieldsOf(meta[`${PREFIX}clientCapabilities`]),
      clientInfo: fieldsOf(meta[`${PREFIX}clientInfo`]),
    };
  }

  async function callTool(id: Id, params: Fields, isModern: boolean): Promise<object> {
    const { name, arguments: input, inputResponses } = params;
    const facts = factsOf(params, isModern);
    if (typeof name !== 'string' || !offer(facts).tools.some((tool) => tool.name === name)) {
      throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${String(name)}`);
    }
    const { progressToken } = fieldsOf(params['_meta']);
    const stop = new AbortController();
    calls.set(id, stop);
    try {
      return await call({
        ...facts,
        id,
        name,
        input: fieldsOf(input),
        isModern,
        inputResponses: isRecord(inputResponses) ? inputResponses : undefined,
        signal: stop.signal,
        progressToken: isId(progressToken) ? progressToken : undefined,
        notify: (method, content) => {
          if (!stop.signal.aborted) send({ method, params: content });
        },
        request,
      });
    } finally {
      calls.delete(id);
    }
  }

  function initialize({ protocolVersion, capabilities, clientInfo }: Fields): object {
    client = { capabilities: fieldsOf(capabilities), clientInfo: fieldsOf(clientInfo) };
    const version = VERSIONS.find((one) => one === protocolVersion) ?? VERSIONS[0];
    return { protocolVersion: version, capabilities: capabilitiesOf(offer(client)), serverInfo };
  }

  async function run(id: Id, method: unknown, params: Fields, isModern: boolean): Promise<object> {
    if (method === 'tools/call') return callTool(id, params, isModern);
    const facts = factsOf(params, isModern);
    const offered = offer(facts);
    const { tools, resources } = offered;
    // What a server offers to a client never changes while it runs, but another one may have other options.
    const cache = isModern ? { ttlMs: 0, cacheScope: 'private' } : {};
    if (method === 'tools/list') return { tools, ...cache };
    if (method === 'resources/list' && resources.length > 0) return { resources, ...cache };
    if (method === 'resources/read' && resources.length > 0) {
      const { uri } = params;
      const found = resources.find((resource) => resource.uri === uri);
      if (!found) throw new ProtocolError(INVALID_PARAMS, `Unknown resource: ${String(uri)}`);
      return { contents: await read(found.uri, facts), ...cache };
    }
    if (isModern && method === 'server/discover')
      return { supportedVersions: [MODERN], capabilities: capabilitiesOf(offered), ...cache };
    if (!isModern && method === 'initialize') return initialize(params);
    if (!isModern && method === 'ping') return {};
    throw new ProtocolError(NO_METHOD, 'Method not found');
  }

  async function serve(id: Id, method: unknown, params: Fields): Promise<void> {
    const version = fieldsOf(params['_meta'])[`${PREFIX}protocolVersion`];
    const isModern = version !== undefined;
    try {
      if (isModern && version !== MODERN) {
        const data = { supported: [MODERN], requested: version };
        throw new ProtocolError(UNSUPPORTED_VERSION, `Unsupported protocol version: ${JSON.stringify(version)}`, data);
      }
      const result = await run(id, method, params, isModern);
      if (cancelled.delete(id)) return;
      const meta = { [`${PREFIX}serverInfo`]: serverInfo };
      const own = fieldsOf((result as Fields)['_meta']);
      send({ id, result: isModern ? { resultType: 'complete', ...result, _meta: { ...own, ...meta } } : result });
    } catch (error) {
      if (cancelled.delete(id)) return;
      const isOwn = error instanceof ProtocolError;
      if (!isOwn) onError(error instanceof Error ? error.message : String(error));
      const { code, message, data } = isOwn ? error : new ProtocolError(INTERNAL, 'Internal error');
      send({ id, error: { code, message, data } });
    }
  }

  function cancel({ requestId, reason }: Fields): void {
    const stop = isId(requestId) ? calls.get(requestId) : undefined;
    if (!stop) return;
    cancelled.add(requestId as Id);
    stop.abort(isSentence(reason) ? reason : 'The agent cancelled the call.');
  }

  function receiveMessage(message: unknown): void {
    // Before 2025-06-18 a line could contain several messages.
    if (Array.isArray(message)) return message.forEach(receiveMessage);
    const { id, method, params } = fieldsOf(message);
    if (method === undefined) return respondTo(fieldsOf(message));
    if (isId(id)) return void serve(id, method, fieldsOf(params));
    if (method === 'notifications/cancelled') cancel(fieldsOf(params));
  }

  function receiveLine(line: string): void {
    if (line.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      send({ id: null, error: { code: PARSE_ERROR, message: 'The message is not JSON.' } });
      return;
    }
    receiveMessage(message);
  }

  return {
    receive(bytes) {
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        const line = Buffer.concat([...parts, bytes.subarray(start, end)]).toString('utf8');
        parts = [];
        size = 0;
        start = end + 1;
        receiveLine(line);
      }
      const rest = bytes.subarray(start);
      size += rest.length;
      if (size <= MAX_MESSAGE) parts.push(rest);
      else {
        // The rest of this message is skipped. It is not JSON, so that the client learns of it.
        parts = [Buffer.from('?')];
        onError(`A message is larger than ${MAX_MESSAGE} bytes.`);
      }
    },
    close() {
      isClosed = true;
      for (const stop of calls.values()) stop.abort('The agent has ended.');
    },
  };
}
