import { isRecord } from '../../core/guards.js';
import { createRuns, type Begun, type Runs } from './runs.js';
import { createCalls } from './thread-calls.js';
import { createInterrupts } from './thread-interrupts.js';
import type { AgUiAgent, AgUiEnded, AgUiQuestion, UseAgUiAskUserOptions } from './types.js';

/** What is known of the questions of one agent's thread, whoever shows them. */
export interface Thread {
  /** The listener hears of whatever changes `questions`. */
  subscribe(listener: () => void): () => void;
  /** Another number after each change. */
  version(): number;
  /** All that were asked; from here on runs are begun with these options. */
  questions(options: UseAgUiAskUserOptions): readonly AgUiQuestion[];
  runAgent(parameters?: RunParameters): Promise<unknown>;
  abort(reason?: string): void;
}

type RunParameters = { readonly resume?: readonly unknown[] };

/** One kind of its questions. */
export interface Part {
  questions(): readonly AgUiQuestion[];
  /** Ends what is open; the agent is told with the next run. */
  end(result: AgUiEnded): void;
}

/** What both kinds work with. */
export interface PartContext {
  readonly agent: AgUiAgent;
  readonly runs: Runs;
  readonly options: () => UseAgUiAskUserOptions;
  readonly changed: () => void;
  readonly begin: (parameters: RunParameters) => Promise<Begun>;
}

const threads = new WeakMap<AgUiAgent, Thread>();

/** One for each agent, so that what has been answered stays answered, whatever is unmounted or shown twice. */
export function threadOf(agent: AgUiAgent): Thread {
  const thread = threads.get(agent) ?? createThread(agent);
  threads.set(agent, thread);
  return thread;
}

function createThread(agent: AgUiAgent): Thread {
  const runs = createRuns(agent);
  const listeners = new Set<() => void>();
  let options: UseAgUiAskUserOptions = {};
  let version = 0;
  let subscribed = false;

  function changed(): void {
    version++;
    for (const listener of [...listeners]) listener();
  }

  function start(parameters: RunParameters): Promise<unknown> {
    const all = { ...options.parameters, ...parameters };
    return options.run ? options.run(all) : agent.runAgent(all);
  }

  const context: PartContext = {
    agent,
    runs,
    changed,
    options: () => options,
    begin: (parameters) => runs.begin(() => start(parameters)),
  };
  const interrupts = createInterrupts(context, () => listeners.size > 0);
  const calls = createCalls(context, interrupts.callIds);

  /** Ends whatever is open. */
  function end(result: AgUiEnded): void {
    interrupts.end(result);
    calls.end(result);
    calls.write();
    changed();
  }

  function follow(): void {
    subscribed = true;
    // A clone of the agent takes its subscribers along.
    const ours = <Event extends { readonly agent: unknown }, Result>(hear: (event: Event) => Result) => {
      return (event: Event): Result | undefined => (event.agent === agent ? hear(event) : undefined);
    };
    const { onRunStartedEvent, onRunErrorEvent, onRunFailed, onRunFinalized } = runs.subscriber;
    agent.subscribe({
      onRunStartedEvent: ours(onRunStartedEvent),
      onRunErrorEvent: ours(onRunErrorEvent),
      onRunFailed: ours(onRunFailed),
      onRunInitialized: ours(({ messages }) => {
        const mutation = calls.begins(messages);
        changed();
        return mutation;
      }),
      onRunFinishedEvent: ours(calls.finishes),
      onRunFinalized: ours((event) => {
        calls.settles();
        interrupts.look();
        changed();
        onRunFinalized(event);
      }),
      onMessagesChanged: ours(changed),
    });
  }

  interrupts.look();
  return {
    version: () => version,
    subscribe(listener) {
      if (!subscribed) follow();
      listeners.add(listener);
      interrupts.look();
      return () => {
        listeners.delete(listener);
        interrupts.look();
      };
    },
    questions(now) {
      options = now;
      return [...calls.questions(), ...interrupts.questions()];
    },
    async runAgent({ resume = [], ...parameters } = {}) {
      await runs.idle();
      end({ status: 'superseded' });
      const said = (id: string) => resume.some((entry) => isRecord(entry) && entry['interruptId'] === id);
      const all = [...resume, ...interrupts.entries().filter(({ interruptId }) => !said(interruptId))];
      return start({ ...parameters, ...(all.length > 0 && { resume: all }) });
    },
    abort(reason) {
      agent.abortRun();
      end(reason === undefined ? { status: 'aborted' } : { status: 'aborted', reason });
    },
  };
}
