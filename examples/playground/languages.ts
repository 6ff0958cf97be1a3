import type { AskUserLanguage } from 'react-ask-user';

export interface Language {
  readonly title: string;
  readonly dir: 'ltr' | 'rtl';
  /** Loads the messages. English is the default of the dialog. */
  readonly load?: () => Promise<AskUserLanguage>;
}

// The folder, so that a new language is in the list. An app imports one of them, as in the code that the page shows.
const FILES = import.meta.glob<Record<string, AskUserLanguage>>('../../src/messages/languages/??.ts');

/** Languages by the name of their entry, such as `react-ask-user/messages/de`. */
export const LANGUAGES: Readonly<Record<string, Language>> = Object.fromEntries(
  Object.entries(FILES).map(([file, load]) => {
    const name = file.slice(-5, -3);
    const title = new Intl.DisplayNames([name], { type: 'language' }).of(name) ?? name;
    const dir = /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(title) ? 'rtl' : 'ltr';
    const messages = async () => (await load())[name]!;
    return [name, { title, dir, ...(name !== 'en' && { load: messages }) }];
  }),
);
