import type { ArgTypesEnhancer, SBType, StrictInputType } from 'storybook/internal/types';

const absent = (type: SBType): boolean => type.name === 'other' && type.value === 'undefined';

/** `T | undefined`, which every optional prop is, says no more than `T`. */
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

function legible(argType: StrictInputType): StrictInputType {
  const { description = '', type } = argType;
  const [text = '', fallback] = description.split(/\s*@default\s+/);
  const plain = type && withoutUndefined(type);
  const control = plain && CONTROLS[plain.name];
  const summary = type?.raw?.replace(/\s*\| undefined$/, '');
  return {
    ...argType,
    description: text,
    ...(plain && { type: plain }),
    ...(control && { control: { type: control } }),
    table: {
      ...argType.table,
      ...(summary && { type: { summary } }),
      ...(fallback && { defaultValue: { summary: fallback } }),
    },
  };
}

/** Types as they are written and defaults from `@default`, where react-docgen says “union” and leaves a tag in the text. */
export const legibleArgTypes: ArgTypesEnhancer = ({ argTypes }) =>
  Object.fromEntries(Object.entries(argTypes).map(([name, argType]) => [name, legible(argType)]));
