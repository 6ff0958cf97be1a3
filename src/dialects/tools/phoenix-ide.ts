import { phoenixIde, type PhoenixIdeEnding, type PhoenixIdeOutput } from '../phoenix-ide.js';
import type { ToolSpec } from '../types.js';

/** Phoenix IDE's `ask_user_question`: its names and bounds, in our words. */
export const phoenixIdeTool: ToolSpec<PhoenixIdeOutput, PhoenixIdeEnding> = {
  dialect: phoenixIde,
  name: 'ask_user_question',
  description:
    'Asks the user one to four questions with options and stops until they answer. Use it where several ways are right and ' +
    'the user should choose. They can answer in their own words instead. Call no other tool in the same response.',
  inputSchema: {
    type: 'object',
    required: ['questions'],
    properties: {
      questions: {
        type: 'array',
        description: 'The questions, each with a different text',
        minItems: 1,
        maxItems: 4,
        items: {
          type: 'object',
          required: ['question', 'header', 'options'],
          properties: {
            question: { type: 'string', description: 'The whole question' },
            header: { type: 'string', description: 'A name for the question', maxLength: 12 },
            options: {
              type: 'array',
              description: 'What can be chosen, each with a different label',
              minItems: 2,
              maxItems: 4,
              items: {
                type: 'object',
                required: ['label'],
                properties: {
                  label: { type: 'string', description: 'The option in a few words' },
                  description: { type: 'string', description: 'What the option means' },
                  preview: { type: 'string', description: 'Something to look at; only without multiSelect' },
                },
              },
            },
            multiSelect: { type: 'boolean', description: 'Whether several options may be chosen', default: false },
          },
        },
      },
    },
  },
};
