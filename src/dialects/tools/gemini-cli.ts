import { geminiCli, type GeminiCliEnding, type GeminiCliOutput } from '../gemini-cli.js';
import type { ToolSpec } from '../types.js';

/** Gemini CLI's `ask_user` as a model is offered it: its names and rules, in words of ours. */
export const geminiCliTool: ToolSpec<GeminiCliOutput, GeminiCliEnding> = {
  dialect: geminiCli,
  name: 'ask_user',
  description:
    'Ask the user one to four questions and wait for the answers: to choose between approaches, to learn what they ' +
    'prefer, or to make an unclear request clear. Answers come back by position, from "0".',
  inputSchema: {
    type: 'object',
    required: ['questions'],
    properties: {
      questions: {
        type: 'array',
        minItems: 1,
        maxItems: 4,
        items: {
          type: 'object',
          required: ['question', 'header', 'type'],
          properties: {
            question: { type: 'string', description: 'The whole question, with its question mark.' },
            header: { type: 'string', description: 'A name for the question, of one or two words.' },
            type: {
              type: 'string',
              enum: ['choice', 'text', 'yesno'],
              default: 'choice',
              description: 'choice: from options. text: in own words. yesno: Yes or No, and nothing else.',
            },
            options: {
              type: 'array',
              description: 'For the type "choice" alone: 2-4 options. The user is offered own words besides.',
              items: {
                type: 'object',
                required: ['label', 'description'],
                properties: {
                  label: { type: 'string', description: 'The choice in 1-5 words. It comes back as the answer.' },
                  description: { type: 'string', description: 'What choosing it means.' },
                },
              },
            },
            multiSelect: {
              type: 'boolean',
              description: 'For the type "choice" alone: whether several options may be chosen.',
            },
            placeholder: { type: 'string', description: 'A hint for what to type.' },
          },
        },
      },
    },
  },
};
