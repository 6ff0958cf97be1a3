import { quiet } from '../store/within.js';

/** A claim that is renewed for as long as it is held. */
export interface Renewal {
  /** Aborted if the claim was lost: another process may hold it now. */
  readonly signal: AbortSignal;
  /** Resolves once no renewal is under way. */
  stop(): Promise<void>;
}

export interface RenewalOptions {
  /** How long a claim counts from its last renewal, in milliseconds. It is renewed every third of that. */
  readonly claimMs: number;
  /** When the claim was made, as `performance.now()` says it. */
  readonly claimedAt: number;
  /** Resolves to `false` if another process holds the claim. */
  readonly renew: () => Promise<boolean>;
  /** What was lost, for the message. */
  readonly what: string;
}

/** Keeps a claim. A claim that could not be renewed in time is taken for lost, whatever the reason. */
export function keepRenewed({ claimMs, claimedAt, renew, what }: RenewalOptions): Renewal {
  const lost = new AbortController();
  let renewedAt = claimedAt;
  let renewal: Promise<void> | undefined;
  const isOverdue = () => performance.now() - renewedAt >= claimMs;
  const lose = () => lost.abort(new Error(`${what} was lost, so another process may have taken over.`));

  async function run(): Promise<void> {
    const startedAt = performance.now();
    try {
      if (await renew()) renewedAt = startedAt;
      else lose();
    } catch {
      if (isOverdue()) lose();
    }
    renewal = undefined;
  }

  const timer = quiet(
    setInterval(() => {
      if (renewal && isOverdue()) lose();
      renewal ??= run();
    }, claimMs / 3),
  );
  return {
    signal: lost.signal,
    async stop() {
      clearInterval(timer);
      await renewal;
    },
  };
}
