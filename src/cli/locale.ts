/** Returns the BCP 47 tag of the user's language, such as `de-AT` for `LANG=de_AT.UTF-8`. Its region may be invalid. */
export function localeOf({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string {
  // Intl reads them, too, but does not ignore an empty one.
  const name = LC_ALL || LC_MESSAGES || LANG;
  return name ? name.replace(/[.@].*/, '').replaceAll('_', '-') : Intl.DateTimeFormat().resolvedOptions().locale;
}
