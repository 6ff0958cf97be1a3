import { ohMyPi, type OhMyPiUnanswered, type OhMyPiOutput } from './index.js';
import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/**
 * oh-my-pi's `ask`. The descriptions are written for this package.
 *
 * Source: `@oh-my-pi/pi-coding-agent` 18.3.4.
 */
export const ohMyPiTool: ToolSpec<OhMyPiOutput, OhMyPiUnanswered> = {
  dialect: ohMyPi,
  name: 'ask',
  label: 'Ask',
  description:
    'Put one or more questions to the user, where the answer changes what you do and neither the code nor the conversation ' +
    'has it. Ask everything that you need to know in one call. The user can always answer in their own words, leave a ' +
    'note, or talk about the questions instead.',
  inputSchema: object(['questions'], {
    questions: list(
      { minItems: 1 },
      object(['id', 'question', 'options'], {
        id: text('What the answer is filed under; different for each question'),
        question: text('The whole question'),
        header: text('A word or two for its tab'),
        options: list(
          { description: 'The choices, each label different; an empty list for an answer in own words' },
          object(['label'], {
            label: text('What the user chooses, and what you get back'),
            description: text('What choosing it means'),
            preview: text('What it would look like, shown beside the choices'),
          }),
        ),
        multi: flag('Whether several options may be chosen'),
        recommended: {
          type: 'number',
          description: 'Position of the option that you recommend, counted from 0; it is marked, not selected',
        },
      }),
    ),
  }),
};
