// node scripts/weekly/mcp.mjs: measures how long the built server of `ask-user mcp` takes to answer `initialize`, beside
// a bare Node. Agents offer the tools of a slow server late, or never.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { main, must, root } from '../lib/repo.mjs';

/** How many times as long as a bare Node the server may take. Milliseconds would be more on a busy machine. */
const MOST_TIMES = 3;
const RUNS = 20;

const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'measure', version: '1' } },
})}\n`;

/** Resolves to the milliseconds until the program writes its first line, or ends. */
const measure = (args, input) =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const done = () => resolve(performance.now() - start);
    child.on('error', reject);
    child.on('close', done);
    child.stdout.once('data', () => {
      done();
      child.stdin.end();
    });
    if (input) child.stdin.write(input);
    else child.stdin.end();
  });

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

await main(async () => {
  await must('node', ['scripts/build.mjs']);
  const server = join(root, 'packages/ask-user/dist/server.js');
  const bare = [];
  const answered = [];
  for (let i = 0; i < RUNS; i++) {
    bare.push(await measure(['--eval', '0']));
    answered.push(await measure([server], INITIALIZE));
  }
  const times = median(answered) / median(bare);
  console.log(
    `a bare Node: ${median(bare).toFixed(0)} ms; the server answers after ${median(answered).toFixed(0)} ms, which is ${times.toFixed(1)} times as long`,
  );
  if (times > MOST_TIMES)
    throw new Error(
      `The server takes ${times.toFixed(1)} times as long as a bare Node, at most ${MOST_TIMES} are allowed`,
    );
});
