import { ohMyPi, type OhMyPiEnding, type OhMyPiOutput } from '../oh-my-pi.js';
import type { ToolSpec } from '../types.js';

/** oh-my-pi's `ask` as a model is offered it. Source: `@oh-my-pi/pi-coding-agent` 18.3.4; the words are this library's. */
export const ohMyPiTool: ToolSpec<OhMyPiOutput, OhMyPiEnding> = {
  dialect: ohMyPi,
  name: 'ask',
  label: 'Ask',
  description:
    'Put one or more questions to the user, where the answer changes what you do and neither the code nor the conversation ' +
    'has it. Ask everything that you need to know in one call. The user can always answer in their own words, leave a ' +
    'note, or talk about the questions instead.',
  inputSchema: {
    type: 'object',
    required: ['questions'],
    properties: {
      questions: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['id', 'question', 'options'],
          properties: {
            id: { type: 'string', description: 'What the answer is filed under; different for each question' },
            question: { type: 'string', description: 'The whole question' },
            header: { type: 'string', description: 'A word or two for its tab' },
            options: {
              type: 'array',
              description: 'The choices, each label different; an empty list for an answer in own words',
              items: {
                type: 'object',
                required: ['label'],
                properties: {
                  label: { type: 'string', description: 'What the user chooses, and what you get back' },
                  description: { type: 'string', description: 'What choosing it means' },
                  preview: { type: 'string', description: 'What it would look like, shown beside the choices' },
                },
              },
            },
            multi: { type: 'boolean', description: 'Whether several options may be chosen' },
            recommended: {
              type: 'number',
              description: 'Position of the option that you recommend, counted from 0; it is marked, not selected',
            },
          },
        },
      },
    },
  },
};
