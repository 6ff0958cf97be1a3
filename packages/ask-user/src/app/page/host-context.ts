import { fieldsOf, type Fields } from './bridge.js';

/**
 * The custom properties of a host, and those of the card that get their values. A later row overrides an earlier one. The
 * third column is the CSS property of such a value.
 */
const THEME = [
  ['--color-background-primary', '--ask-user-surface', 'color'],
  ['--color-background-primary', '--ask-user-raised', 'color'],
  ['--color-text-primary', '--ask-user-text', 'color'],
  ['--color-text-secondary', '--ask-user-muted', 'color'],
  // Borders of a host need not have the contrast that shows a control. Its second text color has it.
  ['--color-text-secondary', '--ask-user-line-strong', 'color'],
  // The last one that a host has is its faintest.
  ['--color-border-primary', '--ask-user-line', 'color'],
  ['--color-border-secondary', '--ask-user-line', 'color'],
  ['--color-border-tertiary', '--ask-user-line', 'color'],
  ['--color-text-info', '--ask-user-accent', 'color'],
  ['--color-text-danger', '--ask-user-danger', 'color'],
  ['--color-text-warning', '--ask-user-warn', 'color'],
  ['--color-text-success', '--ask-user-ok', 'color'],
  ['--font-sans', '--ask-user-font', 'font-family'],
  ['--font-mono', '--ask-user-mono', 'font-family'],
  ['--border-radius-lg', '--ask-user-radius', 'border-top-left-radius'],
  ['--border-radius-md', '--ask-user-radius-small', 'border-top-left-radius'],
  ['--shadow-lg', '--ask-user-shadow', 'box-shadow'],
] as const;

/** Values that are valid in every property, and would remove the card's own one. */
const NO_VALUE = /\bvar\(|^\s*(?:inherit|initial|unset|revert|revert-layer)\s*$/i;

const isValue = (property: string, value: unknown): value is string =>
  typeof value === 'string' && !NO_VALUE.test(value) && CSS.supports(property, value);

const isLength = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 100_000;

/** Space that the host has for the page. */
export interface Space {
  /** Maximum height in pixels. */
  readonly maxHeight?: number;
  /** Whether the host decides the height. */
  readonly isFixed: boolean;
}

/** Shows the card as the context of the host describes it, which may be a part of it. Ignores values that are not valid. */
export function applyHostContext({ style }: HTMLElement, context: Fields): void {
  const { theme, styles, safeAreaInsets, containerDimensions } = context;
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme;
  const variables = fieldsOf(fieldsOf(styles)['variables']);
  for (const [from, to, property] of THEME) {
    const value = variables[from];
    if (isValue(property, value)) style.setProperty(to, value);
  }
  const insets = fieldsOf(safeAreaInsets);
  for (const side of ['top', 'right', 'bottom', 'left']) {
    const inset = insets[side];
    if (isLength(inset)) style.setProperty(`--inset-${side}`, `${inset}px`);
  }
  const { maxWidth, maxHeight } = fieldsOf(containerDimensions);
  if (isLength(maxWidth)) style.maxWidth = `${maxWidth}px`;
  if (isLength(maxHeight)) style.setProperty('--max-height', `${maxHeight}px`);
}

/** Returns the space of a context, or `undefined` if the context does not describe it. */
export function spaceOf({ containerDimensions }: Fields): Space | undefined {
  if (containerDimensions === undefined) return undefined;
  const { height, maxHeight } = fieldsOf(containerDimensions);
  return { isFixed: isLength(height), ...(isLength(maxHeight) && { maxHeight }) };
}
