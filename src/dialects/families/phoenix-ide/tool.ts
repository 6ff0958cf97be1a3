import { phoenixIde, type PhoenixIdeUnanswered, type PhoenixIdeOutput } from './index.js';
import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/** Phoenix IDE's `ask_user_question`. The descriptions are written for this package. */
export const phoenixIdeTool: ToolSpec<PhoenixIdeOutput, PhoenixIdeUnanswered> = {
  dialect: phoenixIde,
  name: 'ask_user_question',
  description:
    'Asks the user one to four questions with options and stops until they answer. Use it where several ways are right and ' +
    'the user should choose. They can answer in their own words instead. Call no other tool in the same response.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'The questions, each with a different text', minItems: 1, maxItems: 4 },
      object(['question', 'header', 'options'], {
        question: text('The whole question'),
        header: text('A name for the question', { maxLength: 12 }),
        options: list(
          { description: 'What can be chosen, each with a different label', minItems: 2, maxItems: 4 },
          object(['label'], {
            label: text('The option in a few words'),
            description: text('What the option means'),
            preview: text('Something to look at; only without multiSelect'),
          }),
        ),
        multiSelect: flag('Whether several options may be chosen', { default: false }),
      }),
    ),
  }),
};
