import { cleanText } from '../text/clean.js';
import { decode } from './text.js';

/** A link's destination, as far as a link may lead there. */
export interface Destination {
  readonly href: string;
  /** Host with port, or the mail address. */
  readonly host: string;
}

/** The destination of a whole `https` address without credentials, or of a `mailto` address; else `undefined`. */
export function destination(source: string): Destination | undefined {
  try {
    const { protocol, host, pathname, href, username, password } = new URL(decode(source));
    if (protocol === 'https:' && !username && !password) return { href, host };
    // Without its query: a subject and a text would be the agent's.
    if (protocol === 'mailto:' && pathname.includes('@'))
      return { href: `mailto:${pathname}`, host: cleanText(decodeURIComponent(pathname)) };
  } catch {
    // Not a whole address, so nothing says what it is relative to.
  }
  return undefined;
}

/** Whether a link's text is its own address, so that the host stands there already. Containing the host does not suffice. */
export function namesHost(text: string, { host }: Destination): boolean {
  const address = text.toLowerCase().replace(/^(?:https:\/\/|mailto:)/, '');
  return address.startsWith(host.toLowerCase()) && /^(?:$|[/?#])/.test(address.slice(host.length));
}
