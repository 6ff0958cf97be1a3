import { randomBytes, timingSafeEqual } from 'node:crypto';

const secret = (): string => randomBytes(32).toString('base64url');

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Sessions of the pages. Each token opens one page, once, and that page gets a session. */
export interface Sessions {
  issue(): string;
  /** Returns a new session for a token, or the reason for refusing it: redeemed before, or never issued. */
  redeem(token: string): { readonly session: string } | 'used' | 'unknown';
  knows(session: string): boolean;
}

export function createSessions(): Sessions {
  const tokens = new Set<string>();
  const used = new Set<string>();
  const sessions = new Set<string>();
  const find = (set: ReadonlySet<string>, text: string) => [...set].find((one) => same(one, text));
  return {
    issue() {
      const token = secret();
      tokens.add(token);
      return token;
    },
    redeem(token) {
      const found = find(tokens, token);
      if (found === undefined) return find(used, token) === undefined ? 'unknown' : 'used';
      tokens.delete(found);
      used.add(found);
      const session = secret();
      sessions.add(session);
      return { session };
    },
    knows: (session) => find(sessions, session) !== undefined,
  };
}
