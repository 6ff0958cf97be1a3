import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/** Phoenix IDE's `ask_user_question`. The descriptions are written for this package. */
export const phoenixIdeTool: ToolDefinition = {
  name: 'ask_user_question',
  description:
    'Ask the user 1-4 questions with options, and stop until they answer. Use it if several approaches are ' +
    'possible and the user should decide. The user can always type another answer. Do not call another tool in ' +
    'the same response.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'The questions. Their texts must differ', minItems: 1, maxItems: 4 },
      object(['question', 'header', 'options'], {
        question: text('The complete question'),
        header: text('Short label for the question', { maxLength: 12 }),
        options: list(
          { description: 'Options that the user can select. Their labels must differ', minItems: 2, maxItems: 4 },
          object(['label'], {
            label: text('The option in 1-5 words. It is returned as the answer'),
            description: text('What this option means'),
            preview: text('Preview of the option. Only for single-select questions'),
          }),
        ),
        multiSelect: flag('Whether the user can select several options', { default: false }),
      }),
    ),
  }),
};
