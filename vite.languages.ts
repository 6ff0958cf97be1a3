import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Languages of the pages besides English, which their scripts contain. */
export const LANGUAGES: readonly string[] = readdirSync(here('src/messages/languages'))
  .filter((file) => /^[a-z]{2}\.ts$/.test(file) && file !== 'en.ts')
  .map((file) => file.slice(0, 2));

/** Defines the languages in the code of the pages and of their servers. */
export const define = { __LANGUAGES__: JSON.stringify(LANGUAGES) };

/** Returns the script of one language, in one file. `entry` is its source, with the path of the language's messages. */
export async function buildLanguage(
  language: string,
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
          const words = JSON.stringify(here(`src/page/words/${language}.ts`));
          const code = await buildLanguage(
            language,
            'es',
            (messages) => `export { createMessages } from ${messages}; export { words } from ${words};`,
          );
          writeFileSync(new URL(`${options.outDir}/${language}.js`, `file://${root}/`), code);
        }),
      );
    },
  };
}
