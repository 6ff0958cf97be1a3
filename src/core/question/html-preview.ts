const FORBIDDEN = /<(!doctype|(?:html|body|script|style)(?![\w-]))/i;

/**
 * Checks that an option's preview is a fragment of HTML: not a whole document, without scripts and style sheets, with at
 * least one tag. It tells an agent what to write; it is no sanitiser, and what passes is still not safe to render.
 *
 * @returns what is wrong, as a sentence for the agent, or `null` where nothing is or there is no preview.
 */
export function validateHtmlPreview(preview: string | undefined): string | null {
  if (preview === undefined) return null;
  const found = FORBIDDEN.exec(preview)?.[1]?.toLowerCase();
  if (found) return `preview must be a fragment of HTML, not a document or a script. Leave out <${found}>.`;
  // Two linear searches: one expression for a whole tag takes quadratic time on "<a<a<a…".
  const start = preview.search(/<[a-z]/i);
  return start >= 0 && preview.includes('>', start) ? null : 'preview must contain an HTML tag. Wrap it in <pre>.';
}
