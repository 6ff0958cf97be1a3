#!/usr/bin/env node
import { CliError, EXIT, hungUp, isHangUp } from './exit.js';
import { flushed } from './io.js';
import { report, runAndReport } from './run.js';
import { isTerminalGone, letGo } from './terminal.js';

/** Time that a command has to stop after a signal, in milliseconds. Then the process exits. */
const EXIT_TIMEOUT_MS = 2_000;

const stop = new AbortController();

function onSignal(reason: CliError): void {
  const end = () => process.exit(report(reason));
  // Exit at once if a SIGINT or SIGTERM follows another signal.
  if (stop.signal.aborted) end();
  setTimeout(end, EXIT_TIMEOUT_MS).unref();
  stop.abort(reason);
}

process.on('SIGINT', () => onSignal(new CliError('Interrupted.', EXIT.interrupted)));
process.on('SIGTERM', () => onSignal(new CliError('Terminated.', EXIT.terminated)));
process.on('SIGHUP', () => {
  // The shell and the system each send one. Only the first counts, because the result has not been written yet.
  if (!stop.signal.aborted) onSignal(hungUp());
});
process.on('exit', () => {
  if (isHangUp(stop.signal.reason) || isTerminalGone()) letGo();
});
// The write reports the file size limit as an error.
process.on('SIGXFSZ', () => {});
process.on('uncaughtException', (error) => process.exit(report(error)));
// A listener prevents a closed pipe from ending the process. The write reports the error.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const exitCode = await runAndReport(process.argv.slice(2), process.env['TOOLBOX_ACTION'], { signal: stop.signal });
await flushed();
process.exit(exitCode);
