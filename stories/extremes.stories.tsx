import { ar } from 'react-ask-user/messages/ar';
import type { Decorator, Meta, StoryObj } from '@storybook/react-vite';
import { AskUserDialog } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { arabicSetup, deployApproval, longLabels, longQuestion, projectSetup, eightQuestions } from './fixtures.js';

const narrow: Decorator = (Story) => (
  <div style={{ inlineSize: 320 }}>
    <Story />
  </div>
);

/** The page must not scroll sideways. */
async function expectNoOverflow(canvasElement: HTMLElement) {
  const page = canvasElement.ownerDocument.documentElement;
  await expect(page.scrollWidth).toBeLessThanOrEqual(page.clientWidth);
  for (const card of canvasElement.querySelectorAll('[data-ask-user="card"]')) {
    await expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
  }
}

/** Many tabs, long texts, narrow panels, right-to-left text, and the dark theme. */
const meta = {
  title: 'States/Extremes',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: {
    asker: 'Setup assistant',
    questions: projectSetup,
    onSubmit: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof AskUserDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Eight tabs scroll. The active tab is scrolled into view. */
export const EightTabs: Story = {
  args: { questions: eightQuestions },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 560 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Set it up now' }));
    await userEvent.click(canvas.getByRole('tab', { name: 'Database, answered' }));
    await userEvent.keyboard('{End}{ArrowLeft}');
    const tab = canvas.getByRole('tab', { name: 'Launch date', selected: true });
    await expect(tab).toHaveFocus();
    const strip = canvas.getByRole('tablist').getBoundingClientRect();
    const { left, right } = tab.getBoundingClientRect();
    await expect(left).toBeGreaterThanOrEqual(strip.left);
    await expect(right).toBeLessThanOrEqual(strip.right);
    await expectNoOverflow(canvasElement);
  },
};

/** A question of 1,000 characters and a description of 400. */
export const LongQuestion: Story = {
  args: { questions: longQuestion },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('heading', { name: /very hard to undo once it has run\?$/ })).toBeVisible();
    await expectNoOverflow(canvasElement);
  },
};

/** Labels of 300 characters, one of them a single word. */
export const LongLabels: Story = {
  args: { questions: longLabels },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const option = canvas.getByRole('radio', { name: /^As the team would/ });
    await userEvent.click(option);
    await expect(option).toBeChecked();
    await expectNoOverflow(canvasElement);
  },
};

/** Right-to-left text with names in Latin script. */
export const RightToLeft: Story = {
  args: { asker: 'مساعد الإعداد', questions: arabicSetup, messages: ar },
  globals: { direction: 'rtl' },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    // In right-to-left text, ← moves to the next option.
    await userEvent.keyboard('{ArrowLeft}');
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toBeChecked();
    await expectNoOverflow(canvasElement);
  },
};

/** Typed text has the direction of its first letter. */
export const RightToLeftOther: Story = {
  args: { asker: 'مساعد الإعداد', questions: arabicSetup.slice(1, 2), messages: ar },
  globals: { direction: 'rtl' },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'REST API' }));
    await userEvent.click(canvas.getByText('غير ذلك'));
    await userEvent.keyboard('سجل التدقيق');
    await expect(canvas.getByRole('textbox')).toHaveValue('سجل التدقيق');
    await expectNoOverflow(canvasElement);
  },
};

/** The card follows the page's `color-scheme`. */
export const Dark: Story = {
  args: { asker: 'Release assistant', questions: deployApproval },
  globals: { theme: 'dark' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Staging only' }));
    await expect(canvas.getByRole('radio', { name: 'Staging only' })).toBeChecked();
  },
};

/** The confirmation in the dark theme. */
export const DarkConfirmation: Story = {
  globals: { theme: 'dark' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }));
    await expect(canvas.getByRole('dialog', { name: 'Discard 1 answer?' })).toBeVisible();
  },
};

/** A side panel of 320 px. */
export const Narrow: Story = {
  decorators: [narrow],
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByText('Other'));
    await userEvent.keyboard('The database we already run for billing');
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'REST API' }));
    await expect(canvas.getByRole('button', { name: 'Next' })).toBeVisible();
    await expectNoOverflow(canvasElement);
  },
};

/** A side panel of 320 px with every button that the last row can have. */
export const NarrowReview: Story = {
  args: { allow: { decline: true, skip: true } },
  decorators: [narrow],
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.click(canvas.getByRole('tab', { name: /^Review/ }));
    await expect(canvas.getByRole('button', { name: 'Submit answers' })).toBeVisible();
    await expectNoOverflow(canvasElement);
  },
};
