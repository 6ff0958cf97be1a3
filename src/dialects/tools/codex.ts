import { codex, type CodexInterrupt, type CodexResponse } from '../codex.js';
import type { ToolSpec } from '../types.js';

/** codex' `request_user_input` as a model is offered it: its names and rules, in words of ours. */
export const codexTool: ToolSpec<CodexResponse, CodexResponse | CodexInterrupt> = {
  dialect: codex,
  name: 'request_user_input',
  description:
    'Ask the user one to three short questions, better one, and wait for the answers. Each has two or three options ' +
    'that exclude each other. The user can always answer in their own words, so leave out an option for that.',
  inputSchema: {
    type: 'object',
    required: ['questions'],
    additionalProperties: false,
    properties: {
      questions: {
        type: 'array',
        description: 'What to ask: one question where that is enough, three at most.',
        items: {
          type: 'object',
          required: ['id', 'header', 'question', 'options'],
          additionalProperties: false,
          properties: {
            id: { type: 'string', description: 'What the answer is filed under, in snake_case.' },
            header: { type: 'string', description: 'A name for the question, of at most 12 characters.' },
            question: { type: 'string', description: 'The question, in one sentence.' },
            options: {
              type: 'array',
              description: 'Two or three choices that exclude each other.',
              items: {
                type: 'object',
                required: ['label', 'description'],
                additionalProperties: false,
                properties: {
                  label: { type: 'string', description: 'The choice in 1-5 words. It comes back as the answer.' },
                  description: { type: 'string', description: 'What choosing it means, in one sentence.' },
                },
              },
            },
          },
        },
      },
    },
  },
};
