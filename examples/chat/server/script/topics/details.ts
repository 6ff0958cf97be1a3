import { answerIn, answerTo, bare, heard, lengthOf, listed, verbatim } from '../answers.js';
import type { Conversation, Round, ScriptedQuestion, Topic } from '../types.js';

const features: ScriptedQuestion = {
  question: 'Which features should we include?',
  header: 'Features',
  multiSelect: true,
  options: [
    { label: 'Authentication', description: 'OAuth 2.0 and JWT' },
    { label: 'REST API', description: 'OpenAPI specification included' },
    { label: 'Admin dashboard' },
    { label: 'Background jobs', description: 'A queue and a worker' },
  ],
};

const name: ScriptedQuestion = {
  question: 'What should we name this service?',
  header: 'Name',
  context: 'Lower case with hyphens works best, such as orders-api.',
  multiSelect: false,
  options: [],
};

/** Returns a follow-up question that depends on the selected database. */
function followUp(conversation: Conversation): ScriptedQuestion {
  const choice = answerTo(conversation, 'database', 'Database');
  switch (bare(choice?.labels[0] ?? '')) {
    case 'PostgreSQL':
      return {
        question: 'Who should run PostgreSQL?',
        header: 'Hosting',
        context: 'A managed server costs more and needs no one on call.',
        multiSelect: false,
        options: [
          { label: 'A managed service (Recommended)', description: 'Backups and updates included' },
          { label: 'Our own container', description: 'Full control, our own backups' },
        ],
      };
    case 'SQLite':
      return {
        question: 'How should the SQLite file be backed up?',
        header: 'Backup',
        context: 'The file lives beside the service, so a lost disk is lost data.',
        multiSelect: false,
        options: [
          { label: 'Continuous replication', description: 'Seconds of loss at most' },
          { label: 'A nightly copy', description: 'Simple, up to a day of loss' },
        ],
      };
    case 'MongoDB':
      return {
        question: 'How should orders be stored in MongoDB?',
        header: 'Documents',
        context: 'Embedding reads faster, references change more easily.',
        multiSelect: false,
        options: [{ label: 'One document per order' }, { label: 'Orders that refer to their lines' }],
      };
    default:
      return {
        question: 'How much data will the service hold after a year?',
        header: 'Size',
        context: choice ? 'This sizes the database you named.' : 'This keeps the choice of a database open for later.',
        multiSelect: false,
        options: [{ label: 'Under 10 GB' }, { label: '10 to 100 GB' }, { label: 'More than 100 GB' }],
      };
  }
}

function included(round: Round): string {
  const choice = answerIn(round, 'Features');
  if (!choice) return '';
  const labels = choice.labels.length > 0 ? `${listed(choice.labels)} will be included.` : '';
  return [labels, choice.custom && heard(choice.custom)].filter(Boolean).join(' ');
}

/** Three questions in one call: multi-select, single-select, and custom text. */
export const details: Topic = {
  name: 'details',
  title: 'the details',
  questions: (conversation) => [features, followUp(conversation), name],
  reply(round) {
    const [, second] = round.questions;
    const follow = second && answerIn(round, second.header);
    const said = follow && (follow.labels[0] ? `${bare(follow.labels[0])}: noted.` : heard(follow.custom));
    const called = answerIn(round, 'Name')?.custom;
    const naming = called && (lengthOf(called) > 60 ? heard(called) : `I'll call the service ${verbatim(called)}.`);
    return [included(round), said, naming].filter(Boolean).join(' ');
  },
};
