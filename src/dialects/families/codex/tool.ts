import { closed, list, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/** The `request_user_input` tool of codex. The descriptions are written for this package. */
export const codexTool: ToolDefinition = {
  name: 'request_user_input',
  description:
    'Ask the user 1-3 short questions and wait for the answers. Prefer one question. Each has 2-3 options that ' +
    'exclude each other. The user can always type another answer, so do not add an option for that.',
  inputSchema: closed(['questions'], {
    questions: list(
      { description: '1-3 questions. Prefer one.' },
      closed(['id', 'header', 'question', 'options'], {
        id: text('Unique id in snake_case. The answer is returned under it.'),
        header: text('Short label for the question, at most 12 characters.'),
        question: text('The question, in one sentence.'),
        options: list(
          { description: '2-3 options that exclude each other.' },
          closed(['label', 'description'], {
            label: text('The option in 1-5 words. It is returned as the answer.'),
            description: text('What this option means, in one sentence.'),
          }),
        ),
      }),
    ),
  }),
};
