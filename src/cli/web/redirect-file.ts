import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Signals that, on at least one system, end the process without an `exit` event unless it listens to them. `main.ts`
 * listens to SIGINT, SIGTERM and SIGHUP.
 */
const FATAL: readonly NodeJS.Signals[] = [
  'SIGQUIT',
  'SIGABRT',
  'SIGALRM',
  'SIGVTALRM',
  'SIGXCPU',
  'SIGUSR2',
  'SIGSYS',
  'SIGTRAP',
  'SIGIO',
  'SIGPWR',
];

export interface RedirectFile {
  /** The `file:` URL. It does not contain the address. */
  readonly url: string;
  /** Removes the file. Repeating this has no effect. */
  remove(): void;
}

/**
 * Returns a page that redirects without a script. It contains a link for browsers that do not redirect.
 *
 * @param address - An address without characters that HTML has to escape.
 */
const pageOf = (address: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="referrer" content="no-referrer" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'" />
    <meta http-equiv="refresh" content="0; url=${address}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>A question from your terminal</title>
  </head>
  <body>
    <main>
      <h1>A question from your terminal</h1>
      <p>If the question does not open by itself: <a href="${address}" rel="noreferrer">Open the question</a></p>
    </main>
  </body>
</html>
`;

/**
 * Writes a private page (0600 in a folder of 0700) that redirects to `address`, because other users of the computer
 * could read the address in the arguments of a process. The page is removed by `remove()`, when the process exits, or
 * by a signal of `FATAL`.
 */
export function writeRedirectFile(address: string): RedirectFile {
  const folder = mkdtempSync(join(tmpdir(), 'ask-user-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    process.off('exit', remove);
    for (const signal of FATAL) process.off(signal, endBy);
  };
  const endBy = (signal: NodeJS.Signals) => {
    remove();
    // Without a listener, the signal now ends the process.
    process.kill(process.pid, signal);
  };
  process.on('exit', remove);
  for (const signal of FATAL) process.on(signal, endBy);
  try {
    const file = join(folder, 'question.html');
    writeFileSync(file, pageOf(address), { flag: 'wx', mode: 0o600 });
    return { url: pathToFileURL(file).href, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
