import type { OptionRef } from '../core/flow/types.js';

const RECOMMENDED = '(recommended)';

/** A label without the agents' mark for the option they would take, or `undefined` where it carries none. */
export function withoutRecommended(label: string): string | undefined {
  const text = label.trimEnd();
  // No regular expression: one that may begin with white space takes quadratic time on a run of it.
  const rest = text.slice(0, -RECOMMENDED.length).trimEnd();
  return rest && text.toLowerCase().endsWith(RECOMMENDED) ? rest : undefined;
}

/** The number key of an option; the tenth and later have none. */
export function digitFor(option: OptionRef): string | undefined {
  if (option === 'other') return '0';
  return option < 9 ? String(option + 1) : undefined;
}
