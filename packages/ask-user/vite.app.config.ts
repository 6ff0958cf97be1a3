import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mergeConfig, type Plugin } from 'vite';
import { buildLanguage, LANGUAGES } from '../../vite.languages.js';
import { page } from './vite.page.config.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const dist = (file: string): string => here(`dist/app/${file}`);

/** The page may contain no frames, so that HTML previews are shown as if their code could not be loaded: as text. */
const withoutHtmlPreviews: Plugin = {
  name: 'without-html-previews',
  enforce: 'pre',
  load: (file) => (file.endsWith('/dist/react/html/index.js') ? "throw new Error('No frames.');" : undefined),
};

/**
 * The height of the window follows that of the card, so the card must not depend on it: its parts depend on what the host
 * says, or on 50rem, and no window is low.
 */
const withFixedHeights: Plugin = {
  name: 'with-fixed-heights',
  enforce: 'pre',
  transform: (code, file) =>
    file.endsWith('/styles.css')
      ? code
          .replace(/\b(?!100)(\d+)dvh/g, (_, share) => `calc(var(--max-height, 50rem) * ${Number(share) / 100})`)
          .replace(/\(max-height: \d+px\)/g, '(max-width: -1px)')
          .replace(/\(min-height: \d+px\)/g, '(min-width: 0px)')
      : undefined,
};

/** Moves the script and the styles into the page. */
function writeDialog(): void {
  const [html = '', script = '', style = ''] = ['index.html', 'page.js', 'page.css'].map((file) => {
    const text = readFileSync(dist(file), 'utf8');
    rmSync(dist(file));
    return text;
  });
  const inOneFile = html
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace('</body>', () => `<script type="module">${escape(script)}</script></body>`);
  writeFileSync(dist('dialog.html'), inOneFile);
}

/** Nothing in a script may end its element. */
const escape = (script: string): string => script.replaceAll('</script', String.raw`<\/script`);

/** Writes the script that adds the messages of a language to the page. */
async function writeLanguage(language: string): Promise<void> {
  const code = await buildLanguage(
    language,
    'iife',
    (messages) => `import { createMessages } from ${messages};
(globalThis.askUserLanguages ??= {}).${language} = createMessages;`,
  );
  writeFileSync(dist(`${language}.js`), escape(code));
}

const inOneFile: Plugin = {
  name: 'in-one-file',
  async closeBundle() {
    writeDialog();
    await Promise.all(LANGUAGES.map(writeLanguage));
  },
};

/** Builds the MCP App of `ask-user mcp`: a page in one file, from the built package. */
export default mergeConfig(page, {
  root: here('src/app/page'),
  plugins: [withoutHtmlPreviews, withFixedHeights, inOneFile],
  // React 19 is larger by a fifth of what the page may weigh, and the card needs nothing of it.
  resolve: { alias: [{ find: /^(react(?:-dom)?)(?=\/|$)/, replacement: here('../../node_modules/$1-18') }] },
  build: { outDir: here('dist/app'), rolldownOptions: { treeshake: { manualPureFunctions: ['__name'] } } },
});
