import { list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/**
 * RPIV's `ask_user_question`. The descriptions are written for this package.
 *
 * Source: `@juicesharp/rpiv-ask-user-question` 2.11.0.
 */
export const rpivTool: ToolDefinition = {
  name: 'ask_user_question',
  label: 'Ask User Question',
  description:
    'Ask the user 1-4 questions, each with 2-4 options, if only the user can decide. The user can always type ' +
    'another answer, so do not add an option for that. The labels "Other", "Type something." and "Next" are ' +
    'reserved. The texts of the questions must differ, and so must the labels of a question.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: '1-4 questions', minItems: 1, maxItems: 4 },
      object(['question', 'header', 'options'], {
        question: text('The complete question, ending with a question mark'),
        header: { type: 'string', maxLength: 16, description: 'Short label for the question, at most 16 characters' },
        options: list(
          { description: '2-4 options', minItems: 2, maxItems: 4 },
          object(['label', 'description'], {
            label: {
              type: 'string',
              maxLength: 60,
              description: 'The option in at most 60 characters. It is returned as the answer',
            },
            description: text('What this option means'),
            preview: text('Preview in Markdown, shown beside the options. Only for single-select questions'),
          }),
        ),
        multiSelect: { type: 'boolean', default: false, description: 'Whether the user can select several options' },
      }),
    ),
  }),
};
