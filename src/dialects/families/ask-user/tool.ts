import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/**
 * The `ask_user` tool, with the description of its specification except for the sentence about the pending-questions
 * file. `askUserPendingTool` of `react-ask-user/pending` includes that sentence.
 */
export const askUserTool: ToolDefinition = {
  name: 'ask_user',
  label: 'Ask User',
  description: `Ask the user one or more questions. Use when you need:
- Clarification on requirements or preferences
- User decisions between multiple valid approaches
- Confirmation before significant changes
- Input that cannot be inferred from context

Each question can have suggested options with descriptions.
Users can always select "Other" to provide a custom answer.

Guidelines:
- Put recommended option first with "(Recommended)" in the label
- Batch related questions together (avoid multiple rounds)
- Limit to 3-5 questions per call to avoid user fatigue
- Don't ask what can be inferred from context or previous messages
- Don't re-ask questions already answered in this session`,
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'One or more questions to ask the user', minItems: 1 },
      object(['question'], {
        question: text('The question to ask'),
        header: text('Optional header/title for context'),
        options: list(
          { description: 'Suggested options' },
          object(['label'], { label: text('Display text'), description: text('Help text') }),
        ),
        multiSelect: flag('Allow multiple selections'),
      }),
    ),
    metadata: {
      type: 'object',
      properties: {},
      additionalProperties: true,
      description: "Optional metadata for tracking (e.g., { source: 'setup-wizard' })",
    },
  }),
};
