import { closed, list, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

export const NAME = 'request_user_input_async';

/** The `request_user_input_async` tool of codex. The descriptions are written for this package. */
export const codexAsyncTool: ToolDefinition = {
  name: NAME,
  description:
    'Ask the user questions that do not block the work. The user can always type another answer, so do not add an ' +
    'option for that.',
  inputSchema: closed(['questions'], {
    questions: list(
      { description: 'Independent questions, in the order in which they are shown.', minItems: 1 },
      closed(['title'], {
        title: text('The complete question, with what the user needs to know to answer it.'),
        options: list(
          {
            description:
              'Options that exclude each other, the recommended one first. Omit them for a question of text.',
            minItems: 1,
          },
          { type: 'string' },
        ),
      }),
    ),
  }),
};
