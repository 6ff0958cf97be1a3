import { parseCall, type ToolSpec } from '../../dialects/index.js';

/**
 * A tool's input schema as a Standard Schema that also contains a JSON Schema. SDKs that accept this form need no
 * schema library.
 */
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

/** The unchanged input, or the issues that the model has to correct. */
export type ToolSchemaResult =
  | { readonly value: Record<string, unknown>; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[] };

export function toolSchema(tool: ToolSpec<unknown>): ToolSchema {
  // The AI SDK modifies the schema that it receives, so return a copy.
  const schema = () => structuredClone(tool.inputSchema);
  return {
    '~standard': {
      version: 1,
      vendor: 'react-ask-user',
      jsonSchema: { input: schema, output: schema },
      validate(value) {
        const parsed = parseCall(tool, value);
        // Return the input itself, because the dialog parses it again and needs every field.
        return parsed.ok ? { value: value as Record<string, unknown> } : { issues: parsed.issues.map(toStandardIssue) };
      },
    },
  };
}

const toStandardIssue = ({ path, message }: { path: string; message: string }) => ({
  message: path ? `${path}: ${message}` : message,
  path: path ? path.split(/[.[\]]+/).filter(Boolean) : [],
});
