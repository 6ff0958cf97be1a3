import { opencode, type OpencodeReject, type OpencodeReply } from '../opencode.js';
import type { ToolSpec } from '../types.js';

/** opencode's `question` as a model is offered it: its names and rules, in words of ours. */
export const opencodeTool: ToolSpec<OpencodeReply, OpencodeReply | OpencodeReject> = {
  dialect: opencode,
  name: 'question',
  description:
    'Ask the user one or more questions and wait for the answers. Use it where a decision is theirs to make and can not ' +
    'be found out in another way. The user can always answer in their own words, so leave out an option for that.',
  inputSchema: {
    type: 'object',
    required: ['questions'],
    properties: {
      questions: {
        type: 'array',
        description: 'What to ask, in this order.',
        items: {
          type: 'object',
          required: ['question', 'header', 'options'],
          properties: {
            question: { type: 'string', description: 'The whole question.' },
            header: { type: 'string', description: 'A name for the question, of at most 30 characters.' },
            options: {
              type: 'array',
              description: 'What the user can choose from. Empty for an answer in their own words.',
              items: {
                type: 'object',
                required: ['label', 'description'],
                properties: {
                  label: { type: 'string', description: 'The choice in 1-5 words. It comes back as the answer.' },
                  description: { type: 'string', description: 'What choosing it means.' },
                },
              },
            },
            multiple: { type: 'boolean', description: 'Whether several options may be chosen.' },
          },
        },
      },
    },
  },
};
