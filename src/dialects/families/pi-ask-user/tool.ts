import { piAskUser, type PiAskUserUnanswered, type PiAskUserOutput } from './index.js';
import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/**
 * pi-ask-user's `ask_user`, without its arguments for key bindings and `singleSelectLayout`. The descriptions are written
 * for this package.
 *
 * Source: edlsh/pi-ask-user 0.14.0.
 */
export const piAskUserTool: ToolSpec<PiAskUserOutput, PiAskUserUnanswered> = {
  dialect: piAskUser,
  name: 'ask_user',
  label: 'Ask User',
  description:
    'Put one question to the user, with choices where you know some. Find out first what you can find out yourself, and ' +
    'say in the context what you found. For another question make another call.',
  inputSchema: object(['question'], {
    question: text('The question, one thing at a time'),
    context: text('What the user should know before answering'),
    options: list(
      { description: 'The choices; leave out for an answer in own words' },
      object(['title'], {
        title: text('What the user chooses, and what you get back'),
        description: text('What choosing it means'),
      }),
    ),
    allowMultiple: flag('Whether several options may be chosen; false without it'),
    allowFreeform: flag('Whether own words may be the answer; true without it'),
    allowComment: flag('Whether you want a remark beside the choice'),
    displayMode: { type: 'string', enum: ['overlay', 'inline'], description: 'Where a terminal shows the question' },
    timeout: { type: 'number', description: 'After how many milliseconds the question may be taken back' },
  }),
};
