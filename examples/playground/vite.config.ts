import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fromSources } from '../../scripts/lib/from-sources.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the page of the playground. Its addresses are relative, so it works at any path. */
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [react(), fromSources],
  build: { outDir: here('dist'), emptyOutDir: true, chunkSizeWarningLimit: 700, cssTarget: 'chrome123' },
});
