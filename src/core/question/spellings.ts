/** Names under which models and agents write a field, in the order in which they are tried. */
export const SPELLINGS = {
  options: ['options', 'suggestions', 'choices'],
  multiSelect: ['multiSelect', 'multi_select', 'multiselect', 'multiple', 'multi', 'allowMultiple', 'allow_multiple'],
  preview: ['preview', 'markdown'],
} as const;

/** Returns the first name under which the source has a value, else the first name. */
export function nameIn<Name extends string>(
  source: Readonly<Record<string, unknown>>,
  names: readonly [Name, ...Name[]],
): Name {
  for (const name of names) if (source[name] != null) return name;
  return names[0];
}
