import { cleanText, isEmpty } from '../../../src/core/clean.js';
import type { AskUserResult } from '../../../src/core/answer/types.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import type { Fields, ProtocolCall } from './protocol.js';

/** A response of MCP 2026-07-28 that requires input of the client. It ends the call, which the client then repeats. */
export interface InputRequired {
  readonly resultType: 'input_required';
}

/** One call of a tool. */
export interface Call extends ProtocolCall {
  /** Display name of the agent. */
  readonly asker: string;
}

/** A way to ask the user. */
export interface Way {
  /** Resolves with `unavailable` if no user can have seen the request, so that the next way asks. */
  ask(request: AskUserRequest, call: Call): Promise<AskUserResult | InputRequired>;
}

/** Asks by the first way that can show the request. Without one, resolves with the result of the last way. */
export async function askBy(
  ways: readonly Way[],
  request: AskUserRequest,
  call: Call,
): Promise<AskUserResult | InputRequired> {
  let last: AskUserResult | InputRequired = {
    status: 'unavailable',
    reason: 'This server has no way to ask the user.',
  };
  for (const way of ways) {
    if (call.signal.aborted) return { status: 'aborted' };
    last = await way.ask(request, call);
    if (!('status' in last) || last.status !== 'unavailable' || last.pendingFile !== undefined) return last;
  }
  return last;
}

/** Maximum length of the name of a client in UTF-16 code units. */
const MAX_NAME = 100;

/** Returns the name of a client, as it states it, without an ending that tells the user nothing. */
export function nameOf({ title, name }: Fields): string | undefined {
  const stated = [title, name].find((one) => typeof one === 'string' && !isEmpty(cleanText(one)));
  return typeof stated === 'string' ? stated.slice(0, MAX_NAME).replace(/-mcp-client$/, '') : undefined;
}
