export const getFieldText = (field: Element | null | undefined): string =>
  field && 'value' in field ? String(field.value) : (field?.textContent ?? '');
