import { kimi, type KimiOutput } from './index.js';
import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/** Kimi CLI's `AskUserQuestion`. The descriptions are written for this package. */
export const kimiTool: ToolSpec<KimiOutput> = {
  dialect: kimi,
  name: 'AskUserQuestion',
  description:
    'Puts one to four questions with options to the user and gives you what they answered, as JSON keyed by question text. ' +
    'Ask for what only the user can decide. They can always write an answer of their own, so offer no option for it.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'The questions, each with a different text', minItems: 1, maxItems: 4 },
      object(['question', 'options'], {
        question: text('The whole question, ending with a question mark'),
        header: text('A name for the question, 12 characters at most', { default: '' }),
        options: list(
          { description: 'What can be chosen', minItems: 2, maxItems: 4 },
          object(['label'], {
            label: text('The option in one to five words'),
            description: text('What follows from choosing it', { default: '' }),
          }),
        ),
        multi_select: flag('Whether several options may be chosen', { default: false }),
      }),
    ),
  }),
};
