import { piAskUser, type PiAskUserEnding, type PiAskUserOutput } from '../pi-ask-user.js';
import type { ToolSpec } from '../types.js';

/**
 * pi-ask-user's `ask_user` as a model is offered it, without the key bindings of its terminal. Source: edlsh/pi-ask-user
 * 0.14.0; the words are this library's.
 */
export const piAskUserTool: ToolSpec<PiAskUserOutput, PiAskUserEnding> = {
  dialect: piAskUser,
  name: 'ask_user',
  label: 'Ask User',
  description:
    'Put one question to the user, with choices where you know some. Find out first what you can find out yourself, and ' +
    'say in the context what you found. For another question make another call.',
  inputSchema: {
    type: 'object',
    required: ['question'],
    properties: {
      question: { type: 'string', description: 'The question, one thing at a time' },
      context: { type: 'string', description: 'What the user should know before answering' },
      options: {
        type: 'array',
        description: 'The choices; leave out for an answer in own words',
        items: {
          type: 'object',
          required: ['title'],
          properties: {
            title: { type: 'string', description: 'What the user chooses, and what you get back' },
            description: { type: 'string', description: 'What choosing it means' },
          },
        },
      },
      allowMultiple: { type: 'boolean', description: 'Whether several options may be chosen; false without it' },
      allowFreeform: { type: 'boolean', description: 'Whether own words may be the answer; true without it' },
      allowComment: { type: 'boolean', description: 'Whether you want a remark beside the choice' },
      displayMode: { type: 'string', enum: ['overlay', 'inline'], description: 'Where a terminal shows the question' },
      timeout: { type: 'number', description: 'After how many milliseconds the question may be taken back' },
    },
  },
};
