import type { AskUserTerminalLanguage } from '../../terminal/index.js';
import { localeOf } from '../locale.js';

interface LanguageFile {
  createTerminalMessages(locale: string): AskUserTerminalLanguage;
}

const FILES = import.meta.glob<LanguageFile>(['../../messages/languages/??.ts', '!**/en.ts']);

/** Loads the messages of the user's language. Resolves to `undefined` for English and for a language without messages. */
export async function loadMessages(env: NodeJS.ProcessEnv): Promise<AskUserTerminalLanguage | undefined> {
  const locale = localeOf(env);
  const [language = ''] = locale.split('-');
  const load = FILES[`../../messages/languages/${language}.ts`];
  if (!load) return undefined;
  const { createTerminalMessages } = await load();
  try {
    return createTerminalMessages(locale);
  } catch {
    // The region is not valid.
    return createTerminalMessages(language);
  }
}
