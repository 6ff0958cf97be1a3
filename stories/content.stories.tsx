import type { Decorator, Meta, StoryObj } from '@storybook/react-vite';
import { AskUserDialog, type QuestionInput } from 'react-ask-user';
import { expect, fn, within } from 'storybook/test';
import { ar } from 'react-ask-user/messages/ar';

const FEATURE = `src/
  orders/
    orders.routes.ts
    orders.service.ts
  billing/
    billing.service.ts`;

const LAYER = `src/
  routes/
    orders.ts
    billing.ts
  services/
    orders.ts
    billing.ts
  models/
    order.ts
    invoice.ts`;

const layout: QuestionInput = {
  id: 'layout',
  header: 'Layout',
  question: 'Which folder layout do you prefer?',
  options: [
    { label: 'By feature', description: 'One folder a capability', preview: FEATURE },
    { label: 'By layer', description: 'Routes, services, models', preview: LAYER },
    { label: 'As it is' },
  ],
};

const code = Array.from(
  { length: 60 },
  (_, line) =>
    `export const rule${line + 1} = { id: ${line + 1}, match: /^orders?-${line}$/, action: 'reconcile with the ledger of the night before' };`,
).join('\n');

const rules: QuestionInput = {
  id: 'rules',
  header: 'Rules',
  question: 'Which of the generated rules should I keep?',
  multiSelect: true,
  options: [
    { label: 'The whole file (Recommended)', description: 'Sixty rules', preview: code },
    { label: 'The first three', preview: code.split('\n').slice(0, 3).join('\n') },
  ],
};

const places =
  'Amsterdam, Bergen, Cork, Dresden, Espoo, Faro, Ghent, Haarlem, Iași, Jönköping, Kraków, Leuven, Malmö, Nantes, Oulu, Porto, Riga, Split, Turku, Utrecht, Vilnius, Wrocław, Zagreb, Aarhus, Bilbao, Cádiz, Delft, Évora, Fürth, Graz';

const region: QuestionInput = {
  id: 'region',
  question: 'Where should the service run?',
  context: 'Data stays in the region that you choose.',
  options: places.split(', '),
};

const signIn = `<div style="max-width:340px;margin:0 auto;padding:24px;border:1px solid #e5e7eb;border-radius:12px;background:#fff"><h2 style="margin:0 0 4px;font-size:20px;color:#111827">Sign in</h2><p style="margin:0 0 16px;color:#6b7280">Welcome back.</p><label style="display:block;color:#374151">Email</label><input placeholder="you@example.com" style="width:100%;margin:4px 0 12px"><button style="width:100%;background:#4f46e5;color:#fff;border:none;text-align:center">Continue</button></div>`;

const plans = `<h3>Plans</h3><p>Billed <b>monthly</b>.</p><table><thead><tr><th>Plan</th><th>Price</th></tr></thead><tbody><tr><td>Solo</td><td>9 €</td></tr><tr><td>Team</td><td>29 €</td></tr></tbody></table>`;

/** A parsed request with HTML previews. */
const inHtml = (...options: { label: string; preview: string }[]) => ({
  questions: undefined,
  request: {
    requestId: 'html',
    asker: 'Setup assistant',
    previewFormat: 'html' as const,
    questions: [{ id: 'design', question: 'Which design do you prefer?', multiSelect: false, options }],
  },
});
const designs = inHtml({ label: 'Sign-in card', preview: signIn }, { label: 'Plans', preview: plans });

const narrow: Decorator = (Story) => (
  <div style={{ inlineSize: 320 }}>
    <Story />
  </div>
);

/** Previews of options, long lists, and files. */
const meta = {
  title: 'States/Content',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: { asker: 'Setup assistant', questions: [layout], onSubmit: fn(), onCancel: fn() },
} satisfies Meta<typeof AskUserDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

/** On a wide card, the preview is beside the options. It follows the focus and the selection. */
export const Preview: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'By feature' }));
    await expect(canvas.getByRole('group', { name: 'Preview of “By feature”' })).toHaveTextContent('orders.routes.ts');
  },
};

/** The space for the preview is reserved before an option is focused or selected. */
export const PreviewWaiting: Story = {};

/** One option has no preview. */
export const PreviewMissing: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'As it is' }));
    await expect(canvas.getByText('This option has no preview.')).toBeVisible();
  },
};

/** In a side panel of 320 px, the preview is below the options. */
export const PreviewNarrow: Story = {
  decorators: [narrow],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'By layer' }));
    await expect(canvas.getByRole('group', { name: 'Preview of “By layer”' })).toBeVisible();
  },
};

/** A preview of sixty long lines scrolls separately. */
export const PreviewLong: Story = {
  args: { questions: [rules] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: /whole file/ }));
    await userEvent.tab();
    await expect(canvas.getByRole('checkbox', { name: 'The first three' })).toHaveFocus();
    await expect(canvas.getByRole('group', { name: 'Preview of “The first three”' })).toBeVisible();
    await userEvent.click(canvas.getByRole('checkbox', { name: /whole file/ }));
  },
};

/** “Open larger” shows the preview over the page. Escape closes the preview only. */
export const PreviewLarger: Story = {
  args: { questions: [rules] },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: /whole file/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Open larger' }));
    const dialog = canvas.getByRole('dialog', { name: 'Preview of “The whole file”' });
    await expect(within(dialog).getByText(/rule60/)).toBeVisible();
    await expect(args.onCancel).not.toHaveBeenCalled();
  },
};

/** HTML previews are shown as pictures. A preview that sets colors has a white background. */
export const PreviewInHtml: Story = {
  args: designs,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Sign-in card' }));
    await expect(await canvas.findByTitle('Preview of “Sign-in card”, from Setup assistant')).toBeVisible();
  },
};

/** A preview that sets no colors has the colors of the card. */
export const PreviewInHtmlPlain: Story = {
  args: designs,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Plans' }));
    await expect(await canvas.findByTitle('Preview of “Plans”, from Setup assistant')).toBeVisible();
  },
};

/** “Show as text” shows the same content as text that can be magnified, read aloud and copied. */
export const PreviewInHtmlAsText: Story = {
  args: designs,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Plans' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Show as text' }));
    await expect(canvas.getByRole('cell', { name: '29 €' })).toBeVisible();
    // The setting applies to every preview of the request.
    await userEvent.click(canvas.getByRole('radio', { name: 'Sign-in card' }));
    await expect(canvas.getByRole('button', { name: 'Show as picture' })).toBeVisible();
  },
};

/** The picture over the page. */
export const PreviewInHtmlLarger: Story = {
  args: designs,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Sign-in card' }));
    await canvas.findByRole('button', { name: 'Show as text' });
    await userEvent.click(canvas.getByRole('button', { name: 'Open larger' }));
    const dialog = canvas.getByRole('dialog', { name: 'Preview of “Sign-in card”, from Setup assistant' });
    await expect(await within(dialog).findByTitle(/Sign-in card/)).toBeVisible();
  },
};

/** A preview with too many table cells is shown as source. */
export const PreviewInHtmlTooLarge: Story = {
  args: inHtml({ label: 'A large table', preview: `<table>${'<tr><td>1</td></tr>'.repeat(2001)}</table>` }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'A large table' }));
    await expect(await canvas.findByText(/^<table><tr>/)).toBeVisible();
  },
};

/** `renderPreview` renders the preview, here as a list of paths. */
export const PreviewOfTheHost: Story = {
  args: {
    renderPreview: (preview, { option }) => (
      <ul aria-label={option.label}>
        {preview.split('\n').map((line) => (
          <li key={line}>{line.trim()}</li>
        ))}
      </ul>
    ),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'By feature' }));
    await expect(canvas.getByRole('list', { name: 'By feature' })).toBeVisible();
  },
};

/** From right to left, the preview is on the other side. Code stays left to right. */
export const PreviewRightToLeft: Story = {
  args: { asker: 'مساعد الإعداد', messages: ar },
  globals: { direction: 'rtl' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'By feature' }));
  },
};

/** A context of fifty lines scrolls separately, so that the options stay in view. */
export const LongQuestion: Story = {
  args: {
    questions: [
      {
        id: 'migrate',
        question: 'Shall I run this migration?',
        context: Array.from(
          { length: 50 },
          (_, line) => `${line + 1}. ALTER TABLE orders_${line} ADD COLUMN note text;`,
        ).join('\n'),
        options: ['Run it', 'Run it without the last table', 'Stop'],
      },
    ],
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('group', { name: 'Shall I run this migration?' })).toHaveAttribute(
      'tabindex',
      '0',
    );
  },
};

/** A list of thirty options scrolls. Its lower edge shows how many options are further down. */
export const LongList: Story = {
  args: { questions: [region] },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^\d+ more$/)).toBeVisible();
  },
};

/** The focused option is never covered. */
export const LongListWalked: Story = {
  args: { questions: [region] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Amsterdam' }));
    await userEvent.keyboard('{ArrowDown>9/}');
    await expect(canvas.getByRole('radio', { name: 'Jönköping' })).toBeChecked();
  },
};

/** A field filters a list of more than twelve options. The list stays as high as it was. */
export const Filtered: Story = {
  args: { questions: [region] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox', { name: 'Filter the options' }), 'ko');
    await expect(canvas.getByRole('radio', { name: 'Jönköping' })).toBeVisible();
    await expect(canvas.queryByRole('radio', { name: 'Amsterdam' })).toBeNull();
  },
};

/** Of several selected options, those that the filter does not match stay. Select all adds those that are shown. */
export const FilteredSelection: Story = {
  args: { questions: [{ ...region, multiSelect: true }] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Amsterdam' }));
    await userEvent.type(await canvas.findByRole('searchbox'), 'ko');
    await userEvent.click(canvas.getByRole('button', { name: /^Select all/ }));
    await expect(canvas.getByRole('checkbox', { name: 'Jönköping' })).toBeChecked();
    await expect(canvas.getByRole('checkbox', { name: 'Amsterdam' })).toBeChecked();
  },
};

/** If no option matches, Other is still there. */
export const FilteredToNothing: Story = {
  args: { questions: [region] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox'), 'Atlantis');
    await expect(canvas.getByText(/^No option matches/)).toBeVisible();
  },
};

/** After a file is pasted, a hint explains that files can't be sent. The text stays. */
export const FileRefused: Story = {
  args: { questions: [{ question: 'Which error do you see?' }] },
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByRole('textbox');
    await userEvent.type(field, 'See the screenshot');
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['x'], 'shot.png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    await expect(
      await canvas.findByText(/Files can’t be sent/, { selector: '[data-ask-user="file-hint"]' }),
    ).toBeVisible();
    await expect(field).toHaveValue('See the screenshot');
  },
};
