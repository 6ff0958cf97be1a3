// node scripts/example.mjs: builds the page and the server of the example chat, and the playground, from the sources of the
// package, in parallel.
import { bin, main, must } from './lib/repo.mjs';

const CONFIGS = [
  'examples/chat/vite.config.ts',
  'examples/chat/vite.server.config.ts',
  'examples/playground/vite.config.ts',
];

await main(async () => {
  const start = performance.now();
  await Promise.all(CONFIGS.map((config) => must(bin('vite'), ['build', '--config', config])));
  console.log(`example: chat and playground, ${((performance.now() - start) / 1000).toFixed(1)} s`);
});
