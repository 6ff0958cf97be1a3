// node scripts/weekly/acp.mjs: runs Claude Code and Codex with their ACP adapters and a scripted model, and checks what
// the model reads of an answer. Installs them from npm (0.9 GB). They need no account, and reach only this machine.
import { join } from 'node:path';
import { bin, main, must, root } from '../lib/repo.mjs';

await main(async () => {
  await must(process.execPath, [join(root, 'scripts/beside.mjs'), 'test/acp', '--whole']);
  console.log(await must(bin('vitest'), ['run', '--project', 'acp']));
});
