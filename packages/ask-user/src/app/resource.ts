import { readFile } from 'node:fs/promises';
import { DIALOG } from './offer.js';
import { localeOf } from '../../../../src/cli/locale.js';
import { languageOf } from '../../../../src/page/language.js';
import { KEY, type AppSettings } from './wire.js';

const read = (file: string): Promise<string> => readFile(new URL(`./app/${file}`, import.meta.url), 'utf8');

/** Returns the script that adds the messages of a language to the page. */
export const readLanguage = (language: string): Promise<string> => read(`${language}.js`);

/** Returns the contents of the page, in the language of this computer if the card has it. */
export async function readDialog(settings: AppSettings): Promise<readonly object[]> {
  const language = languageOf(localeOf(process.env));
  const [html, script] = await Promise.all([read('dialog.html'), language ? readLanguage(language) : '']);
  const text = html
    .replace('lang="en"', `lang="${language ?? 'en'}"`)
    // A `<` could end the element.
    .replace('{}', () => JSON.stringify(settings).replaceAll('<', String.raw`\u003c`))
    .replace('/* language */', () => script);
  const _meta = { ui: { prefersBorder: false }, [KEY]: settings.key };
  return [{ uri: DIALOG.uri, mimeType: DIALOG.mimeType, text, _meta }];
}
