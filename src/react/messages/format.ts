// For messages of one's own; the languages here import it from where the dialog does.
export { createFormat, type Format, type PluralForms, type RangeForms } from '../format.js';
