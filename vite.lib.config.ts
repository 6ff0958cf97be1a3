import { defineConfig } from 'vite';
import { entries } from './scripts/lib/repo.mjs';

export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    minify: false,
    sourcemap: true,
    // scripts/build.mjs has emptied it, and writes into it meanwhile.
    emptyOutDir: false,
    // The entries are what package.json exports: a new room needs only its line there.
    lib: { entry: entries().map(({ source }) => source), formats: ['es'] },
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
