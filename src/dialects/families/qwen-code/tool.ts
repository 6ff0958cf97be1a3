import { closed, flag, list, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/** Qwen Code's `ask_user_question`. The descriptions are written for this package. */
export const qwenCodeTool: ToolDefinition = {
  name: 'ask_user_question',
  description:
    'Ask the user 1-4 questions during the task and wait for the answers. Use it to learn preferences or to ' +
    'clarify an instruction. The user can always type another answer. Do not use it to ask for approval of a ' +
    'plan.',
  inputSchema: closed(['questions'], {
    questions: list(
      { description: 'The questions', minItems: 1, maxItems: 4 },
      closed(['question', 'header', 'options'], {
        question: text('The complete question, ending with a question mark'),
        header: text('Short label for the question, at most 12 characters'),
        options: list(
          { description: 'Options that the user can select', minItems: 2, maxItems: 4 },
          closed(['label', 'description'], {
            label: text('The option in 1-5 words. It is returned as the answer'),
            description: text('What this option means'),
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
