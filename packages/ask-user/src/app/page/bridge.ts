import { isRecord } from '../../../../../src/core/guards.js';

/** Fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/** What the page does with the messages of its host, by method. Others are refused or ignored. */
export interface BridgeHandlers {
  readonly notifications: Readonly<Record<string, (params: Fields) => void>>;
  /** Resolve with the result of the request. */
  readonly requests: Readonly<Record<string, (params: Fields) => Promise<object>>>;
}

/** Speaks JSON-RPC with the host of the page. */
export interface Bridge {
  /** Sends a request. Rejects if the host refuses it, or responds with something else than an object. */
  request(method: string, params: object): Promise<Fields>;
  notify(method: string, params: object): void;
}

/** The parts of a window that the bridge uses. */
type BridgeWindow = Pick<Window, 'parent' | 'addEventListener'>;

const INVALID_REQUEST = -32_600;
const NO_METHOD = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL = -32_603;

const isId = (id: unknown): id is string | number => typeof id === 'string' || typeof id === 'number';

/**
 * Connects the page to the window that contains it, and ignores messages of all others. It is written here because an
 * SDK would more than double the size of the page.
 */
export function createBridge(self: BridgeWindow, { notifications, requests }: BridgeHandlers): Bridge {
  const { parent } = self;
  const pending = new Map<string | number, { resolve(result: Fields): void; reject(error: Error): void }>();
  let last = 0;

  // The origin of the host is not known, and a sandbox has none.
  const send = (message: object) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

  function settle(id: string | number, { result, error }: Fields): void {
    const sent = pending.get(id);
    if (!sent) return;
    pending.delete(id);
    if (isRecord(result)) sent.resolve(result);
    else sent.reject(new Error(isRecord(error) ? String(error['message']) : 'The host responded with no result.'));
  }

  async function respond(id: string | number, method: unknown, params: unknown): Promise<void> {
    const refuse = (code: number, message: string) => send({ id, error: { code, message } });
    if (typeof method !== 'string') return refuse(INVALID_REQUEST, 'Invalid request');
    if (!Object.hasOwn(requests, method)) return refuse(NO_METHOD, 'Method not found');
    if (!isRecord(params)) return refuse(INVALID_PARAMS, 'Invalid params');
    try {
      send({ id, result: await requests[method]!(params) });
    } catch {
      refuse(INTERNAL, 'Internal error');
    }
  }

  self.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || !isRecord(data) || data['jsonrpc'] !== '2.0') return;
    const { id, method, params = {} } = data;
    if (method === undefined) return isId(id) ? settle(id, data) : undefined;
    if (isId(id)) return void respond(id, method, params);
    const isKnown = typeof method === 'string' && Object.hasOwn(notifications, method);
    if (isKnown && id === undefined && isRecord(params)) notifications[method]!(params);
    return undefined;
  });

  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        pending.set(++last, { resolve, reject });
        send({ id: last, method, params });
      }),
    notify: (method, params) => send({ method, params }),
  };
}
