import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The page of `ask-user --web`: the built dialog with React inside, served by the command itself. */
export default defineConfig({
  root: here('src/page'),
  base: './',
  logLevel: 'warn',
  plugins: [react()],
  build: {
    outDir: here('dist/cli/page'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 700,
    modulePreload: false,
    // What is bundled keeps its terms.
    license: { fileName: 'licenses.md' },
    // One script and one stylesheet: what the command serves is what its table names.
    rolldownOptions: {
      output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]', codeSplitting: false },
    },
  },
});
