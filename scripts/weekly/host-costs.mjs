// node scripts/weekly/host-costs.mjs: measures the cost of 1,000, 10,000 and 50,000 pending requests in memory, PostgreSQL and Redis.
// Installs the two servers if they are missing. Fails if a target is missed. --write writes the table and the picture
// into bench/host.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { hostChart, hostTable, missedTargets, SIZES } from '../../bench/lib/host.mjs';
import { ensureDatabases } from '../lib/databases.mjs';
import { main, must, root, withTempDir } from '../lib/repo.mjs';

const PAGE = join(root, 'bench/host.md');
const PICTURE = join(root, 'bench/host-costs.svg');
const TABLE = /(<!-- bench:host -->\n)[^]*?(<!-- \/bench:host -->)/;

const { values: flags } = parseArgs({ options: { write: { type: 'boolean' } } });

await main(() =>
  withTempDir(async (dir) => {
    ensureDatabases();
    await must(process.execPath, [join(root, 'scripts/beside.mjs'), 'test/servers']);
    const outfile = join(dir, 'bench.mjs');
    await build({
      entryPoints: [join(root, 'test/servers/bench.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      external: ['pg-native', 'pg-cloudflare'],
      logLevel: 'error',
    });
    const figures = JSON.parse(await must(process.execPath, [outfile, ...SIZES.map(String)]));
    const table = hostTable(figures);
    console.log(table);
    if (flags.write) {
      const page = readFileSync(PAGE, 'utf8');
      if (!TABLE.test(page))
        throw new Error('bench/host.md has no <!-- bench:host --> comments, so the table cannot be written.');
      writeFileSync(
        PAGE,
        page.replace(TABLE, (_, start, end) => `${start}\n${table}\n${end}`),
      );
      writeFileSync(PICTURE, hostChart(figures));
    }
    const missed = missedTargets(figures);
    for (const line of missed) console.log(line);
    if (missed.length > 0) throw new Error(`${missed.length} targets of the host's costs were missed.`);
  }),
);
