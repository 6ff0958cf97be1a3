import type { ToolSpec } from '../../dialects/types.js';

/** A tool's input as a Standard Schema with its JSON Schema, which registries of tools take whatever library it is of. */
export interface ToolSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'react-ask-user';
    readonly validate: (value: unknown) => ToolSchemaResult;
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
    readonly types?: { readonly input: Record<string, unknown>; readonly output: Record<string, unknown> } | undefined;
  };
}

/** The input as it is, or what the model is to correct. */
export type ToolSchemaResult =
  | { readonly value: Record<string, unknown>; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[] };

/** Held to the tool's own limits, as `createAskUserTool` holds its input. */
export function toolSchema({ dialect, inputSchema, refuses }: ToolSpec<unknown>): ToolSchema {
  // A copy for each that asks: the AI SDK writes into the schema that it is given.
  const schema = () => structuredClone(inputSchema);
  return {
    '~standard': {
      version: 1,
      vendor: 'react-ask-user',
      jsonSchema: { input: schema, output: schema },
      validate(value) {
        const refused = refuses?.(value);
        if (refused) return { issues: [told(refused)] };
        const parsed = dialect.parse(value, { strict: true });
        // What was parsed is at least an object of the tool's; the dialog reads it again, so that nothing of it is lost.
        return parsed.ok ? { value: value as Record<string, unknown> } : { issues: parsed.issues.map(told) };
      },
    },
  };
}

const told = ({ path, message }: { path: string; message: string }) => ({
  message: path ? `${path}: ${message}` : message,
  path: path ? path.split(/[.[\]]+/).filter(Boolean) : [],
});
