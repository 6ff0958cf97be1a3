import { spawn } from 'node:child_process';
import { platform } from 'node:process';

/** How each system is asked to open a URL, without a shell; any other is asked as Linux is. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a URL in the user's browser, if the system has one. `BROWSER` names another program to open it with. Does not report
 * failures: the caller notices that no page opens.
 *
 * @param url - must hold no secret: every user of the machine can read the argument list of a program
 */
export function openBrowser(url: string): void {
  const [command, ...args] = process.env['BROWSER'] ? [process.env['BROWSER']] : (OPENERS[platform] ?? ['xdg-open']);
  try {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.on('error', () => {});
    child.unref();
  } catch {
    // Node refuses some programs before it starts them, such as a batch file on Windows.
  }
}
