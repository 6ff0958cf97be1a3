import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUser } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { database, prose, serviceName } from './fixtures.js';

const many = {
  id: 'region',
  question: 'Where should it run?',
  options: Array.from({ length: 14 }, (_, index) => ({
    label: `Region ${index + 1}`,
    preview: `region: r${index + 1}`,
  })),
};

/** The options of a question, their previews, and the field under Other. */
const meta = {
  title: 'Parts/Options',
  component: AskUser.Root,
  subcomponents: {
    'AskUser.Options': AskUser.Options,
    'AskUser.Option': AskUser.Option,
    'AskUser.OptionControl': AskUser.OptionControl,
    'AskUser.OptionLabel': AskUser.OptionLabel,
    'AskUser.OptionDescription': AskUser.OptionDescription,
    'AskUser.OptionKey': AskUser.OptionKey,
    'AskUser.OptionsArea': AskUser.OptionsArea,
    'AskUser.OptionTools': AskUser.OptionTools,
    'AskUser.Scroller': AskUser.Scroller,
    'AskUser.MoreIndicator': AskUser.MoreIndicator,
    'AskUser.Preview': AskUser.Preview,
    'AskUser.Other': AskUser.Other,
    'AskUser.Field': AskUser.Field,
    'AskUser.TextAnswer': AskUser.TextAnswer,
  },
  tags: ['autodocs'],
  args: { asker: 'Setup assistant', questions: [database], onSubmit: fn(), onCancel: fn() },
} satisfies Meta<typeof AskUser.Root>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Options with a mark and a label only. */
export const Plain: Story = {
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Questions>
            <AskUser.Question index={0}>
              <AskUser.Prompt />
              <AskUser.Options>
                {(option) => (
                  <AskUser.Option key={option} option={option}>
                    <AskUser.OptionControl option={option} />
                    <AskUser.OptionLabel option={option} />
                  </AskUser.Option>
                )}
              </AskUser.Options>
              <AskUser.Other>
                <AskUser.Field aria-label="Another database" placeholder="Which?" />
              </AskUser.Other>
            </AskUser.Question>
          </AskUser.Questions>
          <AskUser.Actions />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Other' }));
    await expect(canvas.getByRole('textbox', { name: 'Another database' })).toBeVisible();
  },
};

/** A long list that scrolls, with previews. */
export const LongWithPreview: Story = {
  args: { questions: [many] },
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Questions>
            <AskUser.Question index={0}>
              <AskUser.Prompt />
              <AskUser.OptionTools />
              <AskUser.OptionsArea>
                <AskUser.Scroller>
                  <AskUser.Options />
                  <AskUser.Other />
                  <AskUser.MoreIndicator />
                </AskUser.Scroller>
                <AskUser.Preview />
              </AskUser.OptionsArea>
            </AskUser.Question>
          </AskUser.Questions>
          <AskUser.Actions />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Region 2' }));
    await expect(canvas.getByText('region: r2')).toBeVisible();
  },
};

/** A text question with a field of five lines. */
export const OwnWords: Story = {
  args: { questions: [{ ...serviceName, context: prose(120) }], softLimit: 40 },
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Questions>
            <AskUser.Question index={0}>
              <AskUser.Prompt />
              <AskUser.TextAnswer rows={5} />
            </AskUser.Question>
          </AskUser.Questions>
          <AskUser.Actions />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), prose(45));
    await expect(await canvas.findByText(/45 characters \(5 over the suggested 40\)/)).toBeVisible();
  },
};
