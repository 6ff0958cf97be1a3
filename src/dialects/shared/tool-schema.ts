import type { JsonSchema } from '../../core/question/json-schema.js';

/** A text, described for the model. */
export const text = (description: string, more?: JsonSchema): JsonSchema => ({ type: 'string', description, ...more });

/** A yes or no. */
export const flag = (description: string, more?: JsonSchema): JsonSchema => ({ type: 'boolean', description, ...more });

/** A list of `items`. */
export const list = (more: JsonSchema, items: JsonSchema): JsonSchema => ({ type: 'array', ...more, items });

type Properties = Readonly<Record<string, JsonSchema>>;

/** Of an object. `required` is mutable, as the SDKs of model providers want it. A type and no interface: those take no further keywords. */
type ObjectSchema = { readonly type: 'object'; required: string[]; readonly properties: Properties };

/** An object. */
export const object = (required: string[], properties: Properties): ObjectSchema => ({
  type: 'object',
  required,
  properties,
});

/** An object that has no other properties. */
export const closed = (
  required: string[],
  properties: Properties,
): ObjectSchema & { readonly additionalProperties: false } => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});
