import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, mergeConfig } from 'vite';
import { define, writeLanguages } from './vite.languages.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A page: the built dialog and React, in one script and one stylesheet. */
export const page = defineConfig({
  root: here('src/page'),
  base: './',
  logLevel: 'warn',
  define,
  plugins: [react()],
  build: {
    outDir: here('dist/cli/page'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 700,
    modulePreload: false,
    // Writes the licenses of the bundled packages.
    license: { fileName: 'licenses.md' },
    // One script and one stylesheet, because the command serves only the files that its table lists.
    rolldownOptions: {
      output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]', codeSplitting: false },
    },
  },
});

/** Builds the page of `ask-user --web`, which the command itself serves. */
export default mergeConfig(page, { plugins: [writeLanguages()] });
