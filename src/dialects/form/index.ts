/**
 * Flat JSON Schema forms of MCP, ACP, and AG-UI. A property is a question, or the custom text of another property.
 *
 * - `readForm` converts a schema to questions and fields.
 * - `writeForm` converts questions to a schema and the details that the schema cannot represent.
 * - `toContent` and `fromContent` convert between answers and the content of a form. Both validate the content.
 *
 * Source: the restricted schemas of MCP 2025-11-25 and 2026-07-28 (`client/elicitation`) and of ACP v1.
 */
export { fromContent, notesKeyOf, toContent, type FormContent } from './content.js';
export type { FormField } from './fields.js';
export { readForm, type Form } from './read.js';
export { writeForm } from './write.js';
