import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entries, packageJson, root } from './repo.mjs';
import { composeStyles } from './styles.mjs';

const exactly = (name) => new RegExp(`^${name.replaceAll('.', '\\.')}$`);
const STYLES = join(root, 'src/styles/index.css');

/** Vite plugin for tests, stories and examples: the public names of the package lead to its sources. */
export const fromSources = {
  name: 'from-sources',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: [
        { find: exactly(`${packageJson.name}/styles.css`), replacement: STYLES },
        ...entries().map(({ name, source }) => ({ find: exactly(name), replacement: join(root, source) })),
      ],
    },
  }),
  load(id) {
    const [file] = id.split('?');
    if (file !== STYLES) return undefined;
    for (const name of readdirSync(dirname(file))) this.addWatchFile(join(dirname(file), name));
    return composeStyles(file);
  },
};
