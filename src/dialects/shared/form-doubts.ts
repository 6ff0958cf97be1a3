import { isRecord } from '../../core/guards.js';
import type { Issue } from '../../core/question/issues.js';
import type { FormField } from './form-fields.js';

/** Rules of JSON Schema that a form does not have. A server may hold an answer against them, and nobody asks for them here. */
const UNCHECKED = ['multipleOf', 'exclusiveMinimum', 'exclusiveMaximum', 'const', 'not', 'allOf', 'contains'];

/** What no answer can keep to, as the property's own words for it. */
function impossible({ choices, rules, type }: FormField): string | undefined {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity } = rules;
  const { minItems = 0, maxItems = Infinity } = rules;
  if (minimum > maximum) return 'minimum';
  if (minLength > maxLength) return 'minLength';
  const most = type === 'many' ? Math.min(maxItems, choices.length) : maxItems;
  return minItems > most ? 'minItems' : undefined;
}

/** Warnings for what a person may answer and the server refuses all the same. `path` is that of the schema's properties. */
export function doubtsOf(properties: unknown, fields: readonly FormField[], path: string): readonly Issue[] {
  const sources = isRecord(properties) ? properties : {};
  return fields.flatMap((field): Issue[] => {
    const source = Object.hasOwn(sources, field.key) ? sources[field.key] : undefined;
    const at = `${path}.${field.key}`;
    const unchecked = UNCHECKED.filter((name) => isRecord(source) && source[name] !== undefined);
    const never = impossible(field);
    return [
      ...unchecked.map((name) => {
        const message = 'Ignored, because a form has no such rule. An answer that breaks it may be refused.';
        return { code: 'ignored', path: `${at}.${name}`, message };
      }),
      ...(never
        ? [{ code: 'impossible', path: `${at}.${never}`, message: 'No answer can keep to this. Lower it.' }]
        : []),
    ];
  });
}
