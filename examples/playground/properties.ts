/** A custom property of the stylesheet that the theme editor sets. */
export interface Property {
  /** Name after `--ask-user-`. */
  readonly name: string;
  readonly description: string;
  readonly kind: 'color' | 'size' | 'other';
}

const list = (kind: Property['kind'], descriptions: Readonly<Record<string, string>>): readonly Property[] =>
  Object.entries(descriptions).map(([name, description]) => ({ name, description, kind }));

/** Every custom property, as in docs/theming.md. */
export const PROPERTIES: readonly Property[] = [
  ...list('color', {
    surface: 'Background of the card, of fields and of unselected controls',
    raised: 'Background of option rows, secondary buttons and confirmations',
    line: 'Borders that only separate',
    'line-strong': 'Borders of controls',
    text: 'Text',
    muted: 'Descriptions, hints and quiet buttons',
    accent: 'Background of the primary button and of checked boxes',
    'on-accent': 'Text on the accent',
    'accent-text': 'Change, badges, links, the active tab and selected controls',
    tint: 'Background of a selected row',
    'tint-line': 'Border of a selected row',
    focus: 'Focus ring',
    danger: 'Errors and the discard button',
    'on-danger': 'Text on the discard button',
    warn: 'Missing answers and text over the soft limit',
    ok: 'Ticks of answered questions',
    backdrop: 'Color over the page behind a modal',
  }),
  ...list('size', {
    radius: 'Corners of the card, such as 14px',
    'radius-small': 'Corners in the card, such as 9px',
    padding: 'Space between the edge of the card and its content, such as 20px',
    space: 'Unit of the distances in the card, such as 4px',
    'font-size': 'Size of the text, such as 0.875rem',
    'list-size': 'Height above which a list of options scrolls, such as 20rem',
    'inset-top': 'Part of the window above a modal or dock that is not visible, such as 40px',
    'inset-bottom': 'Part of the window below a modal or dock that is not visible, such as 40px',
  }),
  ...list('other', {
    font: 'Font family',
    mono: 'Font family of keys and previews',
    shadow: 'Shadow of modals and confirmations, as a whole box-shadow',
  }),
];
