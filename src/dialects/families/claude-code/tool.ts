import { closed, flag, list, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/**
 * Claude Code's `AskUserQuestion`, for agents without such a tool. The descriptions are written for this package.
 * Claude Code itself already has the tool.
 */
export const claudeCodeTool: ToolDefinition = {
  name: 'AskUserQuestion',
  description:
    'Ask the user 1-4 questions and wait for the answers. Use it if their decision determines how you continue ' +
    'and you cannot find the answer yourself. The user can always type another answer, so do not add an option ' +
    'for that.',
  inputSchema: closed(['questions'], {
    questions: list(
      { description: 'The questions. Their texts must differ', minItems: 1, maxItems: 4 },
      closed(['question', 'header', 'options', 'multiSelect'], {
        question: text('The complete question, ending with a question mark'),
        header: text('Short label for the question, at most 12 characters'),
        options: list(
          { description: 'Options that the user can select. Their labels must differ', minItems: 2, maxItems: 4 },
          closed(['label', 'description'], {
            label: text('The option in 1-5 words. It is returned as the answer'),
            description: text('What this option means'),
            preview: text('Preview of the option, such as code or a sketch. Only for single-select questions'),
          }),
        ),
        multiSelect: flag('Whether the user can select several options', { default: false }),
      }),
    ),
    metadata: {
      type: 'object',
      description: 'Data for the host. The user does not see it',
      additionalProperties: false,
      properties: { source: text('Source of the questions') },
    },
  }),
};
