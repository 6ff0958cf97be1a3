import { isRecord } from '../../../src/core/guards.js';
import type { AskUserResult } from '../../../src/core/answer/types.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import { createElicitationTransport } from '../../../src/integrations/mcp/index.js';
import { requestInput } from '../../../src/integrations/mcp/v2.js';
import type { Call, InputRequired, Way } from './call.js';

/** The statuses that end a request. After any other one, another way can still ask the user. */
const ENDS: readonly AskUserResult['status'][] = ['answered', 'declined', 'cancelled', 'superseded', 'aborted'];

const hasForms = ({ capabilities: { elicitation } }: Call): boolean =>
  isRecord(elicitation) && (elicitation['form'] !== undefined || elicitation['url'] === undefined);

/**
 * Asks with a form of the MCP client. Once a client has ended a form faster than a user can, or with an error, it is not
 * asked again.
 *
 * @param minHumanMs - Milliseconds before which a decline or cancel is not the user's.
 */
export function createFormWay(minHumanMs: number): Way {
  let isShown = true;

  async function elicit(
    request: AskUserRequest,
    call: Call,
    onResponse: (response: unknown) => void,
  ): Promise<AskUserResult | InputRequired> {
    const { signal, isModern, inputResponses } = call;
    // What the user leaves blank is skipped, so that it does not cost the other answers.
    const allow = { skip: true };
    const none: AskUserResult = { status: 'unavailable', reason: 'The MCP client shows no forms.' };
    if (!hasForms(call)) return none;
    if (isModern) {
      Object.values(inputResponses ?? {}).forEach(onResponse);
      // The call may be repeated with an answer, even if another call has found that forms are not shown.
      const { pending, result } = requestInput({ mcpReq: { inputResponses, signal } }, request, { minHumanMs, allow });
      return result ?? (isShown ? pending : none);
    }
    if (!isShown) return none;
    const elicitInput = async (form: object, options?: { readonly signal: AbortSignal }) => {
      const response = await call.request('elicitation/create', form, options?.signal ?? signal);
      onResponse(response);
      return response;
    };
    const transport = createElicitationTransport({ elicitInput }, {}, { minHumanMs, keepAliveMs: Infinity });
    return transport.ask(request, { signal, allow });
  }

  return {
    async ask(request, call) {
      let isAccepted = false;
      const result = await elicit(request, call, (response) => {
        isAccepted ||= isRecord(response) && response['action'] === 'accept';
      });
      if (!('status' in result) || ENDS.includes(result.status)) return result;
      // Who submits something that does not fit has seen the form.
      if (result.status === 'unavailable' && !isAccepted) isShown = false;
      const reason = 'reason' in result ? result.reason : undefined;
      return { status: 'unavailable', reason: reason ?? `The form of the MCP client ended as ${result.status}.` };
    },
  };
}
