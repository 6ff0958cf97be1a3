import { isRecord } from '../../core/guards.js';
import type { Issue } from '../../core/question/issues.js';
import { withoutNull, type FormField } from './fields.js';

/** Unsupported JSON Schema rules that cause a warning. The dialog does not check them, but a server might. */
const UNCHECKED = ['multipleOf', 'exclusiveMinimum', 'exclusiveMaximum', 'const', 'not', 'allOf', 'contains'];

/** Returns the name of a minimum that is above its maximum or the number of choices. */
function impossible({ choices, rules, type }: FormField): string | undefined {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity } = rules;
  const { minItems = 0, maxItems = Infinity } = rules;
  if (minimum > maximum) return 'minimum';
  if (minLength > maxLength) return 'minLength';
  const most = type === 'many' ? Math.min(maxItems, choices.length) : maxItems;
  return minItems > most ? 'minItems' : undefined;
}

export function getFormWarnings(properties: unknown, fields: readonly FormField[], path: string): readonly Issue[] {
  const sources = isRecord(properties) ? properties : {};
  return fields.flatMap((field): Issue[] => {
    const given = Object.hasOwn(sources, field.key) ? sources[field.key] : undefined;
    const source = isRecord(given) ? withoutNull(given) : {};
    const at = `${path}.${field.key}`;
    const unchecked = UNCHECKED.filter((name) => source[name] !== undefined);
    const never = impossible(field);
    return [
      ...unchecked.map((name) => {
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
