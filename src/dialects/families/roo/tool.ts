import { closed, list, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/**
 * Roo Code's `ask_followup_question`. The descriptions are written for this package.
 *
 * Source: RooCodeInc/Roo-Code cb83656, the native tool `ask_followup_question`.
 */
export const rooTool: ToolDefinition = {
  name: 'ask_followup_question',
  description:
    'Ask the user one question that you need answered to continue, with 1-4 suggested answers. The user can ' +
    'always type another answer. An answer can name a mode to switch to.',
  inputSchema: closed(['question', 'follow_up'], {
    question: text('The question, with everything that the user needs to answer it'),
    follow_up: list(
      { description: 'Suggested answers, the most likely first', minItems: 1, maxItems: 4 },
      closed(['text', 'mode'], {
        text: text('The complete answer, without placeholders'),
        mode: {
          type: ['string', 'null'],
          description:
            'Slug of the mode to switch to if the user selects this answer, or null to stay in the current mode',
        },
      }),
    ),
  }),
};
