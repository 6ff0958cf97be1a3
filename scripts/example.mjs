// npm run example:build: builds the page and the server of the example, in parallel.
import { bin, main, must } from './lib/repo.mjs';

const CONFIGS = ['examples/chat/vite.config.ts', 'examples/chat/vite.server.config.ts'];

await main(async () => {
  const start = performance.now();
  await Promise.all(CONFIGS.map((config) => must(bin('vite'), ['build', '--config', config])));
  console.log(`example: page and server, ${((performance.now() - start) / 1000).toFixed(1)} s`);
});
