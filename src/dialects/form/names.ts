import type { FormDetail } from './details.js';

/** End of the name of a property for custom text from this package, and from oh-my-pi. */
export const OTHER = '__other';

/** End of the name of a property for custom text from claude-agent-acp. */
export const CUSTOM = '_custom';

const PREFIX = 'question_';

/**
 * Whether an ID cannot be a property name: JavaScript orders integer-like names first, by number, and the MCP SDK 1
 * refuses an answer without `constructor`, because it finds the inherited one.
 */
const isReserved = (id: string): boolean => /^(0|[1-9]\d*)$/.test(id) || (id in Object.prototype && id !== '__proto__');

/** Returns the property name for a question ID: the ID itself, or a name outside of `taken` if it is reserved. */
export function propertyOf(id: string, taken: ReadonlySet<string>): string {
  if (!isReserved(id)) return id;
  let key = PREFIX + id;
  while (taken.has(key)) key = `_${key}`;
  return key;
}

/** Returns the question ID of a property: the ID that `propertyOf` replaced, else the property name. */
export function idOf(key: string, detail: FormDetail | undefined, taken: Set<string>): string {
  const { questionId = '' } = detail ?? {};
  const own = isReserved(questionId) && key.endsWith(PREFIX + questionId) && !taken.has(questionId);
  if (own) taken.add(questionId);
  return own ? questionId : key;
}

/** Returns the property names. Properties listed in the details are in the order of the details. */
export function inOrder(
  properties: Readonly<Record<string, unknown>>,
  details: ReadonlyMap<string, FormDetail>,
): readonly string[] {
  const keys = Object.keys(properties);
  const ordered = [...details.keys()].filter((key) => Object.hasOwn(properties, key)).values();
  return keys.map((key) => (details.has(key) ? (ordered.next().value ?? key) : key));
}

export function otherKey(key: string, taken: ReadonlySet<string>): string {
  let other = key + OTHER;
  while (taken.has(other)) other += '_';
  return other;
}
