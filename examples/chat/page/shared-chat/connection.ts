import type { AgentId } from '../../shared/agents.js';
import type { Note, SharedMessage, TranscriptUpdate } from '../../shared/shared-chat.js';
import { linesOf } from './lines.js';

/** Milliseconds until the next try: each wait is longer than the one before. */
const WAITS = [250, 500, 1_000, 2_000, 4_000] as const;

export interface ConnectionState extends Omit<TranscriptUpdate, 'from'> {
  messages: readonly SharedMessage[];
  isOnline: boolean;
  /** Nothing was heard of the server yet. */
  isLoading: boolean;
  /** What this window has sent, and the server has not confirmed. */
  outbox: readonly (Note & { agent: AgentId })[];
}

export interface Connection {
  getState(): ConnectionState;
  subscribe(listener: () => void): () => void;
  /** Sends a message now, or when the server is back; either way once. */
  say(text: string, agent?: AgentId): void;
  run(agent: AgentId): void;
  stop(): void;
  /** Opens the connection; returns what ends it. */
  connect(): () => void;
}

/** This window's end of a shared conversation: what was said, as it grows, and what the person does. */
export function createConnection(headers: Readonly<Record<string, string>>): Connection {
  const listeners = new Set<() => void>();
  let isSending = false;
  let state: ConnectionState = {
    messages: [],
    unread: [],
    running: [],
    windows: 0,
    isOnline: false,
    isLoading: true,
    outbox: [],
  };

  function set(changes: Partial<ConnectionState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  async function post(action: 'messages' | 'run' | 'stop', body: unknown): Promise<boolean> {
    try {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const response = await fetch(`/api/shared/${action}`, { ...init, body: JSON.stringify(body) });
      if (response.ok) return true;
      set({ problem: await response.text() });
      // Refused: the same message would be refused again.
      return response.status < 500;
    } catch {
      return false;
    }
  }

  /** One after the other. What can't be sent stays, and is sent with the next chance under the same id. */
  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let next = state.outbox[0]; next; next = state.outbox[0]) {
      if (!(await post('messages', next))) break;
      set({ outbox: state.outbox.slice(1) });
    }
    isSending = false;
  }

  function update({ from, messages, ...rest }: TranscriptUpdate): void {
    const all = [...state.messages.slice(0, from), ...messages];
    set({ problem: undefined, ...rest, messages: all, isOnline: true, isLoading: false });
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const { ok, body } = await fetch('/api/shared/transcript', { headers, signal });
    if (!ok || !body) throw new Error('The server refused the conversation.');
    void flush();
    for await (const line of linesOf(body)) update(JSON.parse(line) as TranscriptUpdate);
  }

  async function keepFollowing(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await follow(signal);
      } catch {
        // Tried again below.
      }
      if (state.isOnline) failures = 0;
      if (!signal.aborted) set({ isOnline: false, isLoading: false });
      await pause(WAITS[Math.min(failures, WAITS.length - 1)] ?? 0, signal);
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    say(text, agent = 'setup') {
      set({ outbox: [...state.outbox, { id: crypto.randomUUID(), agent, text }] });
      void flush();
    },
    run: (agent) => void post('run', { agent }),
    stop: () => void post('stop', {}),
    connect() {
      const leave = new AbortController();
      void keepFollowing(leave.signal);
      return () => leave.abort();
    },
  };
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
