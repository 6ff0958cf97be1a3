export type Declaration = readonly [property: string, value: string];

const COLORS =
  /^(?:(?:background|text-decoration|border-(?:top|right|bottom|left|block-start|block-end|inline-start|inline-end))-)?color$/;
/** Maximum lengths of properties, in pixels. Longer ones could move content out of sight or cover it. */
const LENGTHS: readonly (readonly [properties: RegExp, longest: number])[] = [
  [
    /^(?:max-)?(?:width|inline-size)$|^(?:min-)?(?:height|block-size)$|^flex-basis$|^grid-(?:template|auto)-(?:columns|rows)$/,
    2000,
  ],
  [/^min-(?:width|inline-size)$/, 240],
  [/^(?:margin|padding)-[a-z-]+$|^(?:row|column)-gap$|^border-(?:block-|inline-)?spacing$/, 200],
  [/^font-size$|^line-height$/, 100],
  [/^border-[a-z-]+-width$|^box-shadow$/, 40],
  [/^(?:letter|word)-spacing$/, 20],
  [/^border-[a-z-]+-radius$/, Infinity],
];
const WORDS =
  /^(?:font-(?:style|weight)|text-(?:align|transform|decoration-(?:line|style))|white-space(?:-collapse)?|text-wrap(?:-mode|-style)?|word-break|overflow-wrap|vertical-align|list-style-(?:type|position)|display|flex-(?:direction|wrap|grow|shrink)|grid-auto-flow|grid-(?:column|row)-(?:start|end)|(?:align|justify)-(?:items|content|self)|border-[a-z-]+-style|border-collapse|box-sizing|float|clear|table-layout|caption-side)$/;
/** Keywords that may hide content, or show it in another order than it is read. */
const HIDING = /none|contents|hidden|collapse$|reverse|transparent|run-in/;
const FUNCTION = /([a-z-]*)\(/g;
const FUNCTIONS = new Set(['rgb', 'rgba', 'oklch', 'oklab', 'lab', 'lch', 'color', 'repeat', 'minmax', 'fit-content']);
const NUMBER = /(?<![\w.#-])(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)/gi;
/** Pixels per unit. Units relative to the font assume a large font. */
const UNITS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, em: 32, rem: 32, ch: 16, ex: 16 };
/** Minimum alpha of a text color. */
const LEAST_ALPHA = 0.4;

function isShort(value: string, longest: number): boolean {
  for (const [, digits, unit = ''] of value.matchAll(NUMBER)) {
    const number = Number(digits);
    if (!(number >= 0)) return false;
    const most =
      unit === '%' ? 100 : unit === 'fr' ? 100 : unit === '' ? 12 : longest / (UNITS[unit.toLowerCase()] ?? Infinity);
    if (number > (longest === Infinity && unit !== '' ? Infinity : most)) return false;
  }
  return true;
}

/**
 * Returns a safe font size, or `undefined`. `em` and `%` are relative to the root, so that nested elements cannot
 * shrink text to nothing.
 */
function fontSize(value: string): string | undefined {
  const [, digits, unit] = /^([\d.]+)(px|pt|r?em|%)$/.exec(value) ?? [];
  const number = Number(digits);
  if (unit === undefined) return /^(?:(?:xx?-)?(?:small|large)|medium)$/.test(value) ? value : undefined;
  const pixels = number * { px: 1, pt: 4 / 3, em: 13, rem: 13, '%': 0.13 }[unit as 'px'];
  return pixels >= 8 && pixels <= 100 ? `${Math.round(pixels * 100) / 100}px` : undefined;
}

function color(property: string, value: string): string | undefined {
  const alpha = /^rgba\(.*,\s*([\d.]+)\)$/.exec(value)?.[1] ?? /\/\s*([\d.]+)\)$/.exec(value)?.[1] ?? 1;
  return property === 'color' && Number(alpha) < LEAST_ALPHA ? undefined : value;
}

function keep(property: string, value: string): Declaration | undefined {
  // Refuse values that name a resource or are defined elsewhere.
  if (value === '' || value.length > 300 || /[@\\{}<>;]|url|image|attr|var|env/i.test(value)) return undefined;
  for (const [, name = ''] of value.matchAll(FUNCTION)) if (!FUNCTIONS.has(name)) return undefined;
  if (property === 'font-family') return /^[\w\s,"'-]+$/.test(value) ? [property, value] : undefined;
  if (/["']/.test(value)) return undefined;
  if (COLORS.test(property)) {
    const safeColor = /^(?:transparent|initial)$/.test(value) ? undefined : color(property, value);
    return safeColor === undefined ? undefined : [property, safeColor];
  }
  const longest = LENGTHS.find(([properties]) => properties.test(property))?.[1];
  if (longest === undefined) {
    if (!WORDS.test(property) || !/^[a-z0-9 .-]+$/.test(value)) return undefined;
    return keepKeyword(property, value);
  }
  if (property === 'font-size') {
    const size = fontSize(value);
    return size === undefined ? undefined : [property, size];
  }
  if (property === 'line-height') {
    const lines = Number(value);
    return value === 'normal' || (lines >= 1 && lines <= 3) ? [property, value] : undefined;
  }
  if (!isShort(value, longest)) return undefined;
  // Turn a height into a minimum height, because content that is higher than its box would overlap the content below.
  if (/^(?:height|block-size)$/.test(property)) return [`min-${property}`, value];
  if (property.startsWith('max-')) return value === 'none' ? undefined : [property, `min(100%, ${value})`];
  return [property, value];
}

function keepKeyword(property: string, value: string): Declaration | undefined {
  if (property === 'border-collapse') return [property, value];
  const mayBeNone = /^(?:border-|text-(?:transform|decoration)|list-style|float|clear)/.test(property);
  if (mayBeNone ? /hidden/.test(value) : HIDING.test(value)) return undefined;
  if (/^grid-(?:column|row)/.test(property)) return /^(?:auto|span \d)$/.test(value) ? [property, value] : undefined;
  if (/^vertical-align$/.test(property) && /\d/.test(value)) return undefined;
  // Without `safe`, content that does not fit would overflow at the start, which cannot be scrolled into view.
  const safe = /^(?:align|justify)-/.test(property) && /^(?:(?:flex-|self-)?end|center|right|left)$/.test(value);
  return [property, safe ? `safe ${value}` : value];
}

export function keepStyle(style: CSSStyleDeclaration): Declaration[] {
  const safe: Declaration[] = [];
  for (const property of style) {
    const declaration = keep(property, style.getPropertyValue(property));
    if (declaration) safe.push(declaration);
  }
  // Replace a gradient by its first `rgb()` or `rgba()` color, so that light text stays readable. A background color
  // takes precedence.
  const gradient = style.getPropertyValue('background-image');
  const first = /^[a-z-]+-gradient\(.*?(rgba?\([\d., ]+\))/.exec(gradient)?.[1];
  if (first && !safe.some(([property]) => property === 'background-color')) safe.push(['background-color', first]);
  return safe;
}

export const setsColors = (declarations: readonly Declaration[]): boolean =>
  declarations.some(([property]) => property === 'color' || property === 'background-color');
