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
export function isForeign({ headers, url }: Request, origins: ReadonlySet<string>): boolean {
  const origin = headers.get('origin');
  if (origin !== null && origins.has(origin)) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  if (origin === null) return false;
  // Hosts alone: behind a proxy that ends TLS the scheme differs. Some frameworks put their own address into the URL.
  return hostOf(origin) !== (headers.get('host') ?? new URL(url).host).toLowerCase();
}
