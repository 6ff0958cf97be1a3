import type { ArgTypesEnhancer, SBType, StrictInputType } from 'storybook/internal/types';

const absent = (type: SBType): boolean => type.name === 'other' && type.value === 'undefined';

/** Removes `undefined` from a union. Every optional prop allows it. */
function withoutUndefined(type: SBType): SBType {
  if (type.name !== 'union') return type;
  const rest = type.value.filter((one) => !absent(one));
  return rest.length === 1 && rest[0] ? rest[0] : { ...type, value: rest };
}

const CONTROLS: Readonly<Record<string, 'boolean' | 'number' | 'text'>> = {
  boolean: 'boolean',
  number: 'number',
  string: 'text',
};

/** Props that can be edited as JSON. Functions are logged under Actions, and other values come from code. */
const JSON_PROPS = new Set(['questions', 'record']);

/** First props in the table, in this order. The others follow in the order of their declaration. */
const FIRST = ['questions', 'record', 'requests', 'asker'];

function controlOf(name: string, type: SBType | undefined): Partial<StrictInputType> {
  const known = type && CONTROLS[type.name];
  if (known) return { control: { type: known } };
  if (type?.name === 'enum') return {};
  return { control: JSON_PROPS.has(name) ? { type: 'object' } : false };
}

/** Whether a default is code, not a sentence. */
const isCode = (text: string): boolean => /^(?:'[^']*'|\d+|true|false|undefined|null|\[.*\]|\{.*\})$/.test(text);

const sentence = (text: string): string => text.replace(/[^.]$/, '$&.');

function legible(name: string, argType: StrictInputType): StrictInputType {
  const { description = '', type } = argType;
  const [text = '', fallback = ''] = description.split(/\s*@default\s+/);
  const plain = type && withoutUndefined(type);
  const summary = type?.raw?.replace(/\s*\| undefined$/, '');
  return {
    ...controlOf(name, plain),
    ...argType,
    description: fallback && !isCode(fallback) ? `${text} Default: ${sentence(fallback)}`.trim() : text,
    ...(plain && { type: plain }),
    table: {
      ...argType.table,
      ...(summary && { type: { summary } }),
      ...(isCode(fallback) && { defaultValue: { summary: fallback } }),
    },
  };
}

/** Returns the position of a prop: the subject of a story comes before its options. */
const rank = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/**
 * Shows types as they are written, and defaults from `@default`. Without it, react-docgen shows “union” and leaves the
 * tag in the text.
 */
export const legibleArgTypes: ArgTypesEnhancer = ({ argTypes }) =>
  Object.fromEntries(
    Object.entries(argTypes)
      .map(([name, argType]) => [name, legible(name, argType)] as const)
      .toSorted(([one], [other]) => rank(one) - rank(other)),
  );
