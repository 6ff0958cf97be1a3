import { isRecord } from '../../core/guards.js';
import type { AskUserHandlerOptions, Authorized } from './types.js';

type Authorize = AskUserHandlerOptions['authorize'];

/** @throws TypeError where the host has not said who may see what: a handler that anybody may use is never made */
export function checkAuthorize(authorize: Authorize | undefined): Authorize {
  if (typeof authorize === 'function') return authorize;
  throw new TypeError(
    "createAskUserHandler needs `authorize`: without it anybody could read and answer every question. Give the conversations of the request's user, or null: `authorize: async (request) => { const user = await yourSession(request); return user && { conversations: user.conversationIds, user: user.name }; }`.",
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isAuthorized = (value: unknown): value is Authorized => {
  if (!isRecord(value)) return false;
  const { conversations, user } = value;
  return Array.isArray(conversations) && conversations.every(isText) && (user === undefined || isText(user));
};

/** What the host lets this client see. Rejects where the host's function does, or gives what is neither. */
export async function rightsOf(authorize: Authorize, request: Request): Promise<Authorized | null> {
  const rights: unknown = await authorize(request);
  if (rights === null || rights === undefined) return null;
  if (isAuthorized(rights)) return rights;
  throw new TypeError(
    'createAskUserHandler: `authorize` gave something else than `{ conversations: string[], user?: string }` or null, so nobody was let in.',
  );
}
