import { kimi, type KimiOutput } from '../kimi.js';
import type { ToolSpec } from '../types.js';

/** Kimi CLI's `AskUserQuestion`: its names and bounds, in our words. */
export const kimiTool: ToolSpec<KimiOutput> = {
  dialect: kimi,
  name: 'AskUserQuestion',
  description:
    'Puts one to four questions with options to the user and gives you what they answered, as JSON keyed by question text. ' +
    'Ask for what only the user can decide. They can always write an answer of their own, so offer no option for it.',
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
          required: ['question', 'options'],
          properties: {
            question: { type: 'string', description: 'The whole question, ending with a question mark' },
            header: { type: 'string', description: 'A name for the question, 12 characters at most', default: '' },
            options: {
              type: 'array',
              description: 'What can be chosen',
              minItems: 2,
              maxItems: 4,
              items: {
                type: 'object',
                required: ['label'],
                properties: {
                  label: { type: 'string', description: 'The option in one to five words' },
                  description: { type: 'string', description: 'What follows from choosing it', default: '' },
                },
              },
            },
            multi_select: { type: 'boolean', description: 'Whether several options may be chosen', default: false },
          },
        },
      },
    },
  },
};
