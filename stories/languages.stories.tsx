import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUserDialog, type AskUserMessages } from 'react-ask-user';
import { en } from 'react-ask-user/messages/en';
import { ar } from 'react-ask-user/messages/ar';
import { de } from 'react-ask-user/messages/de';
import { es } from 'react-ask-user/messages/es';
import { fr } from 'react-ask-user/messages/fr';
import { ja } from 'react-ask-user/messages/ja';
import { zh } from 'react-ask-user/messages/zh';
import { expect, fn } from 'storybook/test';
import { arabicSetup, projectSetup } from './fixtures.js';

/** The dialog's strings in each language. The agent's text stays as the agent wrote it. */
const meta = {
  title: 'Dialog/Languages',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: { questions: projectSetup, onSubmit: fn(), onCancel: fn() },
} satisfies Meta<typeof AskUserDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

const inLanguage = (messages: AskUserMessages): Story => ({
  args: { messages },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.click(canvas.getByRole('button', { name: messages.next }));
    await expect(canvas.getByRole('heading', { name: /Which features|ما الميزات/ })).toHaveFocus();
    await expect(canvas.getByText(messages.chooseMany)).toBeVisible();
  },
});

export const German: Story = inLanguage(de);
export const Spanish: Story = inLanguage(es);
export const French: Story = inLanguage(fr);
export const Japanese: Story = inLanguage(ja);
export const Chinese: Story = inLanguage(zh);
export const Arabic: Story = {
  ...inLanguage(ar),
  args: { messages: ar, questions: arabicSetup },
  globals: { direction: 'rtl' },
};

/** `messages` replaces some of the strings. */
export const OwnWords: Story = {
  args: { asker: 'Ada', messages: { title: (questions) => `{asker} needs ${questions} answers`, next: 'Go on' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Ada needs 3 answers' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Go on' })).toBeVisible();
  },
};

const longer = (text: string) => `${text} ${'·lorem ipsum'.repeat(Math.ceil(text.length / 30))}`;

/** Strings that are 40 % longer, as in a translation, are not cut off and do not overflow. */
export const LongerWords: Story = {
  args: {
    allow: { skip: true, decline: true },
    messages: Object.fromEntries(
      Object.entries({ ...en, locale: undefined }).flatMap(([key, value]) =>
        typeof value === 'string' ? [[key, longer(value)]] : [],
      ),
    ),
  },
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 360 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: longer(en.next) }));
    const card = canvasElement.querySelector('[data-ask-user="card"]');
    await expect(card?.scrollWidth).toBe(card?.clientWidth);
  },
};
