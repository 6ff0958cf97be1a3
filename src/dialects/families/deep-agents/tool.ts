import { deepAgents, type DeepAgentsAnswered, type DeepAgentsUnanswered } from './index.js';
import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/**
 * The `ask_user` tool of deepagents. The descriptions are written for this package.
 *
 * Source: langchain-ai/deepagents 23b83ad, `libs/code/deepagents_code/_ask_user_types.py`.
 */
export const deepAgentsTool: ToolSpec<DeepAgentsAnswered, DeepAgentsUnanswered> = {
  dialect: deepAgents,
  name: 'ask_user',
  description:
    'Ask the user one or more questions, and wait for the answers. Use it where the task can be understood in several ways ' +
    'that lead to different work, or where only the user knows something. Do not use it for what the conversation or the ' +
    'files already say. Under choices the user can always answer in words of their own instead.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'What to ask, all that is needed in one call', minItems: 1 },
      object(['question', 'type'], {
        question: { type: 'string', minLength: 1, description: 'The question, as the user reads it' },
        type: {
          type: 'string',
          enum: ['text', 'multiple_choice', 'multi_select'],
          description:
            'text: answered in words; multiple_choice: one of the choices; multi_select: one or more of them, and the ' +
            'answer comes back as a JSON array',
        },
        choices: list(
          { description: 'For multiple_choice and multi_select, an object each; not for text', minItems: 1 },
          object(['value'], { value: text('What is shown, and what comes back') }),
        ),
        required: flag('false where the user may leave it out; true by default'),
      }),
    ),
  }),
};
