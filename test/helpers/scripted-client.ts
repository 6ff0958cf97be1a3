import type { AskUserResult, QuestionInput } from '../../src/react/index.js';
import type { Exchange } from '../../src/core/flow/types.js';
import { parseRequest } from '../../src/core/index.js';
import type {
  AskUserClient,
  AskUserClientState,
  ConnectionStatus,
  DeliveryResult,
  SettledRequest,
} from '../../src/host/client/types.js';

type WireRequest = AskUserClientState['requests'][number];

/** A request in the wire format. */
export function wire(
  requestId: string,
  questions: readonly Omit<QuestionInput, 'constraints'>[],
  more: Partial<Omit<WireRequest, 'request'>> & { asker?: string } = {},
): WireRequest {
  const { asker = 'Ada', ...rest } = more;
  const parsed = parseRequest({ questions }, { requestId, asker });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const { raw: _raw, ...request } = parsed.value;
  return {
    request,
    instanceId: `${requestId}#1`,
    conversationId: 'c',
    askedAt: 0,
    order: Number(requestId.replace(/\D/g, '')) || 0,
    state: 'awaiting_user_response',
    ...rest,
  };
}

/** A call: the name of the method, then its arguments. */
export type Call = readonly [
  method: 'answer' | 'askBack' | 'cancel' | 'decline' | 'dismiss' | 'reconnect',
  ...args: unknown[],
];

/** A client that the test controls instead of a host. */
export interface ScriptedClient extends AskUserClient {
  readonly calls: Call[];
  /** Instance ID of each delivery. */
  readonly instances: (string | undefined)[];
  readonly listeners: number;
  /** Sets what later deliveries resolve to. */
  reply: (delivery: DeliveryResult | Promise<DeliveryResult>) => void;
  /** Sets what the agent replies to a question of the user. */
  replyWith: (reply: (text: string) => string | Promise<string>) => void;
  /** Tells what users have asked the agent about the questions of an instance. */
  tell: (instanceId: string, exchanges: readonly Exchange[]) => void;
  connect: (connection: ConnectionStatus) => void;
  /** Adds requests. One with the instance ID of another takes its place. */
  arrive: (...requests: WireRequest[]) => void;
  orphan: (requestId: string, state?: WireRequest['state']) => void;
  /** Settles a request. A second call with `reached: false` reports that the agent did not receive the result. */
  end: (requestId: string, result: AskUserResult, more?: { by?: string; isLocal?: boolean; reached?: false }) => void;
  forget: (requestId: string) => void;
}

const idOf = ({ request }: WireRequest) => request.requestId;

export function createScriptedClient(...first: readonly WireRequest[]): ScriptedClient {
  const initial: AskUserClientState = { connection: 'connecting', requests: [], exchanges: {}, settled: [] };
  let state: AskUserClientState = first.length > 0 ? { ...initial, connection: 'online', requests: first } : initial;
  const listeners = new Set<() => void>();
  const calls: Call[] = [];
  const instances: ScriptedClient['instances'] = [];
  let replyOf: (text: string) => string | Promise<string> = () => 'It is slow.';
  let delivery: DeliveryResult | Promise<DeliveryResult> = { ok: true };

  const set = (changes: Partial<AskUserClientState>) => {
    state = { ...state, ...changes };
    for (const listener of [...listeners]) listener();
  };
  const deliver = async (instanceId: string | undefined, ...call: Call): Promise<DeliveryResult> => {
    instances.push(instanceId);
    calls.push(call);
    return delivery;
  };
  const without = (requestId: string) => state.requests.filter((one) => idOf(one) !== requestId);

  return {
    calls,
    instances,
    get listeners() {
      return listeners.size;
    },
    getState: () => state,
    getInitialState: () => initial,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    answer: (requestId, replies, options) => deliver(options?.instanceId, 'answer', requestId, replies),
    cancel: (requestId, options) => deliver(options?.instanceId, 'cancel', requestId),
    decline: (requestId, { instanceId, ...options } = {}) =>
      deliver(instanceId, 'decline', requestId, ...(options.discuss ? [options] : [])),
    async askBack(requestId, { questionId, text }) {
      calls.push(['askBack', requestId, questionId, text]);
      return replyOf(text);
    },
    dismiss(requestId) {
      calls.push(['dismiss', requestId]);
      const waits = state.requests.filter((one) => idOf(one) !== requestId || one.state !== 'orphaned');
      set({ requests: waits, settled: state.settled.filter(({ request }) => idOf(request) !== requestId) });
    },
    reconnect: () => void calls.push(['reconnect']),
    close: () => set({ connection: 'closed' }),
    reply: (next) => {
      delivery = next;
    },
    connect: (connection) => set({ connection }),
    arrive(...requests) {
      const others = state.requests.filter((one) => !requests.some(({ instanceId }) => instanceId === one.instanceId));
      const sorted = [...others, ...requests].toSorted((a, b) => a.order - b.order);
      set({ connection: 'online', requests: sorted });
    },
    replyWith: (reply) => {
      replyOf = reply;
    },
    tell: (instanceId, exchanges) => set({ exchanges: { ...state.exchanges, [instanceId]: exchanges } }),
    orphan: (requestId, to = 'orphaned') =>
      set({ requests: state.requests.map((one) => (idOf(one) === requestId ? { ...one, state: to } : one)) }),
    end(requestId, result, { by, isLocal = false, reached } = {}) {
      const seen = [...state.requests, ...state.settled.map((one) => one.request)];
      const request = seen.find((one) => idOf(one) === requestId);
      if (!request) throw new Error(`${requestId} is not pending.`);
      const ending: SettledRequest = {
        request,
        result,
        isLocal,
        ...(by !== undefined && { by }),
        ...(reached === false && { reached }),
      };
      const others = state.settled.filter((one) => idOf(one.request) !== requestId);
      set({ requests: without(requestId), settled: [...others, ending] });
    },
    forget: (requestId) => set({ requests: without(requestId) }),
  };
}
