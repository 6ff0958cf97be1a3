import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { fromSources } from '../../scripts/lib/from-sources.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the server: its files in one module. Node loads the npm packages. */
export default defineConfig({
  root: here('server'),
  plugins: [fromSources],
  ssr: { target: 'node', external: true },
  build: {
    ssr: here('server/main.ts'),
    outDir: here('dist/server'),
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});
