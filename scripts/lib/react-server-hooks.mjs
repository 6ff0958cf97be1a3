import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { isClientFile } from './dist.mjs';

/**
 * Node's module hook. Replaces a client file by references to its names, without its code, as a bundler for server
 * components does.
 */
export function load(url, context, next) {
  if (!url.startsWith('file:') || !/\.m?js$/.test(url)) return next(url, context);
  const source = readFileSync(fileURLToPath(url), 'utf8');
  if (!isClientFile(source)) return next(url, context);
  const names = parseSync(fileURLToPath(url), source).module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name ?? 'default'),
  );
  const references = names.map((name) => {
    const call = `registerClientReference(() => {}, ${JSON.stringify(url)}, '${name}')`;
    return name === 'default' ? `export default ${call};` : `export const ${name} = ${call};`;
  });
  const start = "import { registerClientReference } from 'react-server-dom-webpack/server';";
  return { format: 'module', source: [start, ...references].join('\n'), shortCircuit: true };
}
