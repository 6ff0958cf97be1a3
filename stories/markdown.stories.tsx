import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUserDialog, type QuestionInput } from 'react-ask-user';
import { claudeCode } from 'react-ask-user/dialects';
import { markdownPreview, markdownText } from 'react-ask-user/markdown';
import { ar } from 'react-ask-user/messages/ar';
import { expect, fn } from 'storybook/test';

const CONTEXT = `Both stores are **supported**. Read [the guide](https://example.com/storage) before you choose:

1. PostgreSQL needs \`DATABASE_URL\`
2. SQLite needs *nothing*
   - [x] already installed
   - [ ] not backed up

> The tests use SQLite today.

| Store | Rows | Backup |
| --- | --- | --- |
| PostgreSQL | 10,000,000 | every night, to another region |
| SQLite | 100,000 | none |

\`\`\`ts
export const db = connect(process.env.DATABASE_URL ?? 'postgres://localhost:5432/the-name-of-a-database-that-is-long');
\`\`\``;

const database: QuestionInput = {
  id: 'database',
  question: 'Which database should `src/db.ts` use for **orders**?',
  context: CONTEXT,
  options: ['PostgreSQL', 'SQLite'],
};

const PLAN = `## Plan

1. Add **orders** to \`src/routes\`
2. Write a test
   - for an empty cart
   - for a [refund](https://example.com/refunds)

\`\`\`diff
- app.use(legacy)
+ app.use(orders)
\`\`\`

---

| File | Lines |
| --- | --- |
| routes.ts | +40 |`;

const plans = {
  questions: [
    {
      question: 'Which plan should I follow?',
      header: 'Plan',
      multiSelect: false,
      options: [
        { label: 'Small steps', description: 'Two commits', preview: PLAN },
        { label: 'At once', description: 'One commit', preview: '# At once\n\nOne large change.' },
      ],
    },
  ],
};

/** Markdown with `renderText={markdownText}` and `renderPreview={markdownPreview}`. */
const meta = {
  title: 'States/Markdown',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: {
    asker: 'Setup assistant',
    questions: [database],
    renderText: markdownText,
    renderPreview: markdownPreview,
    onSubmit: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof AskUserDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A question has inline marks, and its context has blocks. */
export const Context: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'the guide (example.com)' })).toBeVisible();
    await expect(canvas.getByRole('columnheader', { name: 'Rows' })).toBeVisible();
  },
};

/** Previews in Markdown. */
export const Preview: Story = {
  args: { questions: undefined, dialect: claudeCode, input: plans },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Small steps' }));
    await expect(canvas.getByRole('link', { name: 'refund (example.com)' })).toBeVisible();
  },
};

/** HTML, images and unsafe links are shown as text. */
export const Hostile: Story = {
  args: {
    questions: [
      {
        question: 'Continue with <b>this</b>? [Submit](javascript:alert(1)) &#x202E;evil',
        context:
          '![a pixel](https://evil.example/?d=1)\n\n<details open>more</details>\n\n[https://good.example](https://evil.example/login) or [this](https://good.example@evil.example)',
        options: ['Yes', 'No'],
      },
    ],
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('link', { name: 'https://good.example (evil.example)' })).toBeVisible();
    await expect(canvasElement.querySelectorAll('a, img, details')).toHaveLength(1);
  },
};

/** In right-to-left text, code and addresses keep their direction. */
export const Arabic: Story = {
  args: {
    messages: ar,
    dir: 'rtl',
    questions: [
      {
        question: 'أي قاعدة بيانات نستخدم في `src/db.ts`؟',
        context:
          '- **PostgreSQL** تحتاج إلى `DATABASE_URL`\n- راجع [الدليل](https://example.com/storage)\n\n> اقتباس قصير',
        options: ['PostgreSQL', 'SQLite'],
      },
    ],
  },
};
