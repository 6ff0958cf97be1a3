import { defineConfig } from 'vite';
import { entries } from './scripts/lib/repo.mjs';

export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    minify: false,
    // scripts/build.mjs empties the folder itself, and writes other files into it meanwhile.
    emptyOutDir: false,
    // The exports of package.json are the entries, so a new entry needs only a line there.
    lib: { entry: entries().map(({ source }) => source), formats: ['es'] },
    rolldownOptions: {
      external: (id) => !/^[./\0]/.test(id),
      // One output file per source file: each keeps its 'use client', and bundlers drop unused files.
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' },
      onLog(level, log, handle) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
