import { answerIn, bare, heard } from '../answers.js';
import type { Topic } from '../types.js';

/** The only question of the second agent, so that two questions can be open at a time. */
export const release: Topic = {
  name: 'release',
  title: 'the releases',
  questions: () => [
    {
      question: 'When should a change be released?',
      header: 'Release',
      multiSelect: false,
      options: [
        { label: 'With every merge (Recommended)', description: 'Small steps, and quick ways back' },
        { label: 'Once a week', description: 'One date that everyone knows' },
        { label: 'When someone says so' },
      ],
    },
  ],
  reply(round) {
    const choice = answerIn(round, 'Release');
    const [label] = choice?.labels ?? [];
    return label ? `${bare(label)}: I'll set up the pipeline that way.` : heard(choice?.custom ?? '');
  },
};
