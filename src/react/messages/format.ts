// Entry point for hosts that write messages. The languages in this folder import from ../format.js, as the dialog does.
export { createFormat, type Format, type PluralForms, type RangeForms } from '../text/format.js';
