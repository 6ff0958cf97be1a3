import { answerIn, bare, heard, listed } from '../answers.js';
import type { Round, ScriptedQuestion, Topic } from '../types.js';

/** Returns a question with options, which are labels or `[label, description]`. */
const choice = (
  header: string,
  question: string,
  options: readonly (string | readonly [label: string, description: string])[],
  more: Partial<ScriptedQuestion> = {},
): ScriptedQuestion => ({
  question,
  header,
  multiSelect: false,
  options: options.map((option) => {
    const [label, description] = typeof option === 'string' ? [option] : option;
    return description === undefined ? { label } : { label, description };
  }),
  ...more,
});

/** Repeats each answer in a word or two, such as "Users: Our staff." */
const repeated = (round: Round): string =>
  round.questions
    .flatMap(({ header }) => {
      const answer = answerIn(round, header);
      if (!answer) return [];
      const { labels, custom } = answer;
      return labels.length > 0 ? `${header}: ${listed(labels.map(bare))}.` : heard(custom);
    })
    .join(' ');

const people: Topic = {
  name: 'people',
  title: 'the people',
  questions: () => [
    choice('Users', 'Who will use the service?', ['Our staff', 'Our customers', 'Other companies']),
    choice('Load', 'How many people use it on a busy day?', ['Fewer than 100', '100 to 10,000', 'More than 10,000']),
    choice('Languages', 'Which languages must it speak?', ['English', 'German', 'Japanese', 'Arabic'], {
      multiSelect: true,
    }),
  ],
  explain: {
    Load: 'It decides how many copies of the service run. Under 100 people, one is enough, and nobody is on call.',
  },
  reply: repeated,
};

/** The work goes on without this answer, so the agent does not wait for it. */
const naming: Topic = {
  name: 'naming',
  title: 'the name',
  canWait: true,
  questions: () => [
    {
      question: 'What should the service be called?',
      header: 'Name',
      context: 'Only the address depends on it, so this can wait.',
      multiSelect: false,
      options: [],
    },
  ],
  explain: { Name: 'Only the address, such as orders.example.com. Everything else can be planned without it.' },
  reply: repeated,
};

const data: Topic = {
  name: 'data',
  title: 'the data',
  questions: () => [
    choice('Contents', 'What does it store?', ['Orders', 'Customers', 'Documents', 'Measurements'], {
      multiSelect: true,
    }),
    choice('Retention', 'How long must the data be kept?', [
      ['One year (Recommended)', 'Enough for most audits'],
      ['Ten years', 'As tax law often asks'],
      ['Forever', 'Storage grows without end'],
    ]),
    choice('Backups', 'How much may be lost with a broken disk?', ['Nothing', 'An hour', 'A day']),
  ],
  explain: {
    Retention:
      'A year answers most questions of customers. **Ten years** is only needed for invoices, and those can be kept apart from the rest.',
  },
  reply: repeated,
};

const running: Topic = {
  name: 'running',
  title: 'the hosting',
  questions: () => [
    choice('Region', 'Where must the data stay?', ['Frankfurt', 'Paris', 'Virginia']),
    choice('Uptime', 'How long may it be down in a month?', [
      ['Four hours (Recommended)', 'Repairs wait for the morning'],
      ['Forty minutes', 'Somebody is on call'],
      ['Four minutes', 'Two regions, twice the price'],
    ]),
    choice('Budget', 'What may it cost a month?', ['Up to 50 €', 'Up to 500 €', 'More']),
  ],
  explain: { Uptime: 'Four minutes a month needs a second region that takes over by itself. It doubles the price.' },
  reply: repeated,
};

const launch: Topic = {
  name: 'launch',
  title: 'the launch',
  questions: () => [
    choice('Date', 'When should it go live?', ['This month', 'This quarter', 'When it is ready']),
    choice('First users', 'Who may use it first?', [
      ['A small group (Recommended)', 'Mistakes stay small'],
      ['Everybody', 'One date that everyone knows'],
    ]),
    choice('Sign-in', 'How do people sign in?', [
      'With a link by mail',
      'With a password',
      'With their company account',
    ]),
  ],
  explain: { 'First users': 'Ten people find most mistakes, and they are easy to ask.' },
  reply: repeated,
};

/** Four rounds of three questions, and one question that can wait. */
export const INTERVIEW: readonly Topic[] = [people, naming, data, running, launch];
