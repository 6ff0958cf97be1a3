import { spawn } from 'node:child_process';
import { platform } from 'node:process';

/** The command that opens a URL on each system, without a shell. All other systems use the one of Linux. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a URL in the user's browser, or with the program in `BROWSER`. Does not report errors: the caller notices if no
 * page opens.
 *
 * @param url - A URL without a secret, because every user of the computer can read the arguments of a process.
 */
export function openBrowser(url: string): void {
  const [command, ...args] = process.env['BROWSER'] ? [process.env['BROWSER']] : (OPENERS[platform] ?? ['xdg-open']);
  try {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.on('error', () => {});
    child.unref();
  } catch {
    // Node throws for some programs, such as a batch file on Windows.
  }
}
