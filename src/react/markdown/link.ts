import { cleanText } from '../../core/clean.js';
import { decode } from './text.js';

export interface Destination {
  readonly href: string;
  /** Host, with the port if it is not the default, or the email address. */
  readonly host: string;
}

/**
 * Returns the destination of an absolute `https` address without credentials, or of a `mailto` address with `@`.
 * Otherwise returns `undefined`.
 */
export function destination(source: string): Destination | undefined {
  try {
    const { protocol, host, pathname, href, username, password } = new URL(decode(source));
    if (protocol === 'https:' && !username && !password) return { href, host };
    // Drop the query, with which the agent could set a subject and a text.
    if (protocol === 'mailto:' && pathname.includes('@'))
      return { href: `mailto:${pathname}`, host: cleanText(decodeURIComponent(pathname)) };
  } catch {
    // The address cannot be parsed, or an escape in the email address cannot be decoded.
  }
  return undefined;
}

/**
 * Whether a link's text already shows its host or email address: nothing but the scheme precedes it, and `/`, `?`, `#`
 * or nothing follows it.
 */
export function namesHost(text: string, { host }: Destination): boolean {
  const address = text.toLowerCase().replace(/^(?:https:\/\/|mailto:)/, '');
  return address.startsWith(host.toLowerCase()) && /^(?:$|[/?#])/.test(address.slice(host.length));
}
