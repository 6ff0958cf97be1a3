import { list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/**
 * Mastra's `ask_user`. The descriptions are written for this package.
 *
 * Source: `@mastra/core` 1.71.0, `tools/builtin/ask-user`.
 */
export const mastraTool: ToolDefinition = {
  name: 'ask_user',
  description:
    'Ask the user one question and wait for the answer, if only the user can decide or knows it. Provide 2-4 ' +
    'options if you can. Without options, the user types the answer.',
  inputSchema: object(['question'], {
    question: { type: 'string', minLength: 1, description: 'One clear question' },
    options: list(
      { description: 'Suggested answers' },
      object(['label'], {
        label: text('The answer in a few words. It is returned if the user selects it'),
        description: text('What this answer means'),
      }),
    ),
    selectionMode: {
      type: 'string',
      enum: ['single_select', 'multi_select'],
      description: 'Whether the user can select one or several options. Only with options. Default: single_select',
    },
  }),
};
