import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repo.mjs';

const SOURCE = join(root, 'registry');
const read = (file) => readFileSync(join(SOURCE, file), 'utf8');

/** Writes one file for each item of shadcn/ui's registry, with the text of its components, like `shadcn build`. */
export function writeRegistry(dir) {
  mkdirSync(dir, { recursive: true });
  for (const item of JSON.parse(read('registry.json')).items) {
    const files = item.files.map((file) => ({ ...file, content: read(file.path) }));
    const built = { $schema: 'https://ui.shadcn.com/schema/registry-item.json', ...item, files };
    writeFileSync(join(dir, `${item.name}.json`), `${JSON.stringify(built, null, 2)}\n`);
  }
}
