import type { Exchange } from '../../core/flow/types.js';
import { isRecord } from '../../core/guards.js';
import type { AskBackState } from '../store/types.js';
import type { WireRequest } from '../wire.js';
import { pathOf } from './deliveries.js';
import { fetchWithRetry, parseDelivery, toFailure, type FailedDelivery, type RetryOptions } from './retrying-fetch.js';
import { parseExchanges } from './parse-wire.js';
import { unloaded, type ClientAction, type ClientModel } from './state.js';

const ATTEMPTS = 3;

interface ExchangesOptions extends Pick<RetryOptions<unknown>, 'send' | 'random' | 'onError'> {
  readonly dispatch: (action: ClientAction) => void;
}

/** Creates a function that loads the texts of the exchanges that the state lacks. */
export function createExchangeLoader({ dispatch, ...options }: ExchangesOptions & { readonly signal: AbortSignal }) {
  const underWay = new Set<string>();

  async function load({ request, instanceId, askBack }: WireRequest): Promise<void> {
    const { requestId } = request;
    const asked = Object.entries(askBack?.counts ?? {}).flatMap(([id, count]) => (count > 0 ? [id] : []));
    const found = await Promise.all(
      asked.map((questionId) =>
        fetchWithRetry(
          `${pathOf(requestId)}/ask-back?question=${encodeURIComponent(questionId)}`,
          {},
          {
            ...options,
            attempts: ATTEMPTS,
            parse: ({ body }) => parseExchanges(body, instanceId),
          },
        ),
      ),
    );
    underWay.delete(instanceId);
    // A later message tries again.
    if (options.signal.aborted || !askBack || !found.every((one) => one !== undefined)) return;
    dispatch({ type: 'exchanges', instanceId, askBack, exchanges: found.flat(), isWhole: true });
  }

  return (model: ClientModel): void => {
    for (const request of unloaded(model)) {
      if (underWay.has(request.instanceId)) continue;
      underWay.add(request.instanceId);
      void load(request);
    }
  };
}

/** A refused or failed question to the agent. `message` is for developers. */
export class AskBackError extends Error {
  readonly code: FailedDelivery['code'];

  constructor({ code, message }: Pick<FailedDelivery, 'code' | 'message'>) {
    super(message);
    this.name = 'AskBackError';
    this.code = code;
  }
}

/** Posts a question to the agent. Resolves to the revision of the request's exchanges that has it. */
export async function postExchange(
  requestId: string,
  body: Pick<Exchange, 'key' | 'questionId' | 'text'> & { readonly instanceId?: string | undefined },
  options: Omit<ExchangesOptions, 'dispatch'> & { readonly signal: AbortSignal },
): Promise<number> {
  const outcome = await fetchWithRetry<number | FailedDelivery>(
    `${pathOf(requestId)}/ask-back`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    {
      ...options,
      attempts: ATTEMPTS,
      parse(said) {
        const read = parseDelivery(said);
        if (read?.ok) return isRecord(said.body) ? Number(said.body['revision']) : 0;
        return read && said.status < 500 ? read : undefined;
      },
    },
  );
  if (typeof outcome === 'number') return outcome;
  throw new AskBackError(outcome ?? toFailure('offline'));
}

/** The exchange, once it has ended at this revision or later; `null` if it cannot end any more. */
export function endedExchange(
  { view, exchangesAt }: ClientModel,
  { instanceId, key, revision }: { readonly instanceId: string; readonly key: string; readonly revision: number },
): Exchange | null | undefined {
  if (!view.requests.some((one) => one.instanceId === instanceId)) return null;
  const at: AskBackState | undefined = exchangesAt.get(instanceId);
  if (!at || at.revision < revision) return undefined;
  const found = view.exchanges[instanceId]?.find((one) => one.key === key);
  return found?.status === 'waiting' ? undefined : (found ?? null);
}
