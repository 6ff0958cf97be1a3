import { failed, type Delivery } from '../shared/dialog-props.js';
import type { AgUiAgent } from './types.js';

export type Runs = ReturnType<typeof createRuns>;

/** Creates the tracker of an agent's runs. The caller reports their events. */
export function createRuns(agent: Pick<AgUiAgent, 'isRunning'>) {
  const begun: ((outcome: Delivery) => void)[] = [];
  const waiting: (() => void)[] = [];
  let failure: 'aborted' | 'connectionLost' | undefined;
  const resolveBegun = (outcome: Delivery) => {
    for (const resolve of begun.splice(0)) resolve(outcome);
  };
  return {
    /** Starts a run. Resolves when the server has started it, or when it has failed or ended before. */
    begin: (run: () => Promise<unknown>): Promise<Delivery> =>
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
    async idle(): Promise<void> {
      while (agent.isRunning) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    /** Returns the status of the last run if it did not finish. */
    failure: () => failure,
    onStarted() {
      failure = undefined;
      resolveBegun({ ok: true });
    },
    onFailed(status: 'aborted' | 'connectionLost', cause: Error) {
      failure = status;
      resolveBegun(failed(cause));
    },
    onFinalized() {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}
