import { roo } from './index.js';
import { closed, list, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/**
 * Roo Code's `ask_followup_question`. The descriptions are written for this package.
 *
 * Source: RooCodeInc/Roo-Code cb83656, the native tool `ask_followup_question`.
 */
export const rooTool: ToolSpec<string> = {
  dialect: roo,
  name: 'ask_followup_question',
  description:
    'Ask the user one question that the task can not go on without, with one to four answers to choose from. The user may ' +
    'also answer in words of their own. An answer may name a mode to go on in when it is chosen.',
  inputSchema: closed(['question', 'follow_up'], {
    question: text('The question, specific enough to be answered as it stands'),
    follow_up: list(
      { description: 'Answers to choose from, the likeliest first', minItems: 1, maxItems: 4 },
      closed(['text', 'mode'], {
        text: text('The whole answer, with nothing left to fill in'),
        mode: {
          type: ['string', 'null'],
          description: 'The mode to switch to with this answer, by its slug; null to stay in the present one',
        },
      }),
    ),
  }),
};
