import { spawn } from 'node:child_process';
import { platform } from 'node:process';

/** How each system is asked to open an address; any other is asked as Linux is. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an address in the person's browser, if the system has one. A failure is silent: the address was printed, too.
 * `BROWSER` names another program to open it with.
 */
export function openBrowser(address: string): void {
  const [command, ...args] = process.env['BROWSER'] ? [process.env['BROWSER']] : (OPENERS[platform] ?? ['xdg-open']);
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
