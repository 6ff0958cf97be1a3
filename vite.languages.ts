import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { LANGUAGES, type Language } from './src/page/language.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Returns the script of one language, in one file. `entry` is its source, with the path of the language's messages. */
export async function buildLanguage(
  language: Language,
  format: 'es' | 'iife',
  entry: (messages: string) => string,
): Promise<string> {
  const messages = JSON.stringify(here(`dist/messages/languages/${language}.js`));
  const isEntry = (id: string) => id === 'language';
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'language',
        resolveId: (id) => (isEntry(id) ? id : undefined),
        load: (id) => (isEntry(id) ? entry(messages) : undefined),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: 'language', preserveEntrySignatures: 'strict', output: { format } },
    },
  });
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`There is no script of ${language}.`);
  return chunk.code;
}

/** Writes a module for each language beside the script of a page, which loads the one that it needs. */
export function writeLanguages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'write-languages',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      const { root, build: options } = config;
      await Promise.all(
        LANGUAGES.map(async (language) => {
          const code = await buildLanguage(language, 'es', (messages) => `export { createMessages } from ${messages};`);
          writeFileSync(new URL(`${options.outDir}/${language}.js`, `file://${root}/`), code);
        }),
      );
    },
  };
}
