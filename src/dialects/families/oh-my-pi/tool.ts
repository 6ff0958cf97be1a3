import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/**
 * oh-my-pi's `ask`. The descriptions are written for this package.
 *
 * Source: `@oh-my-pi/pi-coding-agent` 18.3.4.
 */
export const ohMyPiTool: ToolDefinition = {
  name: 'ask',
  label: 'Ask',
  description:
    'Ask the user one or more questions if the answers change what you do and you cannot find them in the code or ' +
    'the conversation. Ask everything in one call. The user can always type another answer, add a note, or ' +
    'discuss the questions first.',
  inputSchema: object(['questions'], {
    questions: list(
      { minItems: 1 },
      object(['id', 'question', 'options'], {
        id: text('Unique id. The answer is returned under it'),
        question: text('The complete question'),
        header: text('Short label for the tab'),
        options: list(
          { description: 'Options with different labels. Pass an empty list if the user should type the answer' },
          object(['label'], {
            label: text('The option. It is returned as the answer'),
            description: text('What this option means'),
            preview: text('Preview of the option, shown beside the options'),
          }),
        ),
        multi: flag('Whether the user can select several options'),
        recommended: {
          type: 'number',
          description: 'Index of the option that you recommend, from 0. It is marked, not selected',
        },
      }),
    ),
  }),
};
