import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { isClientFile } from './dist.mjs';

/** Node's module hook: a client file gives its names and none of its code, as a bundler of server components does it. */
export function load(url, context, next) {
  if (!url.startsWith('file:') || !/\.m?js$/.test(url)) return next(url, context);
  const source = readFileSync(fileURLToPath(url), 'utf8');
  if (!isClientFile(source)) return next(url, context);
  const names = parseSync(fileURLToPath(url), source).module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name ?? 'default'),
  );
  const stubs = names.map((name) => (name === 'default' ? 'export default {};' : `export const ${name} = {};`));
  return { format: 'module', source: stubs.join('\n'), shortCircuit: true };
}
