import type { Config } from 'dompurify';

type Policy = Exclude<Config['TRUSTED_TYPES_POLICY'], null | undefined>;
/** Browser API that is missing from TypeScript's DOM library. */
interface Types {
  createPolicy(name: string, rules: { createHTML: (html: string) => string; createScriptURL: () => string }): Policy;
}

let policy: Policy | undefined;

/** Whether this page refuses plain strings as HTML. The test uses a document that is never shown. */
function enforcesTypes(): boolean {
  try {
    document.implementation.createHTMLDocument('').body.innerHTML = ' ';
    return false;
  } catch {
    return true;
  }
}

/**
 * Returns the Trusted Types policy `react-ask-user`, or `null` if the page accepts plain strings.
 *
 * @throws {TypeError} If the page enforces Trusted Types and its `trusted-types` directive does not allow the policy.
 */
export function trustedTypesPolicy(): Policy | null {
  if (policy) return policy;
  const { trustedTypes } = globalThis as { trustedTypes?: Types };
  if (!trustedTypes || !enforcesTypes()) return null;
  policy = trustedTypes.createPolicy('react-ask-user', {
    // Safe, because DOMPurify sanitizes the parsed document, and the frame gets a constant.
    createHTML: (html) => html,
    createScriptURL: () => '',
  });
  return policy;
}

/**
 * Returns HTML in the form that this page accepts. TypeScript's DOM library types sinks as `string`.
 *
 * @throws {TypeError} See `trustedTypesPolicy`.
 */
export const trusted = (html: string): string => (trustedTypesPolicy()?.createHTML(html) ?? html) as string;
