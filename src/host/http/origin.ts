const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+$/;

export function checkOrigins(origins: readonly string[]): ReadonlySet<string> {
  for (const origin of origins) {
    const isWeb = /^https?:/.test(origin);
    if (!ORIGIN.test(origin) || (isWeb && new URL(origin).origin !== origin)) {
      throw new TypeError(
        `createAskUserHandler: \`origins\` contains "${origin}", which is not an origin and would never match. Use scheme and host, plus the port if it is not the default: "https://app.example.com".`,
      );
    }
  }
  return new Set(origins);
}

/** A `Host` header in lower case: a name, an IPv4 address, or an IPv6 address in brackets, and an optional port. */
const HOST = /^([a-z\d._-]+|\[[a-f\d:.]+\])(?::(\d{1,5}))?$/;

function isHost(host: unknown): boolean {
  const [, name = '', port = '0'] = (typeof host === 'string' && HOST.exec(host)) || [];
  try {
    // Browsers send a host as `URL` serializes it.
    return name !== '' && new URL(`http://${name}`).hostname === name && Number(port) < 65_536;
  } catch {
    return false;
  }
}

/** Returns `undefined` if every host is allowed. */
export function checkHosts(hosts: unknown): ReadonlySet<string> | undefined {
  if (hosts === undefined) return undefined;
  const advice =
    'Use lower case, and a port only if no other port is allowed, such as "localhost:8080", "app.example.com" or "[::1]".';
  if (!Array.isArray(hosts) || hosts.length === 0)
    throw new TypeError(`createAskUserHandler: \`hosts\` is not an array of at least one host. ${advice}`);
  const wrong: unknown = hosts.find((host) => !isHost(host));
  if (wrong !== undefined)
    throw new TypeError(
      `createAskUserHandler: \`hosts\` contains ${JSON.stringify(wrong)}, which is not a host and would never match. ${advice}`,
    );
  return new Set<string>(hosts);
}

/** Some servers pass the host only in the URL. */
const hostHeader = ({ headers, url }: Request): string => (headers.get('host') ?? new URL(url).host).toLowerCase();

/** A host without a port matches all ports. */
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
 * Returns whether a page of another origin, other than one of `origins`, sent the request. A request without `Origin`
 * and `Sec-Fetch-Site` is not refused here.
 */
export function isCrossOrigin(request: Request, origins: ReadonlySet<string>): boolean {
  const { headers } = request;
  const origin = headers.get('origin');
  if (origin !== null && origins.has(origin)) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  if (origin === null) return false;
  // Compare only hosts: behind a proxy that terminates TLS, the scheme differs. Some frameworks put an internal address
  // into the URL.
  return hostOf(origin) !== hostHeader(request);
}
