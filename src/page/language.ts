import type { AskUserLanguage } from 'react-ask-user';

/** Languages that a page can have besides English. */
export const LANGUAGES = ['de', 'es', 'fr', 'ja', 'zh', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns the language of a BCP 47 tag if a page can have it. */
export const languageOf = (tag: unknown): Language | undefined =>
  typeof tag === 'string' ? LANGUAGES.find((one) => new RegExp(`^${one}(?:[-_]|$)`, 'i').test(tag)) : undefined;

interface LanguageFile {
  createMessages(locale: string): AskUserLanguage;
}

/**
 * Shows this page in the first language of the browser that it can have, and resolves with the messages, or with
 * `undefined` for English. The file of a language stands beside the script of the page.
 */
export async function loadMessages(): Promise<AskUserLanguage | undefined> {
  const tag = navigator.languages.find((one) => languageOf(one) ?? /^en(?:-|$)/i.test(one));
  const language = languageOf(tag);
  if (tag === undefined || language === undefined) return undefined;
  try {
    const { createMessages } = (await import(/* @vite-ignore */ `./${language}.js`)) as LanguageFile;
    const messages = createMessages(tag);
    const { documentElement: page } = document;
    page.lang = messages.locale;
    page.dir = language === 'ar' ? 'rtl' : 'ltr';
    return messages;
  } catch {
    // A page in English can be answered, too.
    return undefined;
  }
}

/** Attributes of the texts that a page has only in English. */
export const ENGLISH = { lang: 'en', dir: 'ltr' } as const;
