import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Builds the command line: one program for Node without dependencies. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('src/cli/main.ts', import.meta.url)),
    target: 'node20',
    outDir: 'dist/cli',
    emptyOutDir: false,
    // Writes the licenses of the bundled packages.
    license: { fileName: 'licenses.md' },
    // Names stay, so that a stack trace of a bug report can be read.
    rolldownOptions: {
      output: {
        minify: { mangle: false, compress: true, codegen: true },
        format: 'es',
        entryFileNames: 'main.js',
        chunkFileNames: '[name].js',
      },
    },
  },
});
