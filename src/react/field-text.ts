/** What stands in a field, or in an element that can be edited. */
export const fieldText = (field: Element | null | undefined): string =>
  field && 'value' in field ? String(field.value) : (field?.textContent ?? '');
