import { Ajv } from 'ajv';
import { isRecord } from '../../src/core/guards.js';
import type { ToolSpec } from '../../src/dialects/index.js';

const ajv = new Ajv({ strict: true, allowUnionTypes: true });

/** Whether a tool's schema accepts an input. Throws if the schema is invalid. */
export const accepts = ({ inputSchema }: ToolSpec<unknown>, input: unknown): boolean => ajv.compile(inputSchema)(input);

/** Keywords with texts of the agent's package, and keywords without effect. */
const WORDS = ['$schema', 'description', 'title', 'default'];

/** A schema without its texts and with sorted keys. */
export function shapeOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shapeOf);
  if (!isRecord(schema)) return schema;
  const said = Object.entries(schema).filter(([key, value]) => !(WORDS.includes(key) && !isRecord(value)));
  return Object.fromEntries(
    said.map(([key, value]) => [key, shapeOf(value)]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
}
