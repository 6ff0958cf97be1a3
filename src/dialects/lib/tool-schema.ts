import type { JsonSchema } from '../../core/question/json-schema.js';

/** A property that an object can lack. */
type Optional = { readonly optional: JsonSchema };
type Properties = Readonly<Record<string, JsonSchema | Optional>>;
/** How many items a list can have. */
type Count = readonly [min?: number, max?: number];

/**
 * Schema of an object. `required` is mutable, because the SDKs of model providers declare it so. This is a type alias,
 * because an interface is not assignable to the index signature of `ToolInputSchema`.
 */
type ObjectSchema = {
  readonly type: 'object';
  required: string[];
  readonly properties: Readonly<Record<string, JsonSchema>>;
};

export const text = (description: string, more?: JsonSchema): JsonSchema => ({ type: 'string', description, ...more });

export const flag = (description: string, more?: JsonSchema): JsonSchema => ({ type: 'boolean', description, ...more });

export const optional = (schema: JsonSchema): Optional => ({ optional: schema });

const isOptional = (property: JsonSchema | Optional): property is Optional => 'optional' in property;

/** Schema of an object whose properties are required, except those in `optional`. */
export const object = (properties: Properties): ObjectSchema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !isOptional(properties[name]!)),
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, isOptional(one) ? one.optional : one]),
  ),
});

const array = (description: string, [minItems, maxItems]: Count, items: JsonSchema): JsonSchema => ({
  type: 'array',
  ...(description && { description }),
  ...(minItems !== undefined && { minItems }),
  ...(maxItems !== undefined && { maxItems }),
  items,
});

/** Schema of a list of strings. */
export const texts = (description: string, count: Count = []): JsonSchema =>
  array(description, count, { type: 'string' });

/** Schema of a list of objects. A description of `''` is left out. */
export function list(description: string, properties: Properties): JsonSchema;
export function list(description: string, count: Count, properties: Properties): JsonSchema;
export function list(description: string, ...rest: [Properties] | [Count, Properties]): JsonSchema {
  const [count, properties] = rest.length === 2 ? rest : [[] as const, rest[0]];
  return array(description, count, object(properties));
}

function close({ properties, items, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(items && { items: close(items) }),
    ...(properties && { additionalProperties: false, properties: closeAll(properties) }),
  };
}

const closeAll = (properties: Readonly<Record<string, JsonSchema>>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, close(schema)]));

/** Does the same as `object`, for tools that allow no other properties in any object. */
export function closed(properties: Properties): ObjectSchema & { readonly additionalProperties: false } {
  const { type, required, properties: open } = object(properties);
  return { type, required, additionalProperties: false, properties: closeAll(open) };
}
