import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/** Kimi Code's `AskUserQuestion` without `background`, because the tool waits. The descriptions are written for this package. */
export const kimiTool: ToolDefinition = {
  name: 'AskUserQuestion',
  description:
    'Ask the user 1-4 questions with options and wait for the answers, which are returned as JSON keyed by ' +
    'question text. Ask only what the user has to decide. The user can always type another answer, so do not add ' +
    'an option for that.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'The questions. Their texts must differ', minItems: 1, maxItems: 4 },
      object(['question', 'options'], {
        question: text('The complete question, ending with a question mark', { minLength: 1 }),
        header: text('Short label for the question, at most 12 characters', { default: '' }),
        options: list(
          { description: 'Options that the user can select. Their labels must differ', minItems: 2, maxItems: 4 },
          object(['label'], {
            label: text('The option in 1-5 words. It is returned as the answer', { minLength: 1 }),
            description: text('What this option means', { default: '' }),
          }),
        ),
        multi_select: flag('Whether the user can select several options', { default: false }),
      }),
    ),
  }),
};
