import type { AskUserLanguage } from 'react-ask-user';
import { words as english } from './words/en.js';
import type { PageWords } from './words/types.js';

declare const __LANGUAGES__: readonly string[];
/** Languages that a page can have besides English. vite.languages.ts reads them from the folder of the messages. */
export const LANGUAGES = __LANGUAGES__;

/** Returns the language of a BCP 47 tag if a page can have it. */
export const languageOf = (tag: unknown): string | undefined =>
  typeof tag === 'string' ? LANGUAGES.find((one) => new RegExp(`^${one}(?:[-_]|$)`, 'i').test(tag)) : undefined;

/** Scripts that are written from right to left, as far as languages of today have them. */
const FROM_RIGHT = /Arab|Hebr|Syrc|Thaa|Nkoo|Adlm|Rohg/;

/** Sets the language of the page and the direction of its script. */
export function setLanguage(page: Pick<HTMLElement, 'lang' | 'dir'>, locale: string): void {
  page.lang = locale;
  page.dir = FROM_RIGHT.test(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
}

/** Texts of a page. Without `messages`, those of the dialog are English. */
export interface PageTexts {
  readonly messages?: AskUserLanguage;
  readonly words: PageWords;
}

interface LanguageFile {
  readonly words: PageWords;
  createMessages(locale: string): AskUserLanguage;
}

/**
 * Shows this page in the first language of the browser that it can have, and resolves with the texts. The file of a
 * language stands beside the script of the page.
 */
export async function loadTexts(): Promise<PageTexts> {
  const tag = navigator.languages.find((one) => languageOf(one) ?? /^en(?:-|$)/i.test(one));
  const language = languageOf(tag);
  if (tag === undefined || language === undefined) return { words: english };
  try {
    const { createMessages, words } = (await import(/* @vite-ignore */ `./${language}.js`)) as LanguageFile;
    const messages = createMessages(tag);
    setLanguage(document.documentElement, messages.locale);
    return { messages, words };
  } catch {
    // A page in English can be answered, too.
    return { words: english };
  }
}
