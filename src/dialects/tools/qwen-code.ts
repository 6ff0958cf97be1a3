import { qwenCode, type QwenCodeEnding, type QwenCodeOutput } from '../qwen-code.js';
import type { ToolSpec } from '../types.js';

/** Qwen Code's `ask_user_question`: its names and bounds, in our words. */
export const qwenCodeTool: ToolSpec<QwenCodeOutput, QwenCodeEnding> = {
  dialect: qwenCode,
  name: 'ask_user_question',
  description:
    'Asks the user up to four questions while you work, and waits. Use it to learn what they prefer or to clear up what ' +
    'they meant. Besides your options they can always type an answer. It is not for approving a plan.',
  inputSchema: {
    type: 'object',
    required: ['questions'],
    additionalProperties: false,
    properties: {
      questions: {
        type: 'array',
        description: 'The questions',
        minItems: 1,
        maxItems: 4,
        items: {
          type: 'object',
          required: ['question', 'header', 'options'],
          additionalProperties: false,
          properties: {
            question: { type: 'string', description: 'The whole question, ending with a question mark' },
            header: { type: 'string', description: 'A name for the question, 12 characters at most' },
            options: {
              type: 'array',
              description: 'What can be chosen',
              minItems: 2,
              maxItems: 4,
              items: {
                type: 'object',
                required: ['label', 'description'],
                additionalProperties: false,
                properties: {
                  label: { type: 'string', description: 'The option in one to five words' },
                  description: { type: 'string', description: 'What follows from choosing it' },
                },
              },
            },
            multiSelect: { type: 'boolean', description: 'Whether several options may be chosen', default: false },
          },
        },
      },
      metadata: {
        type: 'object',
        description: 'For the host; not shown',
        additionalProperties: false,
        properties: { source: { type: 'string', description: 'Where the questions come from' } },
      },
    },
  },
};
