import { claudeCode } from '../claude-code.js';
import type { ClaudeCodeAllow, ClaudeCodeDeny } from '../claude-code-result.js';
import type { ToolSpec } from '../types.js';

/**
 * Claude Code's `AskUserQuestion` for an agent that has no such tool of its own: its names and bounds, in our words. Claude
 * Code brings the tool itself.
 */
export const claudeCodeTool: ToolSpec<ClaudeCodeAllow, ClaudeCodeAllow | ClaudeCodeDeny> = {
  dialect: claudeCode,
  name: 'AskUserQuestion',
  description:
    'Asks the person you work for one to four questions and waits for the answers. Use it where their choice decides how ' +
    'you go on and you can not find it out yourself. Every question also lets them answer in their own words, so leave ' +
    'out an option for that.',
  inputSchema: {
    type: 'object',
    required: ['questions'],
    additionalProperties: false,
    properties: {
      questions: {
        type: 'array',
        description: 'The questions, each with a different text',
        minItems: 1,
        maxItems: 4,
        items: {
          type: 'object',
          required: ['question', 'header', 'options', 'multiSelect'],
          additionalProperties: false,
          properties: {
            question: { type: 'string', description: 'The whole question, ending with a question mark' },
            header: { type: 'string', description: 'A name for the question, 12 characters at most' },
            options: {
              type: 'array',
              description: 'What can be chosen, each with a different label',
              minItems: 2,
              maxItems: 4,
              items: {
                type: 'object',
                required: ['label', 'description'],
                additionalProperties: false,
                properties: {
                  label: { type: 'string', description: 'The option in one to five words' },
                  description: { type: 'string', description: 'What follows from choosing it' },
                  preview: {
                    type: 'string',
                    description:
                      'Something to look at before choosing, such as code or a sketch; only where one is chosen',
                  },
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
