import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The command line: one program for Node, with its prompt library inside, so that nobody has to install that. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('src/cli/main.ts', import.meta.url)),
    target: 'node20',
    outDir: 'dist/cli',
    emptyOutDir: false,
    minify: false,
    // What is bundled keeps its terms.
    license: { fileName: 'licenses.md' },
    rolldownOptions: { output: { format: 'es', entryFileNames: 'main.js', chunkFileNames: '[name].js' } },
  },
});
