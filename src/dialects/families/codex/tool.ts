import { codex, type CodexInterrupt, type CodexResponse } from './index.js';
import { closed, list, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/** The `request_user_input` tool of codex. The descriptions are written for this package. */
export const codexTool: ToolSpec<CodexResponse, CodexResponse | CodexInterrupt> = {
  dialect: codex,
  name: 'request_user_input',
  description:
    'Ask the user one to three short questions, better one, and wait for the answers. Each has two or three options ' +
    'that exclude each other. The user can always answer in their own words, so leave out an option for that.',
  inputSchema: closed(['questions'], {
    questions: list(
      { description: 'What to ask: one question where that is enough, three at most.' },
      closed(['id', 'header', 'question', 'options'], {
        id: text('What the answer is filed under, in snake_case.'),
        header: text('A name for the question, of at most 12 characters.'),
        question: text('The question, in one sentence.'),
        options: list(
          { description: 'Two or three choices that exclude each other.' },
          closed(['label', 'description'], {
            label: text('The choice in 1-5 words. It comes back as the answer.'),
            description: text('What choosing it means, in one sentence.'),
          }),
        ),
      }),
    ),
  }),
};
