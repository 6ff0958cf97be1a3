import type { Meta, StoryObj } from '@storybook/react-vite';
import { forwardRef, type ComponentPropsWithoutRef, type CSSProperties } from 'react';
import { AskUser, AskUserDialog } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { database, deployApproval, projectSetup } from './fixtures.js';

/** A button of the host's design system. */
const HostButton = forwardRef<HTMLButtonElement, ComponentPropsWithoutRef<'button'>>(function HostButton(props, ref) {
  return (
    <button
      {...props}
      ref={ref}
      style={{
        font: 'inherit',
        fontWeight: 700,
        color: 'Canvas',
        background: 'CanvasText',
        border: 0,
        borderRadius: 999,
        padding: '8px 20px',
      }}
    />
  );
});

/**
 * All parts of `AskUserDialog` are public. `AskUser.Root` holds the request, and the parts render it in any order. With
 * `asChild`, a part adds its behavior to your element.
 */
const meta = {
  title: 'Parts/Composition',
  component: AskUser.Root,
  tags: ['autodocs'],
  args: {
    asker: 'Setup assistant',
    questions: [database],
    onSubmit: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof AskUser.Root>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The note comes first, the number keys precede the labels, and the title is the footer. */
export const AnotherOrder: Story = {
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Questions>
            <AskUser.Question index={0}>
              <AskUser.Prompt />
              <AskUser.Notes />
              <AskUser.QuestionActions>
                <AskUser.Clear />
                <AskUser.AddNote>Say something first</AskUser.AddNote>
              </AskUser.QuestionActions>
              <AskUser.Options>
                {(option) => (
                  <AskUser.Option key={option} option={option}>
                    <AskUser.OptionKey option={option} />
                    <AskUser.OptionLabel option={option} />
                    <AskUser.OptionControl option={option} />
                    <AskUser.OptionDescription option={option} />
                  </AskUser.Option>
                )}
              </AskUser.Options>
              <AskUser.Other />
              <AskUser.AnswerError />
            </AskUser.Question>
          </AskUser.Questions>
          <AskUser.DeliveryError />
          <AskUser.Actions>
            <AskUser.Submit>Send to the agent</AskUser.Submit>
            <AskUser.Cancel>Never mind</AskUser.Cancel>
          </AskUser.Actions>
          <AskUser.Title />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Say something first' }));
    await userEvent.keyboard('For now.');
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toBeChecked();
    await userEvent.click(canvas.getByRole('button', { name: 'Never mind' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Keep answering' }));
    await expect(canvas.getByRole('button', { name: 'Never mind' })).toHaveFocus();
    await expect(args.onCancel).not.toHaveBeenCalled();
  },
};

/** `asChild` with elements of the host: a `<section>`, a `<footer>`, and a button of its design system. */
export const AsChild: Story = {
  args: { asker: 'Release assistant', questions: deployApproval },
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body asChild>
          <section>
            <AskUser.Title />
            <AskUser.Questions />
            <AskUser.Actions asChild>
              <footer>
                <AskUser.KeyHints />
                <AskUser.Cancel />
                <AskUser.Submit asChild>
                  <HostButton>Ship it</HostButton>
                </AskUser.Submit>
              </footer>
            </AskUser.Actions>
          </section>
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Staging only' }));
    await expect(canvas.getByRole('button', { name: 'Ship it' })).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

const theme = {
  '--ask-user-surface': 'light-dark(#fffaf2, #221a12)',
  '--ask-user-raised': 'light-dark(#fffdf9, #2a2118)',
  '--ask-user-line': 'light-dark(#ead9c2, #4a3b2a)',
  '--ask-user-line-strong': 'light-dark(#94795a, #a2845f)',
  '--ask-user-text': 'light-dark(#2b1c0d, #f7ead8)',
  '--ask-user-muted': 'light-dark(#6b5638, #c9b394)',
  '--ask-user-accent': 'light-dark(#9a3412, #fdba74)',
  '--ask-user-on-accent': 'light-dark(#ffffff, #431407)',
  '--ask-user-radius': '4px',
  '--ask-user-radius-small': '2px',
  '--ask-user-padding': '28px',
  '--ask-user-space': '5px',
  '--ask-user-font': 'Georgia, serif',
  '--ask-user-font-size': '1rem',
} as CSSProperties;

/** Custom properties on any ancestor change the theme, without a selector or `!important`. */
export const Themed: Story = {
  args: { questions: projectSetup },
  render: (args) => (
    <div style={theme}>
      <AskUserDialog {...args} />
    </div>
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'REST API' }));
    const card = canvasElement.querySelector('[data-ask-user="card"]');
    await expect(card).toHaveStyle({ borderRadius: '4px', padding: '28px' });
    await expect(canvas.getByRole('button', { name: 'Next' })).toHaveStyle({ borderRadius: '2px' });
  },
};

/** One color is enough: the selection, the focus ring and the tabs follow the accent. */
export const OneColor: Story = {
  args: { questions: projectSetup.slice(1, 2) },
  render: (args) => (
    <div style={{ '--ask-user-accent': 'light-dark(#0f766e, #5eead4)' } as CSSProperties}>
      <AskUserDialog {...args} />
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('2');
    await expect(canvas.getByRole('checkbox', { name: 'REST API' })).toBeChecked();
  },
};
