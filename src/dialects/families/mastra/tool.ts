import { mastra, type MastraAnswer } from './index.js';
import { list, object, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/**
 * Mastra's `ask_user`. The descriptions are written for this package.
 *
 * Source: `@mastra/core` 1.71.0, `tools/builtin/ask-user`.
 */
export const mastraTool: ToolSpec<MastraAnswer, string> = {
  dialect: mastra,
  name: 'ask_user',
  description:
    'Ask the user one question and wait for the answer, where only the user can decide or knows. Two to four options make it ' +
    'quick to answer; without options the user writes the answer.',
  inputSchema: object(['question'], {
    question: { type: 'string', minLength: 1, description: 'One clear question' },
    options: list(
      { description: 'Answers to choose from' },
      object(['label'], {
        label: text('The answer in a few words, which comes back when it is chosen'),
        description: text('What choosing it means'),
      }),
    ),
    selectionMode: {
      type: 'string',
      enum: ['single_select', 'multi_select'],
      description: 'Whether one option may be chosen or several; only together with options, and one if left out',
    },
  }),
};
