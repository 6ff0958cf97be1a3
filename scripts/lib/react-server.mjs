import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isClientFile } from './dist.mjs';
import { entries, must, root } from './repo.mjs';

/**
 * Imports every entry as a server component does: React's `react-server` build, which has no state and no effects, and
 * references in place of the files that carry 'use client'. A file that lacks the line fails here.
 */
export async function checkReactServer(app) {
  const hooks = pathToFileURL(fileURLToPath(new URL('react-server-hooks.mjs', import.meta.url)));
  const register = join(app, 'react-server.mjs');
  writeFileSync(register, `import { register } from 'node:module';\nregister(${JSON.stringify(hooks.href)});\n`);
  const names = entries().map(({ name }) => name);
  await must('node', ['--conditions=react-server', '--import', pathToFileURL(register).href, 'imports.mjs', ...names], {
    cwd: app,
  });
  const index = readFileSync(join(root, 'dist/react/index.js'), 'utf8');
  if (isClientFile(index)) throw new Error("dist/react/index.js must not carry 'use client'");
}
