import type { Meta, StoryObj } from '@storybook/react-vite';
import type { CSSProperties } from 'react';
import { AskUserDialog } from 'react-ask-user';
import { expect } from 'storybook/test';
import { PROPERTIES } from '../examples/playground/properties.js';
import { projectSetup } from './fixtures.js';

type Values = Readonly<Record<string, string | undefined>>;

const TITLES = { color: 'Colors', size: 'Sizes', other: 'Fonts and shadow' } as const;

const argTypes = Object.fromEntries(
  PROPERTIES.map(({ name, description, kind }) => [
    name,
    {
      name: `--ask-user-${name}`,
      description,
      control: { type: kind === 'color' ? ('color' as const) : ('text' as const) },
      table: { category: TITLES[kind] },
    },
  ]),
);

function ThemeBuilder(values: Values) {
  const set = PROPERTIES.filter(({ name }) => values[name]);
  const properties = set.map(({ name }) => [`--ask-user-${name}`, values[name]] as const);
  const css = properties.map(([name, value]) => `  ${name}: ${value};\n`).join('');
  return (
    <div style={{ display: 'grid', gap: '1.5rem', maxInlineSize: '45rem' }}>
      <div style={Object.fromEntries(properties) as CSSProperties}>
        <AskUserDialog asker="Setup assistant" questions={projectSetup} requestId="theme" />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A key scrolls it. */}
      <pre role="group" aria-label="CSS" tabIndex={0} style={{ margin: 0, overflow: 'auto', fontSize: '0.8125rem' }}>
        {`.my-app {\n${css}}`}
      </pre>
    </div>
  );
}

/** Sets the custom properties of the card. Copy the CSS below the card into your stylesheet. */
const meta = {
  title: 'Theming/Theme builder',
  component: ThemeBuilder,
  argTypes,
} satisfies Meta<typeof ThemeBuilder>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A property that is not set keeps its default, which follows the theme of the page. */
export const Theme: Story = {
  args: { accent: '#0f766e', 'on-accent': '#ffffff', radius: '10px' },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('button', { name: 'Next' })).toHaveStyle({ backgroundColor: 'rgb(15, 118, 110)' });
    await expect(canvasElement.querySelector('[data-ask-user="card"]')).toHaveStyle({ borderRadius: '10px' });
    await expect(canvas.getByText(/--ask-user-accent: #0f766e;/)).toBeVisible();
  },
};
