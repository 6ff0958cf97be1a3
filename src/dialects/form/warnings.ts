import type { Issue } from '../../core/question/issues.js';
import type { FormField, FormProperty } from './fields.js';

/** Returns the name of a minimum that is above its maximum or the number of choices. */
function impossible({ choices, rules, type }: FormField): string | undefined {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity } = rules;
  const { minItems = 0, maxItems = Infinity } = rules;
  if (minimum > maximum) return 'minimum';
  if (minLength > maxLength) return 'minLength';
  const most = type === 'many' ? Math.min(maxItems, choices.length) : maxItems;
  return minItems > most ? 'minItems' : undefined;
}

export function getFormWarnings(fields: readonly FormProperty[], path: string): readonly Issue[] {
  return fields.flatMap((field): Issue[] => {
    const at = `${path}.${field.key}`;
    const never = impossible(field);
    return [
      ...(field.unchecked ?? []).map((name) => {
        const message =
          'Ignored, because forms do not support this rule. The server can reject an answer that breaks it.';
        return { code: 'ignored', path: `${at}.${name}`, message };
      }),
      ...(never
        ? [{ code: 'impossible', path: `${at}.${never}`, message: 'No answer can satisfy this. Lower it.' }]
        : []),
    ];
  });
}
