import { opencode, type OpencodeReject, type OpencodeReply } from './index.js';
import { flag, list, object, text } from '../../wire/tool-schema.js';
import type { ToolSpec } from '../../types.js';

/** opencode's `question`. The descriptions are written for this package. */
export const opencodeTool: ToolSpec<OpencodeReply, OpencodeReply | OpencodeReject> = {
  dialect: opencode,
  name: 'question',
  description:
    'Ask the user one or more questions and wait for the answers. Use it where a decision is theirs to make and can not ' +
    'be found out in another way. The user can always answer in their own words, so leave out an option for that.',
  inputSchema: object(['questions'], {
    questions: list(
      { description: 'What to ask, in this order.' },
      object(['question', 'header', 'options'], {
        question: text('The whole question.'),
        header: text('A name for the question, of at most 30 characters.'),
        options: list(
          { description: 'What the user can choose from. Empty for an answer in their own words.' },
          object(['label', 'description'], {
            label: text('The choice in 1-5 words. It comes back as the answer.'),
            description: text('What choosing it means.'),
          }),
        ),
        multiple: flag('Whether several options may be chosen.'),
      }),
    ),
  }),
};
