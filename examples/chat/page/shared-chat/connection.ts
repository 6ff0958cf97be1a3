import { FIRST_AGENT, type AgentId } from '../../shared/agents.js';
import type { SharedMessage, TranscriptUpdate } from '../../shared/shared-chat.js';
import { linesOf } from './lines.js';
import { keep, restore, type Unsent } from './shared-storage.js';

/** Delays before a retry, in milliseconds. The last one repeats. */
const WAITS = [250, 500, 1_000, 2_000, 4_000] as const;
const waitAfter = (failures: number): number => WAITS[Math.min(failures, WAITS.length - 1)] ?? 0;
const UNREACHED = 'Can’t reach the server.';

export interface ConnectionState extends Omit<TranscriptUpdate, 'from'> {
  messages: readonly SharedMessage[];
  isOnline: boolean;
  /** Whether the server has not sent anything yet. */
  isLoading: boolean;
  /** Whether the server has lost this conversation. */
  isGone: boolean;
  /** Messages of this window that the server has not confirmed. The tab keeps them across a reload. */
  outbox: readonly Unsent[];
}

export interface Connection {
  getState(): ConnectionState;
  subscribe(listener: () => void): () => void;
  /** Sends a message once, now or when the server is reachable again. `skips` are the ids of the open questions. */
  say(text: string, skips: readonly string[]): void;
  /** Adds an agent to the conversation. Only the first call has an effect, even across windows. */
  invite(agent: AgentId, text: string): void;
  /** Deletes a message that the server refused. */
  discard(noteId: string): void;
  run(agents: readonly AgentId[]): void;
  stop(): void;
  /** Opens the connection. Returns a function that closes it. */
  connect(): () => void;
}

/**
 * Connects this window to a shared conversation: receives the transcript, and sends the user's messages and actions.
 */
export function createConnection(id: string, headers: Readonly<Record<string, string>>): Connection {
  const listeners = new Set<() => void>();
  const kept = restore(id);
  let { wasUsed } = kept;
  let isSending = false;
  let isConnected = false;
  let attempts = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let state: ConnectionState = {
    messages: [],
    unread: [],
    running: [],
    paused: [],
    windows: 0,
    isOnline: false,
    isLoading: true,
    isGone: false,
    outbox: kept.outbox,
  };

  function set(changes: Partial<ConnectionState>): void {
    const { outbox } = state;
    state = { ...state, ...changes };
    if (state.outbox !== outbox) keep(id, { outbox: state.outbox, wasUsed });
    for (const listener of listeners) listener();
  }

  /** Returns why the request failed, or `undefined` if it succeeded. */
  async function post(
    action: 'messages' | 'run' | 'stop',
    body: unknown,
  ): Promise<{ problem: string; isRefused: boolean } | undefined> {
    try {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const response = await fetch(`/api/shared/${action}`, { ...init, body: JSON.stringify(body) });
      if (response.ok) return undefined;
      return { problem: await response.text(), isRefused: response.status < 500 };
    } catch {
      return { problem: UNREACHED, isRefused: false };
    }
  }

  const tell = async (action: 'run' | 'stop', body: unknown): Promise<void> => {
    const failed = await post(action, body);
    if (failed) set({ problem: failed.problem });
  };

  const change = (noteId: string, changed: readonly Unsent[]) =>
    set({ outbox: state.outbox.flatMap((one) => (one.id === noteId ? changed : [one])) });

  /**
   * Sends the messages in order. If the server can't be reached, the rest stays and is sent later with the same ids.
   */
  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    clearTimeout(retry);
    const first = () => (state.isGone ? undefined : state.outbox.find(({ refusal }) => refusal === undefined));
    for (let next = first(); next; next = first()) {
      const failed = await post('messages', next);
      if (failed && !failed.isRefused) {
        // The stream may still be connected although a request failed. Then only this timer retries.
        if (isConnected) retry = setTimeout(() => void flush(), waitAfter(attempts++));
        break;
      }
      attempts = 0;
      change(next.id, failed ? [{ ...next, refusal: failed.problem }] : []);
    }
    isSending = false;
  }

  function send(note: Unsent): void {
    if (state.outbox.some((one) => one.id === note.id)) return;
    set({ outbox: [...state.outbox, note] });
    void flush();
  }

  function update({ from, messages, ...rest }: TranscriptUpdate): void {
    const all = [...state.messages.slice(0, from), ...messages];
    const isEmpty = all.length + rest.unread.length === 0;
    if (isEmpty && wasUsed) {
      set({ isGone: true, running: [], unread: [], paused: [], problem: undefined, isOnline: true, isLoading: false });
      return;
    }
    if (!isEmpty && !wasUsed) {
      wasUsed = true;
      keep(id, { outbox: state.outbox, wasUsed });
    }
    const known = { problem: undefined, stoppedBy: undefined, ...rest, messages: all };
    set({ ...known, isGone: false, isOnline: true, isLoading: false });
    void flush();
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const { ok, body } = await fetch('/api/shared/transcript', { headers, signal });
    if (!ok || !body) throw new Error('The server refused the conversation.');
    for await (const line of linesOf(body)) update(JSON.parse(line) as TranscriptUpdate);
  }

  async function keepFollowing(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await follow(signal);
      } catch {
        // The loop tries again.
      }
      if (state.isOnline) failures = 0;
      if (!signal.aborted) set({ isOnline: false, isLoading: false });
      await pause(waitAfter(failures), signal);
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    say: (text, skips) => send({ id: crypto.randomUUID(), agent: FIRST_AGENT, text, skips }),
    // All windows know the conversation's id. As the message's id, it lets the server store the message only once.
    invite: (agent, text) => send({ id, agent, text }),
    discard: (noteId) => change(noteId, []),
    run(agents) {
      for (const agent of agents) void tell('run', { agent });
    },
    stop: () => void tell('stop', {}),
    connect() {
      const leave = new AbortController();
      isConnected = true;
      void keepFollowing(leave.signal);
      return () => {
        isConnected = false;
        clearTimeout(retry);
        leave.abort();
      };
    },
  };
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
