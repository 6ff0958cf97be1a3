import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vite';
import { entries } from '../../scripts/lib/repo.mjs';
import { writeLanguages } from '../../vite.languages.js';
import { page as web } from '../../vite.page.config.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A page like that of `--web`, from the built package. */
export const page = mergeConfig(web, {
  root: here('src/page'),
  build: { outDir: here('dist/page') },
  // This folder belongs to another package, which does not find react-ask-user by its name.
  resolve: {
    alias: [
      { find: /^react-ask-user\/styles\.css$/, replacement: here('../../dist/styles.css') },
      ...entries().map(({ name, dist }) => ({ find: new RegExp(`^${name}$`), replacement: here(`../../${dist}`) })),
    ],
  },
});

/** Builds the page of `ask-user mcp`. */
export default mergeConfig(page, { plugins: [writeLanguages()] });
