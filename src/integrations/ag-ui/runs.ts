import type { AgUiAgent, AgUiSubscriber } from './types.js';

/** Whether the server has taken a run. A code of the library's own, as `already_resolved`, ends the question. */
export type Begun =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string; readonly code?: string | undefined };

/** For an answer to a question that has ended: the dialog ends, too, and what was entered stays to be copied. */
export const OVER: Begun = { ok: false, code: 'already_resolved', message: 'This question is over.' };

/** The runs of one agent: begun, taken by the server, over. */
export interface Runs {
  /** Resolves as the server has taken the run, or has not; the run goes on by itself. */
  begin(run: () => Promise<unknown>): Promise<Begun>;
  /** Resolves as no run is going on. */
  idle(): Promise<void>;
  /** Of the last run, if it did not come to its end. */
  readonly failure: 'aborted' | 'connectionLost' | undefined;
  readonly subscriber: Required<
    Pick<AgUiSubscriber, 'onRunStartedEvent' | 'onRunErrorEvent' | 'onRunFailed' | 'onRunFinalized'>
  >;
}

const failed = (reason: unknown): Begun => ({
  ok: false,
  message: reason instanceof Error ? reason.message : String(reason),
});

export function createRuns(agent: Pick<AgUiAgent, 'isRunning'>): Runs {
  const begun: ((outcome: Begun) => void)[] = [];
  const waiting: (() => void)[] = [];
  let failure: Runs['failure'];
  const tell = (outcome: Begun) => {
    for (const resolve of begun.splice(0)) resolve(outcome);
  };
  return {
    begin: (run) =>
      new Promise((resolve) => {
        begun.push(resolve);
        // An aborted run resolves as one that has finished does: RUN_STARTED alone says that it was taken.
        run().then(
          () => resolve(failed('The run ended before it had begun.')),
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
        tell({ ok: true });
      },
      onRunErrorEvent({ event: { message, code } }) {
        failure = 'aborted';
        tell({ ok: false, message, code });
      },
      onRunFailed({ error }) {
        failure = error.name === 'AbortError' ? 'aborted' : 'connectionLost';
        tell(failed(error));
      },
      onRunFinalized() {
        for (const resolve of waiting.splice(0)) resolve();
      },
    },
  };
}
