import type { ToolSpec } from '../types.js';
import { vsCode, type VsCodeEnding, type VsCodeOutput } from '../vs-code.js';

/** VS Code's `vscode_askQuestions` as a model is offered it: its names and rules, in words of ours. */
export const vsCodeTool: ToolSpec<VsCodeOutput, VsCodeEnding> = {
  dialect: vsCode,
  name: 'vscode_askQuestions',
  aliases: ['askQuestions'],
  description:
    'Ask the user a few questions before going on, and wait for the answers. Give options where the answers are known; ' +
    'the user can answer in their own words besides, unless allowFreeformInput is false. Answers come back by header.',
  inputSchema: {
    type: 'object',
    required: ['questions'],
    properties: {
      questions: {
        type: 'array',
        minItems: 1,
        description: 'What to ask, in this order.',
        items: {
          type: 'object',
          required: ['header', 'question'],
          properties: {
            header: {
              type: 'string',
              maxLength: 50,
              description: 'A short name that no other question has. The answer is filed under it.',
            },
            question: { type: 'string', maxLength: 200, description: 'The question, in one sentence if possible.' },
            multiSelect: { type: 'boolean', description: 'Whether several options may be chosen.' },
            allowFreeformInput: {
              type: 'boolean',
              description: 'Whether the user may answer in their own words besides. True, unless set to false.',
            },
            message: { type: 'string', description: 'Markdown to show below the question: what helps to answer it.' },
            options: {
              type: 'array',
              description: 'What the user can choose from. Left out for an answer in their own words.',
              items: {
                type: 'object',
                required: ['label'],
                properties: {
                  label: { type: 'string', description: 'The choice. It comes back as the answer.' },
                  description: { type: 'string', description: 'What choosing it means.' },
                  recommended: { type: 'boolean', description: 'Whether you advise this one.' },
                },
              },
            },
          },
        },
      },
    },
  },
};
