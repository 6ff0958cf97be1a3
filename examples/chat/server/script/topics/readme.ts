import { answerIn, answerTo, bare, heard, lengthOf } from '../answers.js';
import type { Topic } from '../types.js';

/** A question that invites a long custom answer. */
export const readme: Topic = {
  name: 'readme',
  title: 'the README',
  questions(conversation) {
    const called = answerTo(conversation, 'details', 'Name')?.custom ?? '';
    const subject = called && lengthOf(called) <= 60 ? called : 'the service';
    return [
      {
        question: `How should the README introduce ${subject}?`,
        header: 'README',
        context: 'Under Other you can paste a description of any length.',
        multiSelect: false,
        options: [
          { label: 'A paragraph from your answers (Recommended)', description: 'You can edit it later' },
          { label: 'One line', description: 'Just what it does' },
        ],
      },
    ];
  },
  reply(round) {
    const choice = answerIn(round, 'README');
    const [label] = choice?.labels ?? [];
    return label ? `${bare(label)}: I'll write that.` : `${heard(choice?.custom ?? '')} I'll use it as it stands.`;
  },
};
