/**
 * Flat JSON Schema forms, as MCP, ACP and AG-UI ask for answers: one property a question.
 *
 * - `readForm` makes questions of a schema, and the fields that their answers are written to.
 * - `writeForm` makes a schema of questions, and the details that a schema has no room for.
 * - `toContent` and `fromContent` translate between answers and a form's content, both checked against the fields.
 *
 * Source: the restricted schemas of MCP 2025-11-25 and 2026-07-28 (`client/elicitation`) and of ACP v1.
 */
export { fromContent, toContent, type FormContent } from './form-content.js';
export type { FormField } from './form-fields.js';
export { readForm, type Form } from './form-read.js';
export { writeForm } from './form-write.js';
