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
  // The shell and the system may each send one. The second must not end the process before the result is written.
  if (!stop.signal.aborted) onSignal(hungUp());
});
process.on('exit', () => {
  if (isHangUp(stop.signal.reason) || isTerminalGone()) letGo();
});
// A listener prevents the signal from ending the process. The write reports the file size limit.
process.on('SIGXFSZ', () => {});
process.on('uncaughtException', (error) => process.exit(report(error)));
// A listener prevents the error of a closed pipe from ending the process. `writeOut` reports it for standard output.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const exitCode = await runAndReport(process.argv.slice(2), process.env['TOOLBOX_ACTION'], { signal: stop.signal });
await flushed();
process.exit(exitCode);
