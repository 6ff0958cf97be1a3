// node scripts/weekly/restate.mjs: runs the guide's agent in Restate, and kills it at every step. Installs Restate's server (216
// MB) from npm, and PostgreSQL if it is missing.
import { join } from 'node:path';
import { ensureDatabases } from '../lib/databases.mjs';
import { bin, main, must, root } from '../lib/repo.mjs';

await main(async () => {
  ensureDatabases();
  await must(process.execPath, [join(root, 'scripts/beside.mjs'), 'test/restate', '--whole']);
  process.env['CI'] = '1';
  console.log(await must(bin('vitest'), ['run', '--project', 'restate']));
});
