/** Returns the text of a field or of an editable element. */
export const getFieldText = (field: Element | null | undefined): string =>
  field && 'value' in field ? String(field.value) : (field?.textContent ?? '');
