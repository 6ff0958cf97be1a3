import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolDefinition } from '../../types.js';

/**
 * pi-ask-user's `ask_user`, without its arguments for key bindings and `singleSelectLayout`. The descriptions are
 * written for this package.
 *
 * Source: edlsh/pi-ask-user 0.14.0.
 */
export const piAskUserTool: ToolDefinition = {
  name: 'ask_user',
  label: 'Ask User',
  description:
    'Ask the user one question, with options if you know possible answers. First find out what you can without ' +
    'the user, and summarize it in the context. Use one call per question.',
  inputSchema: object(['question'], {
    question: text('One question about one thing'),
    context: text('What the user needs to know before answering'),
    options: list(
      { description: 'Options that the user can select. Omit them if the user should type the answer' },
      object(['title'], {
        title: text('The option. It is returned as the answer'),
        description: text('What this option means'),
      }),
    ),
    allowMultiple: flag('Whether the user can select several options. Default: false'),
    allowFreeform: flag('Whether the user can type an answer. Default: true'),
    allowComment: flag('Whether the user can add a comment to the selection'),
    displayMode: { type: 'string', enum: ['overlay', 'inline'], description: 'Where a terminal shows the question' },
    timeout: { type: 'number', description: 'Time in milliseconds after which the question may be withdrawn' },
  }),
};
