import { isRecord } from '../../core/internal.js';
import { createRuns, type Begun, type Runs } from './runs.js';
import { createCalls } from './thread-calls.js';
import { createInterrupts } from './thread-interrupts.js';
import type { AgUiAgent, AgUiUnansweredResult, AgUiQuestion, UseAgUiAskUserOptions } from './types.js';

/** The questions of one agent's thread, shared by all components that show them. */
export interface Thread {
  subscribe(listener: () => void): () => void;
  /** Returns a number that changes with `questions`. */
  version(): number;
  /** Returns the questions. Runs that start after this call use these options. */
  questions(options: UseAgUiAskUserOptions): readonly AgUiQuestion[];
  runAgent(parameters?: RunParameters): Promise<unknown>;
  abort(reason?: string): void;
}

type RunParameters = { readonly resume?: readonly unknown[] };

/** One kind of questions: tool calls or interrupts. */
export interface Part {
  questions(): readonly AgUiQuestion[];
  end(result: AgUiUnansweredResult): void;
}

export interface PartContext {
  readonly agent: AgUiAgent;
  readonly runs: Runs;
  readonly options: () => UseAgUiAskUserOptions;
  readonly changed: () => void;
  readonly begin: (parameters: RunParameters) => Promise<Begun>;
}

const threads = new WeakMap<AgUiAgent, Thread>();

/**
 * Returns the agent's thread. There is one per agent, so an answered question stays answered if components unmount or
 * render it twice.
 */
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

  function end(result: AgUiUnansweredResult): void {
    interrupts.end(result);
    calls.end(result);
    calls.write();
    changed();
  }

  function follow(): void {
    subscribed = true;
    // A clone of the agent copies its subscribers, so ignore the events of clones.
    const ifOwn = <Event extends { readonly agent: unknown }, Result>(handle: (event: Event) => Result) => {
      return (event: Event): Result | undefined => (event.agent === agent ? handle(event) : undefined);
    };
    const { onRunStartedEvent, onRunErrorEvent, onRunFailed, onRunFinalized } = runs.subscriber;
    agent.subscribe({
      onRunStartedEvent: ifOwn((event) => {
        interrupts.starts(event);
        onRunStartedEvent(event);
      }),
      onRunErrorEvent: ifOwn(onRunErrorEvent),
      onRunFailed: ifOwn(onRunFailed),
      onRunInitialized: ifOwn(({ messages }) => {
        interrupts.begins();
        const mutation = calls.begins(messages);
        changed();
        return mutation;
      }),
      onRunFinishedEvent: ifOwn(calls.finishes),
      onRunFinalized: ifOwn((event) => {
        interrupts.keep();
        calls.settles();
        interrupts.reconcile();
        changed();
        onRunFinalized(event);
      }),
      onMessagesChanged: ifOwn(changed),
    });
  }

  interrupts.reconcile();
  return {
    version: () => version,
    subscribe(listener) {
      if (!subscribed) follow();
      listeners.add(listener);
      interrupts.reconcile();
      return () => {
        listeners.delete(listener);
        interrupts.reconcile();
      };
    },
    questions(now) {
      options = now;
      return [...calls.questions(), ...interrupts.questions()];
    },
    async runAgent({ resume = [], ...parameters } = {}) {
      await runs.idle();
      end({ status: 'superseded' });
      const isResumed = (id: string) => resume.some((entry) => isRecord(entry) && entry['interruptId'] === id);
      const all = [...resume, ...interrupts.entries().filter(({ interruptId }) => !isResumed(interruptId))];
      return start({ ...parameters, ...(all.length > 0 && { resume: all }) });
    },
    abort(reason) {
      agent.abortRun();
      end(reason === undefined ? { status: 'aborted' } : { status: 'aborted', reason });
    },
  };
}
