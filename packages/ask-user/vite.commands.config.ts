import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vite';
import server from './vite.server.config.js';

/** Builds `ask-user add`, `remove`, `doctor` and `hook`: one file beside the server, so that the server stays small. */
export default mergeConfig(server, {
  build: {
    ssr: fileURLToPath(new URL('src/commands.ts', import.meta.url)),
    emptyOutDir: false,
    license: { fileName: 'commands.licenses.md' },
    rolldownOptions: { output: { entryFileNames: 'commands.js' } },
  },
});
