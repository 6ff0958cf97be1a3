import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/**
 * The `ask_user` tool of deepagents. The descriptions are written for this package.
 *
 * Source: langchain-ai/deepagents 23b83ad, `libs/code/deepagents_code/_ask_user_types.py`.
 */
export const deepAgentsTool: ToolDefinition = {
  name: 'ask_user',
  description:
    'Ask the user one or more questions and wait for the answers. Use it if the task is ambiguous and its ' +
    'readings lead to different work, or if only the user knows something. Do not use it for what the ' +
    'conversation or the files already say. The user can type another answer instead of a choice.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'The questions. Ask everything that you need in one call', minItems: 1 },
      object(['question', 'type'], {
        question: { type: 'string', minLength: 1, description: 'The question, as the user sees it' },
        type: {
          type: 'string',
          enum: ['text', 'multiple_choice', 'multi_select'],
          description:
            'text: the user types the answer. multiple_choice: the user selects one choice. multi_select: the user selects ' +
            'one or more choices, which are returned as a JSON array',
        },
        choices: list(
          { description: 'Only for multiple_choice and multi_select', minItems: 1 },
          object(['value'], { value: text('Text that the user sees. It is returned as the answer') }),
        ),
        required: flag('Whether the user must answer. Default: true'),
      }),
    ),
  }),
};
