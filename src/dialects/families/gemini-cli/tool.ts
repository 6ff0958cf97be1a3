import { geminiCli, type GeminiCliUnanswered, type GeminiCliOutput } from './index.js';
import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/** Gemini CLI's `ask_user`. The descriptions are written for this package. */
export const geminiCliTool: ToolSpec<GeminiCliOutput, GeminiCliUnanswered> = {
  dialect: geminiCli,
  name: 'ask_user',
  description:
    'Ask the user one to four questions and wait for the answers: to choose between approaches, to learn what they ' +
    'prefer, or to make an unclear request clear. Answers come back by position, from "0".',
  inputSchema: object(['questions'], {
    questions: list(
      { minItems: 1, maxItems: 4 },
      object(['question', 'header', 'type'], {
        question: text('The whole question, with its question mark.'),
        header: text('A name for the question, of one or two words.'),
        type: {
          type: 'string',
          enum: ['choice', 'text', 'yesno'],
          default: 'choice',
          description: 'choice: options. text: an answer that the user types. yesno: Yes or No.',
        },
        options: list(
          {
            description:
              'Only for the type "choice": 2-4 options. The user can type another answer, too, also for "yesno".',
          },
          object(['label', 'description'], {
            label: text('The choice in 1-5 words. It comes back as the answer.'),
            description: text('What choosing it means.'),
          }),
        ),
        multiSelect: flag('Only for the type "choice": whether several options may be chosen.'),
        placeholder: text('A hint for what to type.'),
      }),
    ),
  }),
};
