import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/**
 * pi's `questionnaire`. The descriptions are written for this package.
 *
 * Source: pi's example extension `questionnaire`.
 */
export const piQuestionnaireTool: ToolDefinition = {
  name: 'questionnaire',
  label: 'Questionnaire',
  description:
    'Ask the user one or more questions, each with options of which the user selects one. Use it for decisions, ' +
    'preferences and confirmations that only the user can give. Ask all related questions in one call.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'The questions, in the order in which the user sees them' },
      object(['id', 'prompt', 'options'], {
        id: text('Unique id. The answer is returned under it'),
        label: text('Short label for the tab. Default: Q1, Q2, …'),
        prompt: text('The complete question'),
        options: list(
          { description: 'Options that the user can select' },
          object(['value', 'label'], {
            value: text('Value that is returned if the user selects this option'),
            label: text('Text that the user sees'),
            description: text('What this option means'),
          }),
        ),
        allowOther: flag('Whether the user can type another answer. Default: true'),
      }),
    ),
  }),
};
