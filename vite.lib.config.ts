import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

interface Manifest {
  exports: Record<string, string | { default: string }>;
}

/** The entries are what package.json exports: a new room needs only its line there. */
const manifest = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as Manifest;
const entries = Object.values(manifest.exports)
  .map((target) => (typeof target === 'string' ? target : target.default))
  .filter((file) => file.startsWith('./dist/') && file.endsWith('.js'))
  .map((file) => file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));

export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    minify: false,
    sourcemap: true,
    emptyOutDir: true,
    lib: { entry: entries, formats: ['es'] },
    rolldownOptions: {
      external: (id) => !/^[./\0]/.test(id),
      // One file a source file: each keeps its 'use client', and a bundler drops those that nobody imports.
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' },
      onLog(level, log, handle) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
