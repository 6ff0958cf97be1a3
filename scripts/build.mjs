// Builds dist: one JavaScript file and one declaration file per source file, in the same folders, and the stylesheet.
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { distProblems } from './lib/dist.mjs';
import { bin, entries, main, must, packageJson, root } from './lib/repo.mjs';
import { writeRegistry } from './lib/registry.mjs';
import { composeStyles } from './lib/styles.mjs';

/** Builds one after the other, because both write the declarations of the files that they share. */
async function declarations() {
  await must(bin('tsc'), ['-p', 'tsconfig.build.json']);
  // The only entry with Node's types. Everything else is checked without them.
  await must(bin('tsc'), ['-p', 'tsconfig.node.json']);
}

async function scripts() {
  await Promise.all([vite('vite.lib.config.ts'), vite('vite.cli.config.ts')]);

  writeFileSync(join(root, 'dist/styles.css'), composeStyles(join(root, 'src/styles/index.css')));
  // TypeScript 6 and later require a declaration for `import 'react-ask-user/styles.css'`.
  writeFileSync(join(root, 'dist/styles.d.ts'), 'export {};\n');

  writeRegistry(join(root, 'dist/registry'));

  // The page imports the package by name, so that it shows what a host would show.
  await vite('vite.page.config.ts');

  // The second package. Its page is written into the folder that the first of these empties.
  await vite('packages/ask-user/vite.server.config.ts');
  await vite('packages/ask-user/vite.commands.config.ts');
  await vite('packages/ask-user/vite.page.config.ts');
  await vite('packages/ask-user/vite.app.config.ts');
}

const vite = (config) => must(bin('vite'), ['build', '--config', config]);

await main(async () => {
  const start = performance.now();
  const missing = entries().filter(({ source }) => !existsSync(join(root, source)));
  if (missing.length) {
    throw new Error(
      missing.map(({ name, source }) => `package.json exports ${name}, but there is no ${source}`).join('\n'),
    );
  }

  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await Promise.all([declarations(), scripts()]);

  for (const file of Object.values(packageJson.bin ?? {})) chmodSync(join(root, file), 0o755);

  const problems = await distProblems();
  if (problems.length) throw new Error(problems.join('\n'));
  console.log(`dist: ${entries().length} entries, ${((performance.now() - start) / 1000).toFixed(1)} s`);
});
