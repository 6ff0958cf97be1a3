import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/** opencode's `question`. The descriptions are written for this package. */
export const opencodeTool: ToolDefinition = {
  name: 'question',
  description:
    'Ask the user one or more questions and wait for the answers. Use it for decisions that only the user can ' +
    'make. The user can always type another answer, so do not add an option for that.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'The questions, in the order in which the user sees them.' },
      object(['question', 'header', 'options'], {
        question: text('The complete question.'),
        header: text('Short label for the question, at most 30 characters.'),
        options: list(
          { description: 'Options that the user can select. Pass an empty list if the user should type the answer.' },
          object(['label', 'description'], {
            label: text('The option in 1-5 words. It is returned as the answer.'),
            description: text('What this option means.'),
          }),
        ),
        multiple: flag('Whether the user can select several options.'),
      }),
    ),
  }),
};
