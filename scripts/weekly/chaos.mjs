// node scripts/weekly/chaos.mjs: runs every case of test/servers/callbacks.test.ts 20 times with PostgreSQL and Redis: killed
// processes, outages of 20 seconds, and callbacks that always fail. Installs the two servers if they are missing.
// `--runs 5` runs each case 5 times.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDatabases } from '../lib/databases.mjs';
import { bin, main, must, root } from '../lib/repo.mjs';

const { values: flags } = parseArgs({ options: { runs: { type: 'string', default: '20' } } });

await main(async () => {
  ensureDatabases();
  await must(process.execPath, [join(root, 'scripts/beside.mjs'), 'test/servers']);
  process.env['CI'] = '1';
  process.env['CHAOS_RUNS'] = flags.runs;
  console.log(await must(bin('vitest'), ['run', '--project', 'servers', 'test/servers/callbacks.test.ts']));
});
