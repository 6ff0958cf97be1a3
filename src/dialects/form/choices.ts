import { defined } from '../../core/guards.js';
import { optionDetails } from './peers.js';
import { isNull, nonEmptyTextOf } from './schema.js';
import { listOf, type Fields, fieldsIn, textOf } from '../lib/values.js';

/** Value of a single answer in the wire format, or of one of several choices. */
export type FormScalar = string | number | boolean;

export interface FormChoice {
  readonly value: FormScalar;
  readonly label: string;
  readonly description?: string;
  readonly preview?: string;
}

const isScalar = (value: unknown): value is FormScalar =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/**
 * Returns the choices of an enumeration: titled constants in `oneOf` or `anyOf`, else `enum` with optional `enumNames`.
 * The choice is `undefined` for a value that is not a scalar. `null` is not a choice.
 */
export function listedIn({ oneOf, anyOf, enum: values, enumNames }: Fields): readonly (FormChoice | undefined)[] {
  const titled = oneOf ?? anyOf;
  if (Array.isArray(titled)) {
    return listOf(titled).flatMap((one) => {
      if (isNull(one)) return [];
      const option = fieldsIn(one);
      const value = option['const'];
      if (!isScalar(value)) return undefined;
      const { description, preview } = optionDetails(option);
      return defined<FormChoice>({
        value,
        label: (nonEmptyTextOf(description) ? undefined : textOf(option['title'])) ?? String(value),
        description: nonEmptyTextOf(option['description']) ?? nonEmptyTextOf(description),
        preview: nonEmptyTextOf(preview),
      });
    });
  }
  const names = listOf(enumNames);
  return listOf(values).flatMap((value, i) => {
    if (value === null) return [];
    return isScalar(value) ? { value, label: textOf(names[i]) ?? String(value) } : undefined;
  });
}

/** Returns the choices without duplicates, or none if one of the values is not a scalar. */
export function distinctChoices(choices: ReturnType<typeof listedIn>): readonly FormChoice[] {
  const byValue = new Map<FormScalar, FormChoice>();
  for (const choice of choices) {
    if (!choice) return [];
    if (!byValue.has(choice.value)) byValue.set(choice.value, choice);
  }
  return [...byValue.values()];
}
