import type { AskUserLanguage } from 'react-ask-user';

interface Language {
  title: string;
  /** Not set for English, so that the texts of a story stay. */
  messages: AskUserLanguage | undefined;
  rightToLeft: boolean;
}

const FILES = import.meta.glob<Record<string, AskUserLanguage>>('../src/messages/languages/??.ts', { eager: true });

/** Values of the locale toolbar: every language of the package. */
export const LANGUAGES: Readonly<Record<string, Language>> = Object.fromEntries(
  Object.entries(FILES).map(([file, exports]) => {
    const name = file.slice(-5, -3);
    const title = new Intl.DisplayNames([name], { type: 'language' }).of(name) ?? name;
    const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(title);
    return [name, { title, messages: name === 'en' ? undefined : exports[name], rightToLeft }];
  }),
);
