import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PEERS } from './consumer.mjs';
import { isClientFile } from './dist.mjs';
import { entries, must, packageJson, root } from './repo.mjs';

const { react } = packageJson.devDependencies;

/**
 * Tests the package in server components. Every entry must load with React's `react-server` build, which has no state
 * and no effects. A page that names the parts must become HTML as in a framework. A file without a required 'use
 * client' fails here.
 */
export async function checkReactServer(dir, tarball) {
  const app = join(dir, 'server-components');
  cpSync(join(root, 'test/package/server-components'), app, { recursive: true });
  cpSync(join(root, 'test/package/fixture/imports.mjs'), join(app, 'imports.mjs'));
  const dependencies = {
    [packageJson.name]: `file:${tarball}`,
    react,
    'react-dom': react,
    'react-server-dom-webpack': react,
    ...PEERS,
  };
  writeFileSync(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  // Without peers, because the bundler that the package is named after is not used.
  const quiet = ['--legacy-peer-deps', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'];
  await must('npm', ['install', ...quiet], { cwd: app });

  const hooks = pathToFileURL(fileURLToPath(new URL('react-server-hooks.mjs', import.meta.url)));
  const register = join(app, 'register.mjs');
  writeFileSync(register, `import { register } from 'node:module';\nregister(${JSON.stringify(hooks.href)});\n`);
  const onServer = (...args) =>
    must('node', ['--conditions=react-server', '--import', pathToFileURL(register).href, ...args], { cwd: app });
  await onServer('imports.mjs', ...entries().map(({ name }) => name));
  const flight = await onServer('flight.mjs');
  writeFileSync(join(app, 'page.flight'), flight);
  const html = await must('node', ['html.mjs', 'page.flight'], { cwd: app });
  const expected = {
    'From the server': 1,
    'And so is this': 1,
    'Where should it run?': 1,
    'Which database should we use?': 1,
    'Which one?': 2,
  };
  for (const [text, times] of Object.entries(expected)) {
    // The text must be in an element, not in the data of a script or in a label.
    const found = html.split(`>${text}<`).length - 1;
    if (found < times) throw new Error(`The server components' page shows "${text}" ${found} times:\n${html}`);
  }

  const index = readFileSync(join(root, 'dist/react/index.js'), 'utf8');
  if (isClientFile(index)) throw new Error("dist/react/index.js must not contain 'use client'");
}
