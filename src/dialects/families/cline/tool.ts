import { closed, list, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/**
 * Cline's `ask_followup_question`. The descriptions are written for this package.
 *
 * Source: cline/cline 5edfb12, the tool `ask_followup_question`.
 */
export const clineTool: ToolDefinition = {
  name: 'ask_followup_question',
  description:
    'Ask the user one question if you need information for the task that you cannot find yourself. Suggest ' +
    'answers as options if you can. The user can always type another answer.',
  inputSchema: closed(['question'], {
    question: text('The question, with everything that the user needs to answer it'),
    options: list(
      {
        description: '2-5 suggested answers. Omit it if you have none',
        minItems: 2,
        maxItems: 5,
      },
      { type: 'string' },
    ),
  }),
};
