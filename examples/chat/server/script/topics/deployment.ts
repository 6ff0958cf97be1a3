import { answerIn, answerTo, heard } from '../answers.js';
import type { Topic } from '../types.js';

const REMARKS: Readonly<Record<string, string>> = {
  'A virtual machine': 'A virtual machine it is: one place to look when something breaks.',
  Kubernetes: "Kubernetes it is: I'll add a chart and health checks.",
  'Serverless functions': "Serverless functions it is: I'll keep the service free of local state.",
};

/** A question that users often answer with custom text. */
export const deployment: Topic = {
  name: 'deployment',
  title: 'deployment',
  questions(conversation) {
    const jobs = answerTo(conversation, 'details', 'Features')?.labels.includes('Background jobs');
    const file = answerTo(conversation, 'database', 'Database')?.labels.includes('SQLite');
    return [
      {
        question: 'Where will the service run?',
        header: 'Deployment',
        context: jobs
          ? 'Background jobs need a process that keeps running.'
          : 'Name your own platform under Other if it is not listed.',
        multiSelect: false,
        options: [
          { label: 'A virtual machine', description: 'Simple and predictable' },
          { label: 'Kubernetes', description: 'If you already have a cluster' },
          {
            label: 'Serverless functions',
            description: file ? 'Cannot keep a SQLite file between calls' : 'Nothing to run, pay per call',
          },
        ],
      },
    ];
  },
  reply(round) {
    const choice = answerIn(round, 'Deployment');
    return (
      REMARKS[choice?.labels[0] ?? ''] ?? `${heard(choice?.custom ?? '')} I'll write the deployment guide for that.`
    );
  },
};
