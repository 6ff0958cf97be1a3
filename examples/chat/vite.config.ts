import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fromSources } from '../../scripts/lib/from-sources.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the page. `npx vite --config examples/chat/vite.config.ts` serves it with hot reload, next to a running
 * server.
 */
export default defineConfig({
  root: here('page'),
  plugins: [react(), fromSources],
  build: { outDir: here('dist/page'), emptyOutDir: true, chunkSizeWarningLimit: 700 },
  server: { proxy: { '/api': 'http://127.0.0.1:5174' } },
});
