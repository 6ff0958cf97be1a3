import { thirty } from './thirty.js';

/** A tool call to start from. */
export interface Preset {
  readonly id: string;
  readonly title: string;
  readonly call: object;
  /** Name of its dialect, one of `FIRST`. */
  readonly dialect: string;
  /** Language of the dialog. @default 'en' */
  readonly language?: string;
  /** Whether the call arrives in pieces. @default false */
  readonly streaming?: true;
  /** Whether the agent goes on without the answers. @default false */
  readonly ahead?: true;
  /** Whether the user has answered the questions before, and the answers were not accepted. @default false */
  readonly carried?: true;
  /** Reply to a user who asks about a question. Without it, the card does not offer that. */
  readonly reply?: string;
}

const setup = {
  questions: [
    {
      question: 'Which database should we use?',
      header: 'Database',
      multiSelect: false,
      options: [
        { label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational database' },
        { label: 'SQLite', description: 'Lightweight, one file, nothing to run' },
        { label: 'MongoDB', description: 'Document store' },
      ],
    },
    {
      question: 'Which features should we include?',
      header: 'Features',
      multiSelect: true,
      options: [
        { label: 'Sign-in', description: 'OAuth 2.0 and passkeys' },
        { label: 'REST API', description: 'OpenAPI specification included' },
        { label: 'Admin dashboard', description: 'Users, roles and an audit log' },
      ],
    },
    {
      question: 'Where should the service run?',
      header: 'Hosting',
      multiSelect: false,
      options: [
        { label: 'Containers', description: 'Kubernetes, three replicas' },
        { label: 'Functions', description: 'Starts on demand, no server to keep' },
      ],
    },
  ],
};

const previews = {
  questions: [
    {
      question: 'Which folder layout do you prefer?',
      header: 'Layout',
      multiSelect: false,
      options: [
        {
          label: 'By feature',
          description: 'One folder for each capability',
          preview: 'src/\n  orders/\n    orders.routes.ts\n    orders.service.ts\n  billing/\n    billing.service.ts',
        },
        {
          label: 'By layer',
          description: 'Routes, services, models',
          preview: 'src/\n  routes/\n    orders.ts\n    billing.ts\n  services/\n    orders.ts\n    billing.ts',
        },
      ],
    },
  ],
};

const arabic = {
  questions: [
    {
      question: 'أي قاعدة بيانات نستخدم؟',
      header: 'قاعدة البيانات',
      multiSelect: false,
      options: [
        { label: 'PostgreSQL', description: 'قاعدة بيانات علائقية موثوقة' },
        { label: 'SQLite', description: 'خفيفة، في ملف واحد' },
      ],
    },
    {
      question: 'ما الميزات التي نضيفها؟',
      header: 'الميزات',
      multiSelect: true,
      options: [
        { label: 'تسجيل الدخول', description: 'OAuth 2.0' },
        { label: 'REST API', description: 'مع وصف OpenAPI' },
      ],
    },
  ],
};

const long = {
  questions: [
    {
      question:
        'The nightly reconciliation compares the orders of three sales channels with the books of the warehouse. In which region should it run, given that its data must stay in the European Union?',
      header: 'Region',
      multiSelect: false,
      options: ['Amsterdam', 'Dublin', 'Frankfurt', 'Helsinki', 'Madrid', 'Milan', 'Paris', 'Stockholm', 'Warsaw'].map(
        (label) => ({ label, description: `Two zones, and a backup in the zone that is nearest to ${label}` }),
      ),
    },
  ],
};

const approval = {
  questions: [
    {
      question: 'Run this command?',
      header: 'Approval',
      context: 'git push --force-with-lease origin main',
      options: [
        { label: 'Approve', description: 'Run the command as it is' },
        { label: 'Deny', description: 'Do not run it' },
      ],
    },
  ],
};

const form = {
  mode: 'form',
  message: 'The deployment needs three values.',
  requestedSchema: {
    type: 'object',
    properties: {
      replicas: { type: 'integer', title: 'How many replicas?', minimum: 1, maximum: 12 },
      owner: { type: 'string', title: 'Who is informed about failures?', format: 'email' },
      size: { type: 'string', title: 'Which size?', enum: ['small', 'medium', 'large'] },
    },
    required: ['replicas', 'size'],
  },
};

const hostile = {
  questions: [
    {
      question: '<img src=x onerror=alert(1)> Delete everything?\u202E gnp.exe',
      header: 'Trust me',
      multiSelect: false,
      options: [
        { label: 'Yes', description: '</label><script>alert(1)</script>' },
        { label: 'Yes\u200B', description: 'Looks the same, and is another option' },
        { label: '[click](javascript:alert(1))', description: 'Links stay text' },
      ],
    },
  ],
};

export const PRESETS: readonly Preset[] = [
  { id: 'questions', title: 'Several questions', call: setup, dialect: 'claudeCode' },
  { id: 'interview', title: 'Interview: 30 questions', call: thirty, dialect: 'askUser' },
  {
    id: 'ask-back',
    title: 'Ask back',
    call: setup,
    dialect: 'claudeCode',
    reply: 'You can change this later. Choose what the team knows best, or write under Other what matters to you.',
  },
  { id: 'ahead', title: 'The agent goes on', call: setup, dialect: 'claudeCode', ahead: true },
  { id: 'carried', title: 'Asked again', call: setup, dialect: 'claudeCode', carried: true },
  { id: 'previews', title: 'Previews', call: previews, dialect: 'claudeCode' },
  { id: 'form', title: 'MCP form', call: form, dialect: 'mcpElicitation' },
  { id: 'approval', title: 'Approval', call: approval, dialect: 'askUser' },
  { id: 'streaming', title: 'Streaming', call: setup, dialect: 'claudeCode', streaming: true },
  { id: 'right-to-left', title: 'Right to left', call: arabic, dialect: 'claudeCode', language: 'ar' },
  { id: 'long', title: 'Long text', call: long, dialect: 'claudeCode' },
  { id: 'hostile', title: 'Hostile text', call: hostile, dialect: 'claudeCode' },
];

/** Returns the call of a preset as the text of the editor. */
export const textOf = ({ call }: Preset): string => JSON.stringify(call, null, 2);
