import { isRecord } from '../../core/guards.js';
import type { UnansweredResult } from '../../core/index.js';
import type { Delivery } from '../shared/dialog-props.js';
import { createRuns, type Runs } from './runs.js';
import { createCalls } from './thread-calls.js';
import { createInterrupts } from './thread-interrupts.js';
import type { AgUiAgent, AgUiQuestion, UseAgUiAskUserOptions } from './types.js';

type RunParameters = { readonly resume?: readonly unknown[] };

/** What the two kinds of questions, tool calls and interrupts, share. */
export interface ThreadContext {
  readonly agent: AgUiAgent;
  readonly runs: Runs;
  readonly options: () => UseAgUiAskUserOptions;
  readonly changed: () => void;
  readonly begin: (parameters: RunParameters) => Promise<Delivery>;
}

/** The questions of one agent's thread, shared by all components that show them. */
type Thread = ReturnType<typeof createThread>;

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

function createThread(agent: AgUiAgent) {
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

  const context: ThreadContext = {
    agent,
    runs,
    changed,
    options: () => options,
    begin: (parameters) => runs.begin(() => start(parameters)),
  };
  const interrupts = createInterrupts(context, () => listeners.size > 0);
  const calls = createCalls(context, interrupts.callIds);

  function end(result: UnansweredResult): void {
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
    agent.subscribe({
      onRunStartedEvent: ifOwn((event) => {
        interrupts.starts(event);
        runs.onStarted();
      }),
      onRunErrorEvent: ifOwn(({ event }) => runs.onFailed('aborted', new Error(event.message))),
      onRunFailed: ifOwn(({ error }) =>
        runs.onFailed(error.name === 'AbortError' ? 'aborted' : 'connectionLost', error),
      ),
      onRunInitialized: ifOwn(({ messages }) => {
        interrupts.begins();
        const mutation = calls.begins(messages);
        changed();
        return mutation;
      }),
      onRunFinishedEvent: ifOwn(calls.finishes),
      onRunFinalized: ifOwn(() => {
        interrupts.keep();
        calls.settles();
        interrupts.reconcile();
        changed();
        runs.onFinalized();
      }),
      onMessagesChanged: ifOwn(changed),
    });
  }

  interrupts.reconcile();
  return {
    /** Returns a number that changes with `questions`. */
    version: () => version,
    subscribe(listener: () => void) {
      if (!subscribed) follow();
      listeners.add(listener);
      interrupts.reconcile();
      return () => {
        listeners.delete(listener);
        interrupts.reconcile();
      };
    },
    /** Returns the questions. Runs that start after this call use these options. */
    questions(now: UseAgUiAskUserOptions): readonly AgUiQuestion[] {
      options = now;
      return [...calls.questions(), ...interrupts.questions()];
    },
    async runAgent({ resume = [], ...parameters }: RunParameters = {}): Promise<unknown> {
      await runs.idle();
      end({ status: 'superseded' });
      const isResumed = (id: string) => resume.some((entry) => isRecord(entry) && entry['interruptId'] === id);
      const all = [...resume, ...interrupts.entries().filter(({ interruptId }) => !isResumed(interruptId))];
      return start({ ...parameters, ...(all.length > 0 && { resume: all }) });
    },
    abort(reason?: string) {
      agent.abortRun();
      end({ status: 'aborted', ...(reason !== undefined && { reason }) });
    },
  };
}
