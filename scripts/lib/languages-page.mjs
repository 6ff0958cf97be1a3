const BLOCK = /(<!-- languages -->\n)[\s\S]*?(<!-- \/languages -->)/;

/** Returns the English name of a language, with its script where English names it so: "Simplified Chinese". */
function nameOf(language) {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const withScript = names.of(`${language}-${new Intl.Locale(language).maximize().script}`);
  return withScript.includes('(') ? names.of(language) : withScript;
}

/**
 * Returns the page with its table of the languages that the package exports.
 *
 * @param {string} text
 * @param {readonly string[]} names of the entries, such as `react-ask-user/messages/de`
 */
export function languagesPage(text, names) {
  const rows = names
    .flatMap((name) => /\/messages\/([a-z]{2})$/.exec(name)?.[1] ?? [])
    .map((language) => ({ language, english: nameOf(language) }))
    .toSorted((a, b) => (a.english < b.english ? -1 : 1))
    .map(({ language, english }) => `| ${english} | \`react-ask-user/messages/${language}\` | \`${language}\` |`);
  const made = ['| language | entry | export |', '| - | - | - |', ...rows].join('\n');
  if (!BLOCK.test(text)) throw new Error('docs/languages.md: no block of languages');
  return text.replace(BLOCK, (_, start, end) => `${start}\n${made}\n\n${end}`);
}
