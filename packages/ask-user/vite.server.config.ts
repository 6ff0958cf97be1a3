import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { define } from '../../vite.languages.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the server of `ask-user mcp`: one file for Node without dependencies, because every file costs time before the
 * first answer. What a question needs is evaluated with the first question.
 */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  define,
  ssr: { noExternal: true },
  build: {
    ssr: here('src/main.ts'),
    target: 'node20',
    outDir: here('dist'),
    emptyOutDir: true,
    minify: true,
    // Writes the licenses of the bundled packages.
    license: { fileName: 'licenses.md' },
    rolldownOptions: { output: { format: 'es', entryFileNames: 'server.js', codeSplitting: false } },
  },
});
