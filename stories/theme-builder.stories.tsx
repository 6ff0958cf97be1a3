import type { Meta, StoryObj } from '@storybook/react-vite';
import type { CSSProperties } from 'react';
import { AskUserDialog } from 'react-ask-user';
import { expect } from 'storybook/test';
import { projectSetup } from './fixtures.js';

/** Descriptions of the properties, as in docs/theming.md. */
const COLORS = {
  surface: 'Background of the card, of fields and of unset marks',
  raised: 'Background of option rows, secondary buttons and confirmations',
  line: 'Borders that only separate',
  'line-strong': 'Borders of controls',
  text: 'Text',
  muted: 'Descriptions, hints and quiet buttons',
  accent: 'Selected marks, the primary button, the active tab and badges',
  'on-accent': 'Text on the accent',
  tint: 'Background of a selected row',
  'tint-line': 'Border of a selected row',
  focus: 'Focus ring',
  danger: 'Errors and the discard button',
  'on-danger': 'Text on the discard button',
  warn: 'Missing answers and text over the soft limit',
  ok: 'Ticks of answered questions',
  backdrop: 'Color over the page behind a modal',
} as const;

const SIZES = {
  radius: 'Corners of the card, such as 14px',
  'radius-small': 'Corners in the card, such as 9px',
  padding: 'Space between the edge of the card and its content, such as 20px',
  space: 'Unit of the distances in the card, such as 4px',
  'font-size': 'Size of the text, such as 0.875rem',
  'list-size': 'Height above which a list of options scrolls, such as 20rem',
} as const;

const OTHERS = {
  font: 'Font family',
  mono: 'Font family of keys and previews',
  shadow: 'Shadow of modals and confirmations, as a whole box-shadow',
} as const;

type Name = keyof typeof COLORS | keyof typeof SIZES | keyof typeof OTHERS;
type Values = Partial<Record<Name, string>>;

const NAMES = Object.keys({ ...COLORS, ...SIZES, ...OTHERS }) as Name[];

const controls = (descriptions: Readonly<Record<string, string>>, category: string, type: 'color' | 'text') =>
  Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      { name: `--ask-user-${name}`, description, control: { type }, table: { category } },
    ]),
  );

function ThemeBuilder(values: Values) {
  const set = NAMES.filter((name) => values[name]);
  const properties = set.map((name) => [`--ask-user-${name}`, values[name]] as const);
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
  argTypes: {
    ...controls(COLORS, 'Colors', 'color'),
    ...controls(SIZES, 'Sizes', 'text'),
    ...controls(OTHERS, 'Fonts and shadow', 'text'),
  },
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
