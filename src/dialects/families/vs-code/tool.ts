import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/** VS Code's `vscode_askQuestions`. The descriptions are written for this package. */
export const vsCodeTool: ToolDefinition = {
  name: 'vscode_askQuestions',
  aliases: ['askQuestions'],
  description:
    'Ask the user one or more questions before you continue, and wait for the answers. Provide options if you ' +
    'know the possible answers. The user can also type an answer, unless allowFreeformInput is false. Answers are ' +
    'returned by header.',
  inputSchema: object(['questions'], {
    questions: list(
      { minItems: 1, description: 'The questions, in the order in which the user sees them.' },
      object(['header', 'question'], {
        header: {
          type: 'string',
          maxLength: 50,
          description: 'Short unique label. The answer is returned under it.',
        },
        question: { type: 'string', maxLength: 200, description: 'The question, in one sentence if possible.' },
        multiSelect: flag('Whether the user can select several options.'),
        allowFreeformInput: flag('Whether the user can also type an answer. Default: true.'),
        message: text('Markdown with details, shown below the question.'),
        options: list(
          { description: 'Options that the user can select. Omit them if the user should type the answer.' },
          object(['label'], {
            label: text('The option. It is returned as the answer.'),
            description: text('What this option means.'),
            recommended: flag('Whether you recommend this option.'),
          }),
        ),
      }),
    ),
  }),
};
