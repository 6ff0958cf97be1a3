import { cline } from './index.js';
import { closed, list, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/**
 * Cline's `ask_followup_question`. The descriptions are written for this package.
 *
 * Source: cline/cline 5edfb12, the tool `ask_followup_question`.
 */
export const clineTool: ToolSpec<string> = {
  dialect: cline,
  name: 'ask_followup_question',
  description:
    'Ask the user one question about something that is needed for the task and can not be found out otherwise. With options ' +
    'the user can answer by choosing one; words of their own are always possible.',
  inputSchema: closed(['question'], {
    question: text('The question, specific enough to be answered as it stands'),
    options: list(
      {
        description: 'Answers to choose from, two to five; leave it out where there are none to suggest',
        minItems: 2,
        maxItems: 5,
      },
      { type: 'string' },
    ),
  }),
};
