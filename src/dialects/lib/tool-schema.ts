import type { JsonSchema } from '../../core/question/json-schema.js';

export const text = (description: string, more?: JsonSchema): JsonSchema => ({ type: 'string', description, ...more });

export const flag = (description: string, more?: JsonSchema): JsonSchema => ({ type: 'boolean', description, ...more });

export const list = (more: JsonSchema, items: JsonSchema): JsonSchema => ({ type: 'array', ...more, items });

type Properties = Readonly<Record<string, JsonSchema>>;

/**
 * Schema of an object. `required` is mutable, because the SDKs of model providers declare it so. This is a type alias,
 * because an interface is not assignable to the index signature of `ToolInputSchema`.
 */
type ObjectSchema = { readonly type: 'object'; required: string[]; readonly properties: Properties };

export const object = (required: string[], properties: Properties): ObjectSchema => ({
  type: 'object',
  required,
  properties,
});

export const closed = (
  required: string[],
  properties: Properties,
): ObjectSchema & { readonly additionalProperties: false } => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});
