import { isRecord } from '../../core/guards.js';
import type { AskUserHandlerOptions, Authorized } from './types.js';

type Authorize = AskUserHandlerOptions['authorize'];

export function checkAuthorize(authorize: Authorize | undefined): Authorize {
  if (typeof authorize === 'function') return authorize;
  throw new TypeError(
    "createAskUserHandler: `authorize` is missing, so every client could read and answer every question. Pass a function that returns the conversations of the request's user, or null: `authorize: async (request) => { const user = await yourSession(request); return user && { conversations: user.conversationIds, user: user.name }; }`.",
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isAuthorized = (value: unknown): value is Authorized => {
  if (!isRecord(value)) return false;
  const { conversations, user } = value;
  return Array.isArray(conversations) && conversations.every(isText) && (user === undefined || isText(user));
};

export async function authorizeRequest(authorize: Authorize, request: Request): Promise<Authorized | null> {
  const rights: unknown = await authorize(request);
  if (rights === null || rights === undefined) return null;
  if (isAuthorized(rights)) return rights;
  throw new TypeError(
    'createAskUserHandler: `authorize` returned an invalid value, so the request was rejected. Return `{ conversations: string[], user?: string }` or null.',
  );
}
