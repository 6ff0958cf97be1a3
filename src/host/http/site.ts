const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+$/;

/** The origins, as browsers write them. @throws TypeError for what no browser sends, which would never match */
export function checkOrigins(origins: readonly string[]): ReadonlySet<string> {
  for (const origin of origins) {
    const isWeb = /^https?:/.test(origin);
    if (!ORIGIN.test(origin) || (isWeb && new URL(origin).origin !== origin)) {
      throw new TypeError(
        `createAskUserHandler: "${origin}" is no origin, so that no page would be let in by it. Write scheme and host, and a port that is not the scheme's own, as "https://app.example.com".`,
      );
    }
  }
  return new Set(origins);
}

/** A host as browsers send it: a name or an IPv4 address, or an IPv6 address in brackets; perhaps a port. */
const HOST = /^([a-z\d._-]+|\[[a-f\d:.]+\])(?::(\d{1,5}))?$/;

function isHost(host: unknown): boolean {
  const [, name = '', port = '0'] = (typeof host === 'string' && HOST.exec(host)) || [];
  try {
    // As `URL` writes it, so that it can be what a browser sends.
    return name !== '' && new URL(`http://${name}`).hostname === name && Number(port) < 65_536;
  } catch {
    return false;
  }
}

/** Returns the hosts; `undefined` for any. @throws {TypeError} If one of them could never match a `Host` header. */
export function checkHosts(hosts: unknown): ReadonlySet<string> | undefined {
  if (hosts === undefined) return undefined;
  const advice =
    'Write each as a browser sends it, in lower case, with a port only if no other is allowed, as "localhost:8080", "app.example.com" or "[::1]".';
  if (!Array.isArray(hosts) || hosts.length === 0)
    throw new TypeError(`createAskUserHandler: \`hosts\` must be a list of at least one host. ${advice}`);
  const wrong: unknown = hosts.find((host) => !isHost(host));
  if (wrong !== undefined)
    throw new TypeError(
      `createAskUserHandler: ${JSON.stringify(wrong)} in \`hosts\` is not a host, so no request would ever match it. ${advice}`,
    );
  return new Set<string>(hosts);
}

/** The request's `Host`, in lower case. Some servers give only the address. */
const hostHeader = ({ headers, url }: Request): string => (headers.get('host') ?? new URL(url).host).toLowerCase();

/** Whether a request is for another host. A host without a port stands for all its ports. */
export function isMisdirected(request: Request, hosts: ReadonlySet<string> | undefined): boolean {
  const host = hostHeader(request);
  return hosts !== undefined && !hosts.has(host) && !hosts.has(host.replace(/:\d+$/, ''));
}

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
}

/**
 * Whether a page of another site sent this. Browsers say it of every request that they send from a page, and no page can change
 * what they say. What comes without either header comes from no page of a current browser: `authorize` decides alone.
 */
export function isForeign(request: Request, origins: ReadonlySet<string>): boolean {
  const { headers } = request;
  const origin = headers.get('origin');
  if (origin !== null && origins.has(origin)) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  if (origin === null) return false;
  // Hosts alone: behind a proxy that ends TLS the scheme differs. Some frameworks put their own address into the URL.
  return hostOf(origin) !== hostHeader(request);
}
