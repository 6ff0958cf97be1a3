import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';
import { vsCode, type VsCodeUnanswered, type VsCodeOutput } from './index.js';

/** VS Code's `vscode_askQuestions`. The descriptions are written for this package. */
export const vsCodeTool: ToolSpec<VsCodeOutput, VsCodeUnanswered> = {
  dialect: vsCode,
  name: 'vscode_askQuestions',
  aliases: ['askQuestions'],
  description:
    'Ask the user a few questions before going on, and wait for the answers. Give options where the answers are known; ' +
    'the user can answer in their own words besides, unless allowFreeformInput is false. Answers come back by header.',
  inputSchema: object(['questions'], {
    questions: list(
      { minItems: 1, description: 'What to ask, in this order.' },
      object(['header', 'question'], {
        header: {
          type: 'string',
          maxLength: 50,
          description: 'A short name that no other question has. The answer is filed under it.',
        },
        question: { type: 'string', maxLength: 200, description: 'The question, in one sentence if possible.' },
        multiSelect: flag('Whether several options may be chosen.'),
        allowFreeformInput: flag('Whether the user may answer in their own words besides. True, unless set to false.'),
        message: text('Markdown to show below the question: what helps to answer it.'),
        options: list(
          { description: 'What the user can choose from. Left out for an answer in their own words.' },
          object(['label'], {
            label: text('The choice. It comes back as the answer.'),
            description: text('What choosing it means.'),
            recommended: flag('Whether you advise this one.'),
          }),
        ),
      }),
    ),
  }),
};
