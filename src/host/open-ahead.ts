import { readAllow } from '../core/flow/allow.js';
import type { Issue } from '../core/question/issues.js';
import type { AskUserRequest } from '../core/question/types.js';
import type { Dialect } from '../dialects/types.js';
import type { AskOptions, AskUserTransport } from './types.js';

/** Output of a tool whose agent does not wait. */
export interface Accepted {
  readonly accepted: true;
}

export const ACCEPTED: Accepted = { accepted: true };

/** Model text of `ACCEPTED`. */
export const ACCEPTED_TEXT = `${JSON.stringify(ACCEPTED)}
The questions wait for the user. Go on without the answers: they come as a message of the user.`;

export const withoutBlocking = ({ blocking: _, ...request }: AskUserRequest): AskUserRequest => request;

type Opened = { readonly ok: true } | { readonly ok: false; readonly issues: readonly Issue[] };

interface AheadOptions extends AskOptions {
  readonly callback?: string | undefined;
}

/**
 * Opens a request whose agent does not wait. It outlives the call, so the signal does not withdraw it. Returns `undefined`
 * if the agent has to wait.
 */
export async function openAhead(
  { capabilities }: Pick<Dialect<unknown>, 'capabilities'>,
  request: AskUserRequest,
  transport: AskUserTransport | undefined,
  { signal, timeoutMs: _timeoutMs, ...options }: AheadOptions,
): Promise<Opened | undefined> {
  if (request.blocking !== false || !transport?.open || signal?.aborted) return undefined;
  const allow = { partial: false, ...readAllow({ partial: true, ...options.allow }, capabilities) };
  return transport.open(request, { ...options, allow });
}
