import { messageOf } from '../guard.js';
import { after, pause, quiet } from '../time.js';

const RETRY_MS = 500;
/** Time after which a value that cannot be stored is no longer retried, although the claim is held. */
const GIVE_UP_MS = 60_000;

export interface Renewal {
  /** Aborted if the claim was lost. Another process may then hold it. */
  readonly signal: AbortSignal;
  /** Stops the renewals. Resolves when no renewal is in flight. */
  stop(): Promise<void>;
}

export interface RenewalOptions {
  /** Duration of a claim, in milliseconds. It is renewed after every third of it. */
  readonly claimMs: number;
  /** Time of the claim, by `performance.now()`. */
  readonly claimedAt: number;
  /** Resolves to `false` if the claim was lost. After `claimMs` without a renewal, `isOverdue` is `true`. */
  readonly renew: (isOverdue: boolean) => Promise<boolean>;
  /** Subject of the error message if the claim is lost. */
  readonly what: string;
}

/** A claim also counts as lost if its renewals fail or hang for `claimMs`. A lost claim is not renewed again. */
export function keepRenewed({ claimMs, claimedAt, renew, what }: RenewalOptions): Renewal {
  const lost = new AbortController();
  let renewedAt = claimedAt;
  let renewal: Promise<void> | undefined;
  let cancelLoss = () => undefined as void;
  const isOverdue = () => performance.now() - renewedAt >= claimMs;

  function lose(): void {
    stop();
    lost.abort(new Error(`${what} was lost, so another process may have taken over.`));
  }

  function stop(): void {
    clearInterval(timer);
    cancelLoss();
  }

  async function run(): Promise<void> {
    const startedAt = performance.now();
    cancelLoss();
    // After a suspension, this renewal is overdue from the start.
    cancelLoss = after(Math.max(renewedAt + claimMs - startedAt, claimMs / 3), lose, { quiet: true });
    try {
      if (await renew(isOverdue())) {
        renewedAt = startedAt;
        cancelLoss();
      } else lose();
    } catch {
      if (isOverdue()) lose();
    }
    renewal = undefined;
  }

  const timer = quiet(
    setInterval(() => {
      renewal ??= run();
    }, claimMs / 3),
  );
  return {
    signal: lost.signal,
    async stop() {
      stop();
      await renewal;
    },
  };
}

/**
 * Calls `write`, and retries it while the claim is held, for at most a minute. Resolves to `undefined` if no call
 * succeeded. Reports each reason once.
 */
export async function storeWhileHeld<T>(
  { signal }: Pick<Renewal, 'signal'>,
  write: () => Promise<T>,
  onError: (error: unknown) => void = () => undefined,
): Promise<T | undefined> {
  const end = performance.now() + GIVE_UP_MS;
  const reasons = new Set<string>();
  do {
    try {
      return await write();
    } catch (error) {
      const reason = messageOf(error);
      if (!reasons.has(reason)) onError(error);
      reasons.add(reason);
      await pause(RETRY_MS);
    }
  } while (!signal.aborted && performance.now() < end);
  return undefined;
}
