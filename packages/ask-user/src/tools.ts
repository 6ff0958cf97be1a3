import type { ServerOptions } from './options.js';
import type { Tool } from './protocol.js';

/** Names of the tools. */
export interface ToolNames {
  readonly ask: string;
  readonly later: string;
  readonly wait: string;
  /** Only the dialog of an MCP App calls it. */
  readonly answer: string;
}

export const namesOf = ({ toolName }: Pick<ServerOptions, 'toolName'>): ToolNames => ({
  ask: toolName,
  later: `${toolName}_later`,
  wait: 'await_answers',
  answer: `${toolName}_answer`,
});

/** Claude Code otherwise offers the tools of a server only to a model that searches for them. */
const OFFERED = { 'anthropic/alwaysLoad': true };

export const HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false };

/** Returns the tools that the model is offered. */
export function toolsOf(options: Pick<ServerOptions, 'spec' | 'toolName'>): readonly Tool[] {
  const { spec } = options;
  const names = namesOf(options);
  const inputSchema = structuredClone(spec.inputSchema);
  return [
    {
      name: names.ask,
      title: spec.label ?? 'Ask the user',
      description: spec.description,
      inputSchema,
      annotations: HINTS,
      _meta: OFFERED,
    },
    {
      name: names.later,
      title: 'Ask the user, without waiting',
      description: `Ask the user questions whose answers you do not need yet. Returns at once with an id, so that you can go on working; the user answers meanwhile. Get the answers with ${names.wait} before you need them, at the latest at the end of your work. For questions that you cannot work without, use ${names.ask}.`,
      inputSchema,
      annotations: HINTS,
    },
    {
      name: names.wait,
      title: 'Wait for the user’s answers',
      description: `Wait until the user has answered the questions that were asked with ${names.later}, and return the answers.`,
      inputSchema: {
        type: 'object',
        properties: {
          ids: {
            type: 'array',
            items: { type: 'string' },
            description: `Ids that ${names.later} returned. Without them, waits for all open questions`,
          },
        },
      },
      annotations: HINTS,
    },
  ];
}
