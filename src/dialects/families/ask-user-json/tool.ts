import type { ToolDefinition } from '../../types.js';

/** The JSON `ask_user` tool. Description and schema are those of its specification. */
export const askUserJsonTool: ToolDefinition = {
  name: 'ask_user',
  description: 'Ask user to choose from options',
  inputSchema: {
    type: 'object',
    properties: {
      question: { type: 'string' },
      options: { type: 'array' },
      context: { type: 'string' },
    },
    required: ['question', 'options'],
  },
};
