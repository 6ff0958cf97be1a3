import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The server: our own files in one module, npm packages left to Node. */
export default defineConfig({
  root: here('server'),
  ssr: { target: 'node', external: true },
  build: {
    ssr: here('server/main.ts'),
    outDir: here('dist/server'),
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});
