import { rpiv, type RpivUnanswered, type RpivOutput } from './index.js';
import { list, object, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/**
 * RPIV's `ask_user_question`. The descriptions are written for this package.
 *
 * Source: `@juicesharp/rpiv-ask-user-question` 2.11.0.
 */
export const rpivTool: ToolSpec<RpivOutput, RpivUnanswered> = {
  dialect: rpiv,
  name: 'ask_user_question',
  label: 'Ask User Question',
  description:
    'Put up to four questions to the user, each with two to four choices, where only the user can decide. The user can ' +
    'always answer in their own words, so leave out a choice for that: the labels "Other", "Type something." and "Next" are ' +
    'taken. Texts of questions, and labels within a question, have to be different.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'One to four questions', minItems: 1, maxItems: 4 },
      object(['question', 'header', 'options'], {
        question: text('The whole question, with its question mark'),
        header: { type: 'string', maxLength: 16, description: 'Its short name, 16 characters at most' },
        options: list(
          { description: 'Two to four choices', minItems: 2, maxItems: 4 },
          object(['label', 'description'], {
            label: { type: 'string', maxLength: 60, description: 'The choice in a few words, 60 characters at most' },
            description: text('What choosing it means'),
            preview: text('Markdown of what it would look like, shown beside the choices of a single-select question'),
          }),
        ),
        multiSelect: { type: 'boolean', default: false, description: 'Whether several options may be chosen' },
      }),
    ),
  }),
};
