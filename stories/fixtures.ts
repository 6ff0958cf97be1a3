import type { QuestionInput } from 'react-ask-user';

/** A single-select question with a context. */
export const database: QuestionInput = {
  id: 'database',
  header: 'Database',
  question: 'Which database should we use?',
  context: 'The service stores about 2 GB of orders and is read far more often than it is written.',
  options: [
    { label: 'PostgreSQL', description: 'Battle-tested relational database' },
    { label: 'SQLite', description: 'Lightweight, one file, nothing to run' },
    { label: 'MongoDB', description: 'Document store' },
  ],
};

/** A multi-select question. One option has no description. */
export const features: QuestionInput = {
  id: 'features',
  header: 'Features',
  question: 'Which features should we include?',
  multiSelect: true,
  options: [
    { label: 'Authentication', description: 'OAuth 2.0 and JWT' },
    { label: 'REST API', description: 'OpenAPI specification included' },
    { label: 'Admin dashboard' },
  ],
};

/** A question without options. */
export const serviceName: QuestionInput = {
  id: 'name',
  header: 'Name',
  question: 'What should we name this service?',
};

/** The questions of an agent that sets up a project. */
export const projectSetup: readonly QuestionInput[] = [database, features, serviceName];

/** Questions of which three have a recommended option. */
export const withRecommendations: readonly QuestionInput[] = [
  features,
  {
    header: 'Database',
    question: 'Which database should we use for the orders?',
    options: [{ label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational database' }, 'SQLite'],
  },
  { header: 'Cache', question: 'Do we need a cache?', options: ['Yes, Redis', 'Not yet (Recommended)'] },
  { header: 'Releases', question: 'How often do we deploy?', options: ['With every merge (Recommended)', 'Weekly'] },
];

/** An approval of a step that can't be undone, with a recommended option. */
export const deployApproval: readonly QuestionInput[] = [
  {
    id: 'deploy',
    header: 'Deploy',
    question: 'The migration of orders_v2 takes about four minutes. How should I deploy it?',
    context: 'All 312 tests pass. While the migration runs, new orders are queued and nothing is lost.',
    options: [
      { label: 'Tonight at 02:00 UTC (Recommended)', description: 'Lowest traffic of the day; on-call is informed' },
      { label: 'Now', description: 'Orders are delayed by up to four minutes' },
      { label: 'Staging only', description: 'Production stays as it is until you say so' },
    ],
  },
];

/** The project setup in Arabic, with Latin names in the text. */
export const arabicSetup: readonly QuestionInput[] = [
  {
    id: 'database',
    header: 'قاعدة البيانات',
    question: 'أي قاعدة بيانات نستخدم؟',
    context: 'تخزّن الخدمة نحو 2 غيغابايت من الطلبات، والقراءة منها أكثر بكثير من الكتابة.',
    options: [
      { label: 'PostgreSQL', description: 'قاعدة بيانات علائقية موثوقة' },
      { label: 'SQLite', description: 'خفيفة، في ملف واحد' },
      { label: 'قاعدة مستندات', description: 'مثل MongoDB أو CouchDB' },
    ],
  },
  {
    id: 'features',
    header: 'الميزات',
    question: 'ما الميزات التي نضيفها؟',
    multiSelect: true,
    options: ['تسجيل الدخول', { label: 'REST API', description: 'مع وصف OpenAPI' }, 'لوحة الإدارة'],
  },
  { id: 'name', header: 'الاسم', question: 'ماذا نسمّي هذه الخدمة؟' },
];

const sentence = 'Orders come from three sales channels and are reconciled every night against the warehouse’s books. ';

/** Returns a realistic text of exactly `length` characters. */
export const prose = (length: number): string => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);

const closing = 'Which way should we go, given that the import runs tonight and is very hard to undo once it has run?';

/** A question of 1,000 characters, as verbose models write it. */
export const longQuestion: readonly QuestionInput[] = [
  {
    id: 'long',
    question: prose(1000 - closing.length) + closing,
    options: [{ label: 'Go on', description: prose(400) }, 'Stop here'],
  },
];

/** Labels of 300 characters. */
export const longLabels: readonly QuestionInput[] = [
  {
    id: 'labels',
    question: 'Which of these plans should I follow?',
    options: [
      { label: `First: ${prose(293)}`, description: 'About two days' },
      { label: `As the team would: ${prose(267)} (Recommended)` },
      // One word, which a line can break only inside.
      { label: `Follow${'/path/to/the/configuration'.repeat(12)}`.slice(0, 300) },
    ],
  },
];

const areas =
  'Database, Features, Name, Authentication and sessions, Billing and invoices, Monitoring, Backups, Launch date';

/** More tabs than fit. */
export const eightQuestions: readonly QuestionInput[] = areas.split(', ').map((header, index) => ({
  id: `area-${index}`,
  header,
  question: `What should I do about “${header}”?`,
  options: ['Set it up now', 'Leave it for later'],
}));
