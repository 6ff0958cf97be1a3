#!/usr/bin/env node
import { CliError, EXIT, hungUp, isHangUp } from './exit.js';
import { flushed } from './io.js';
import { report, runAndReport } from './run.js';
import { isTerminalGone, letGo } from './terminal.js';

/** Milliseconds that a way of asking has to put the terminal back after a signal. */
const PATIENCE = 2_000;

const stop = new AbortController();

function onSignal(reason: CliError): void {
  const end = () => process.exit(report(reason));
  // A second one has no patience.
  if (stop.signal.aborted) end();
  setTimeout(end, PATIENCE).unref();
  stop.abort(reason);
}

process.on('SIGINT', () => onSignal(new CliError('Interrupted.', EXIT.interrupted)));
process.on('SIGTERM', () => onSignal(new CliError('Terminated.', EXIT.terminated)));
process.on('SIGHUP', () => {
  // A shell sends one and the system another: only the first counts, since the result has yet to be written.
  if (!stop.signal.aborted) onSignal(hungUp());
});
process.on('exit', () => {
  if (isHangUp(stop.signal.reason) || isTerminalGone()) letGo();
});
// What is beyond the limit for file sizes is reported where it is written, as any error: who listens is not ended by it.
process.on('SIGXFSZ', () => {});
process.on('uncaughtException', (error) => process.exit(report(error)));
// A closed pipe is reported where it is written to; without a listener it would end the program here.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const exitCode = await runAndReport(process.argv.slice(2), process.env['TOOLBOX_ACTION'], { signal: stop.signal });
await flushed();
process.exit(exitCode);
