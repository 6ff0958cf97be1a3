import type { Config } from 'dompurify';

/** What DOMPurify and the frame need of a Trusted Types policy. */
type Policy = Exclude<Config['TRUSTED_TYPES_POLICY'], null | undefined>;
/** The browser's own type is missing from the DOM library that the package is compiled with. */
interface Types {
  createPolicy(name: string, rules: { createHTML: (html: string) => string; createScriptURL: () => string }): Policy;
}

let policy: Policy | undefined;

/** Whether this page refuses plain strings as HTML. The document it asks is never shown. */
function enforcesTypes(): boolean {
  try {
    document.implementation.createHTMLDocument('').body.innerHTML = ' ';
    return false;
  } catch {
    return true;
  }
}

/**
 * Returns the Trusted Types policy `react-ask-user`, or `null` if the page takes plain strings.
 *
 * @throws {TypeError} If the page enforces Trusted Types and its `trusted-types` directive does not name the policy.
 */
export function trustedTypesPolicy(): Policy | null {
  if (policy) return policy;
  const { trustedTypes } = globalThis as { trustedTypes?: Types };
  if (!trustedTypes || !enforcesTypes()) return null;
  policy = trustedTypes.createPolicy('react-ask-user', {
    // DOMPurify reads the document that is written with it; the frame gets a constant.
    createHTML: (html) => html,
    createScriptURL: () => '',
  });
  return policy;
}

/** Returns HTML in the form that this page takes. The DOM library types every sink as `string`. */
export const trusted = (html: string): string => (trustedTypesPolicy()?.createHTML(html) ?? html) as string;
