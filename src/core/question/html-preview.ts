const FORBIDDEN = /<(!doctype|(?:html|body|script|style)(?![\w-]))/i;

/**
 * Checks that the preview of an option is an HTML fragment: with at least one start tag, and without `<!doctype>`,
 * `<html>`, `<body>`, `<script>` and `<style>`. The check does not make the preview safe to render.
 *
 * @returns An error message for the agent, or `null` if the preview is valid or absent.
 */
export function validateHtmlPreview(preview: string | undefined): string | null {
  if (preview === undefined) return null;
  const found = FORBIDDEN.exec(preview)?.[1]?.toLowerCase();
  if (found) return `preview must be a fragment of HTML, not a document or a script. Leave out <${found}>.`;
  // Two linear searches, because one expression for a whole tag takes quadratic time on "<a<a<a…".
  const start = preview.search(/<[a-z]/i);
  return start >= 0 && preview.includes('>', start) ? null : 'preview must contain an HTML tag. Wrap it in <pre>.';
}
