import { messageOf } from './guard.js';
import { LONGEST_TIMER_MS } from './time.js';

/** A hundred years in milliseconds. */
export const LONGEST_MS = 3_155_760_000_000;

const show = (value: unknown) => (typeof value === 'string' ? JSON.stringify(value) : messageOf(value));

export function checkMs(name: string, ms: unknown, most = LONGEST_MS, advice = ''): number {
  if (typeof ms === 'number' && ms > 0 && ms <= most) return ms;
  const limit = most === Infinity ? '' : ` (at most ${most})`;
  throw new RangeError(`\`${name}\` is ${String(ms)}. Pass a positive number of milliseconds${limit}${advice}.`);
}

/** Checks an interval that `Infinity` turns off. */
export function checkInterval(name: string, ms: number): void {
  if (ms !== Infinity) checkMs(name, ms, LONGEST_TIMER_MS, ', or `Infinity` to turn it off');
}

export function checkThat(isValid: boolean, name: string, value: unknown, advice: string): void {
  if (!isValid) throw new TypeError(`\`${name}\` is ${show(value)}. Pass ${advice}.`);
}

export function checkFunctions(options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options))
    checkThat(value === undefined || typeof value === 'function', name, value, 'a function, or omit it');
}

export function checkMethods(name: string, value: unknown, methods: readonly string[], advice: string): void {
  const given = (value ?? {}) as Readonly<Record<string, unknown>>;
  const missing = methods.find((method) => typeof given[method] !== 'function');
  if (missing !== undefined) throw new TypeError(`\`${name}\` has no method \`${missing}\`. Pass ${advice}.`);
}

export function checkSignal(signal: unknown): void {
  if (signal) checkMethods('signal', signal, ['addEventListener'], 'the `signal` of an AbortController');
}
