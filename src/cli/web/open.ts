import { spawn } from 'node:child_process';
import { platform } from 'node:process';
import { reasonOf } from '../../pending/errors.js';
import { writeRedirectFile } from './redirect-file.js';

/** Milliseconds without an open page after which the user is asked to open the address. */
const OPEN_MS = 5_000;

/**
 * Opens an address in the user's browser through a private file, so that other users of the computer cannot read the
 * address. If no browser can be started, or no page opens within 5 s, or the file cannot be written, asks the user to
 * open the address.
 *
 * @returns A function that removes the file and stops waiting for a page. Calling it again has no effect.
 */
export function openPrivately(address: string, printMessage: (line: string) => void): () => void {
  try {
    const file = writeRedirectFile(address);
    let isDone = false;
    const tell = (why: string) => {
      if (!isDone) printMessage(`${why} Open the address above.`);
      isDone = true;
    };
    const late = setTimeout(
      () => tell('No page has opened yet. Your browser may not be able to read the private redirect file.'),
      OPEN_MS,
    );
    openBrowser(file.url, (reason) => tell(`No browser could be started: ${reason}.`));
    return () => {
      isDone = true;
      clearTimeout(late);
      file.remove();
    };
  } catch (error) {
    printMessage(`Cannot write the private file that opens your browser: ${reasonOf(error)}. Open the address above.`);
    return () => {};
  }
}

/** The commands that open a URL, by system, without a shell. All other systems use `xdg-open`. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a URL in the user's browser, or with the program in `BROWSER`.
 *
 * @param url - A URL without a secret, because other users of the computer can read the arguments of a process.
 * @param onFailed - Called with the reason if the program cannot be started, or if it reports an error.
 */
export function openBrowser(url: string, onFailed: (reason: string) => void = () => {}): void {
  const [command, ...args] = process.env['BROWSER'] ? [process.env['BROWSER']] : (OPENERS[platform] ?? ['xdg-open']);
  try {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.on('error', (error) => onFailed(`${command}: ${reasonOf(error)}`));
    child.on('exit', (code) => {
      if (code) onFailed(`${command} ended with the code ${code}`);
    });
    child.unref();
  } catch (error) {
    // Node throws for some programs, such as a batch file on Windows.
    onFailed(`${command}: ${reasonOf(error)}`);
  }
}
