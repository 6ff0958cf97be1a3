import type { AgUiAgent, AgUiSubscriber } from './types.js';

/**
 * Result of starting a run. The code `already_resolved` means that the question was settled before, or that
 * another answer to it is in flight. The code of a server's error has another meaning, so it is not passed on.
 */
export type Begun =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string; readonly code?: 'already_resolved'; readonly cause?: unknown };

export interface Runs {
  /** Starts a run. Resolves when the server has started it, or when it has failed or ended before. */
  begin(run: () => Promise<unknown>): Promise<Begun>;
  idle(): Promise<void>;
  /** Status of the last run if it did not finish. */
  readonly failure: 'aborted' | 'connectionLost' | undefined;
  readonly subscriber: Required<
    Pick<AgUiSubscriber, 'onRunStartedEvent' | 'onRunErrorEvent' | 'onRunFailed' | 'onRunFinalized'>
  >;
}

/** Without a message, because the dialog would show it: the text of an error is not for the user. */
const failed = (cause: unknown): Begun => ({ ok: false, message: '', cause });

/** Creates the tracker of an agent's runs. The caller must subscribe `subscriber` to the agent. */
export function createRuns(agent: Pick<AgUiAgent, 'isRunning'>): Runs {
  const begun: ((outcome: Begun) => void)[] = [];
  const waiting: (() => void)[] = [];
  let failure: Runs['failure'];
  const resolveBegun = (outcome: Begun) => {
    for (const resolve of begun.splice(0)) resolve(outcome);
  };
  return {
    begin: (run) =>
      new Promise((resolve) => {
        begun.push(resolve);
        // The app's function can also throw.
        const started = async () => run();
        // Only RUN_STARTED confirms that the server accepted the run: an aborted run resolves like a finished one.
        started().then(
          () => resolve(failed(new Error('The run ended before the server started it.'))),
          (reason: unknown) => resolve(failed(reason)),
        );
      }),
    async idle() {
      while (agent.isRunning) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    get failure() {
      return failure;
    },
    subscriber: {
      onRunStartedEvent() {
        failure = undefined;
        resolveBegun({ ok: true });
      },
      onRunErrorEvent({ event: { message } }) {
        failure = 'aborted';
        resolveBegun(failed(new Error(message)));
      },
      onRunFailed({ error }) {
        failure = error.name === 'AbortError' ? 'aborted' : 'connectionLost';
        resolveBegun(failed(error));
      },
      onRunFinalized() {
        for (const resolve of waiting.splice(0)) resolve();
      },
    },
  };
}
