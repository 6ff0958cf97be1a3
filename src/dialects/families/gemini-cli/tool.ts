import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/** Gemini CLI's `ask_user`. The descriptions are written for this package. */
export const geminiCliTool: ToolDefinition = {
  name: 'ask_user',
  description:
    'Ask the user 1-4 questions and wait for the answers. Use it to choose between approaches, to learn ' +
    'preferences, or to clarify an instruction. The user can always type another answer instead of an option. ' +
    'Answers are returned by index, from "0".',
  inputSchema: object(['questions'], {
    questions: list(
      { minItems: 1, maxItems: 4 },
      object(['question', 'header', 'type'], {
        question: text('The complete question, ending with a question mark.'),
        header: text('Short label for the question, 1-2 words.'),
        type: {
          type: 'string',
          enum: ['choice', 'text', 'yesno'],
          default: 'choice',
          description:
            'choice: the user selects an option. text: the user types the answer. yesno: the user selects Yes or No.',
        },
        options: list(
          { description: '2-4 options. Only for the type "choice".' },
          object(['label', 'description'], {
            label: text('The option in 1-5 words. It is returned as the answer.'),
            description: text('What this option means.'),
          }),
        ),
        multiSelect: flag('Whether the user can select several options. Only for the type "choice".'),
        placeholder: text('Hint for the answer that the user types.'),
      }),
    ),
  }),
};
