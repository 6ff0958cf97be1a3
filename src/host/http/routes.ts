import { checkThat } from '../check.js';

export type Route =
  | { readonly to: 'events'; readonly method: 'GET' }
  | { readonly to: 'list'; readonly method: 'GET' }
  | { readonly to: 'lookup'; readonly method: 'GET'; readonly requestId: string }
  | { readonly to: 'ask-back'; readonly method: 'GET, POST'; readonly requestId: string }
  | { readonly to: 'answer' | 'cancel' | 'decline'; readonly method: 'POST'; readonly requestId: string };

const SETTLE_ACTIONS = ['answer', 'cancel', 'decline'] as const;

/** Returns a base path as `URL` serializes it, with a trailing slash. */
export function normalizeBasePath(basePath: string): string {
  const isPath = typeof basePath === 'string' && !/:\/\/|[?#]/.test(basePath);
  checkThat(isPath, 'basePath', basePath, 'a path, such as "/ask-user"');
  const { pathname } = new URL(`/${basePath.replace(/^\/+/, '')}`, 'http://host');
  return pathname.endsWith('/') ? pathname : `${pathname}/`;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

export function matchRoute(pathname: string, base: string): Route | undefined {
  if (!pathname.startsWith(base)) return undefined;
  const [first, id, how, ...more] = pathname.slice(base.length).split('/');
  if (more.length > 0) return undefined;
  if (first === 'events') return id === undefined ? { to: 'events', method: 'GET' } : undefined;
  if (first !== 'requests') return undefined;
  if (id === undefined) return { to: 'list', method: 'GET' };
  const requestId = decoded(id);
  if (requestId === undefined) return undefined;
  if (how === undefined) return { to: 'lookup', method: 'GET', requestId };
  if (how === 'ask-back') return { to: how, method: 'GET, POST', requestId };
  const to = SETTLE_ACTIONS.find((one) => one === how);
  return to && { to, method: 'POST', requestId };
}
