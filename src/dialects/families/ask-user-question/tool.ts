import { list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/** The `ask_user_question` tool. Source: requirement REQ-AUQ-004. */
export const askUserQuestionTool: ToolDefinition = {
  name: 'ask_user_question',
  description:
    'Ask the user clarifying questions during a task, to make informed decisions that match user preferences rather ' +
    'than guessing. The user can always give a custom answer when none of the options fit.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: '1-4 questions to ask', minItems: 1, maxItems: 4 },
      object(['question', 'header', 'options', 'multiSelect'], {
        question: { type: 'string' },
        header: text('short label'),
        options: list(
          { description: '2-4 choices', minItems: 2, maxItems: 4 },
          object(['label'], { label: { type: 'string' }, description: { type: 'string' } }),
        ),
        multiSelect: { type: 'boolean' },
      }),
    ),
  }),
};
