// Entry point for hosts that write messages. The languages in this folder import from ../text/format.js.
export { createFormat, type Format, type PluralForms, type RangeForms } from '../text/format.js';
