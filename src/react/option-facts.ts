import { isBlank } from '../core/guards.js';
import type { OptionRef } from '../core/flow/types.js';

const RECOMMENDED = /\s*\(recommended\)\s*$/i;

/** A label without the agents' mark for the option they would take, or `undefined` where it carries none. */
export function withoutRecommended(label: string): string | undefined {
  const rest = label.replace(RECOMMENDED, '');
  return rest === label || isBlank(rest) ? undefined : rest;
}

/** The number key of an option; the tenth and later have none. */
export function digitFor(option: OptionRef): string | undefined {
  if (option === 'other') return '0';
  return option < 9 ? String(option + 1) : undefined;
}
