import { claudeCode } from './index.js';
import type { ClaudeCodeAllow, ClaudeCodeDeny } from './result.js';
import { closed, flag, list, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/**
 * Claude Code's `AskUserQuestion`, for agents without such a tool. The descriptions are written for this package.
 * Claude Code itself already has the tool.
 */
export const claudeCodeTool: ToolSpec<ClaudeCodeAllow, ClaudeCodeAllow | ClaudeCodeDeny> = {
  dialect: claudeCode,
  name: 'AskUserQuestion',
  description:
    'Asks the person you work for one to four questions and waits for the answers. Use it where their choice decides how ' +
    'you go on and you can not find it out yourself. Every question also lets them answer in their own words, so leave ' +
    'out an option for that.',
  inputSchema: closed(['questions'], {
    questions: list(
      { description: 'The questions, each with a different text', minItems: 1, maxItems: 4 },
      closed(['question', 'header', 'options', 'multiSelect'], {
        question: text('The whole question, ending with a question mark'),
        header: text('A name for the question, 12 characters at most'),
        options: list(
          { description: 'What can be chosen, each with a different label', minItems: 2, maxItems: 4 },
          closed(['label', 'description'], {
            label: text('The option in one to five words'),
            description: text('What follows from choosing it'),
            preview: text('Something to look at before choosing, such as code or a sketch; only where one is chosen'),
          }),
        ),
        multiSelect: flag('Whether several options may be chosen', { default: false }),
      }),
    ),
    metadata: {
      type: 'object',
      description: 'For the host; not shown',
      additionalProperties: false,
      properties: { source: text('Where the questions come from') },
    },
  }),
};
