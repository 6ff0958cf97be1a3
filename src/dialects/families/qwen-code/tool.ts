import { qwenCode, type QwenCodeUnanswered, type QwenCodeOutput } from './index.js';
import { closed, flag, list, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/** Qwen Code's `ask_user_question`. The descriptions are written for this package. */
export const qwenCodeTool: ToolSpec<QwenCodeOutput, QwenCodeUnanswered> = {
  dialect: qwenCode,
  name: 'ask_user_question',
  description:
    'Asks the user up to four questions while you work, and waits. Use it to learn what they prefer or to clear up what ' +
    'they meant. Besides your options they can always type an answer. It is not for approving a plan.',
  inputSchema: closed(['questions'], {
    questions: list(
      { description: 'The questions', minItems: 1, maxItems: 4 },
      closed(['question', 'header', 'options'], {
        question: text('The whole question, ending with a question mark'),
        header: text('A name for the question, 12 characters at most'),
        options: list(
          { description: 'What can be chosen', minItems: 2, maxItems: 4 },
          closed(['label', 'description'], {
            label: text('The option in one to five words'),
            description: text('What follows from choosing it'),
          }),
        ),
        multiSelect: flag('Whether several options may be chosen', { default: false }),
      }),
    ),
    metadata: {
      type: 'object',
      description: 'For the host; not shown',
      additionalProperties: false,
      properties: { source: text('Where the questions come from') },
    },
  }),
};
