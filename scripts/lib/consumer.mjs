import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { bin, entries, must, packageJson, root, run } from './repo.mjs';

const FIXTURE = join(root, 'test/package/fixture');
const { dependencies, devDependencies } = packageJson;
/** Peers that `react-ask-user/node` and `/markdown` import. These entries do not load without them. */
export const PEERS = { srvx: devDependencies.srvx, marked: devDependencies.marked };

const NEWEST_REACT = {
  react: devDependencies.react,
  types: devDependencies['@types/react'],
  domTypes: devDependencies['@types/react-dom'],
};
const OLDEST_REACT = { react: '18.2.0', types: '18.2.79', domTypes: '18.2.25' };
/** The lowest version of each supported range of Radix. npm installs the highest one. */
const OLDEST_RADIX = Object.fromEntries(
  Object.entries(dependencies)
    .filter(([name]) => name.startsWith('@radix-ui/'))
    .map(([name, range]) => [name, range.replace('^', '')]),
);
const { dependencies: stacks } = JSON.parse(readFileSync(join(root, 'test/stacks/package.json'), 'utf8'));
/** SDKs of the model providers, to which `sdks` of the fixture passes the tool. */
const SDKS = {
  '@anthropic-ai/sdk': stacks['@anthropic-ai/sdk'],
  '@google/genai': stacks['@google/genai'],
  ai: stacks['ai-7'],
  openai: stacks.openai,
};

/**
 * The applications in which the package is tested: both ends of the supported versions. React's warnings only appear in
 * development.
 *
 * @typedef {{ name: string, react: string, types: string, domTypes: string, radix?: Record<string, string>, sdks?: Record<string, string>, warns?: RegExp }} Kind
 * `warns` matches the warnings of its builds that the docs explain.
 * @type {Kind[]}
 */
export const APPS = [
  { name: 'newest', ...NEWEST_REACT, sdks: SDKS },
  { name: 'oldest', ...OLDEST_REACT, radix: OLDEST_RADIX, warns: /IMPORT_IS_UNDEFINED.*unstable_Item/ },
];

/** Packs the package as npm publishes it. @returns {Promise<{ tarball: string, files: string[] }>} */
export async function pack(dir) {
  const output = await must('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', dir]);
  const [{ filename, files }] = JSON.parse(output.slice(output.indexOf('[')));
  return { tarball: join(dir, filename), files: files.map(({ path }) => path) };
}

/** Links the build tools of this project, which all applications use. */
export function shareTools(dir) {
  for (const tool of ['vite', '@vitejs/plugin-react']) {
    const place = join(dir, 'node_modules', tool);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', tool), place, 'junction');
  }
}

/**
 * Creates a Vite and React application in a new folder, and installs the tarball.
 *
 * @param {Kind} kind
 */
export async function createApp(dir, tarball, { name, react, types, domTypes, radix, sdks }) {
  const app = join(dir, name);
  cpSync(FIXTURE, app, { recursive: true });
  const manifest = {
    name: 'app',
    private: true,
    type: 'module',
    dependencies: { [packageJson.name]: `file:${tarball}`, react, 'react-dom': react, ...PEERS },
    devDependencies: { ...sdks, '@types/react': types, '@types/react-dom': domTypes },
    ...(radix && { overrides: { [packageJson.name]: radix } }),
    allowScripts: { protobufjs: false },
  };
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest, null, 2));
  await must('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: app });
  for (const [dependency, version] of Object.entries({ react, 'react-dom': react, ...radix })) {
    if (installed(app, dependency) !== version) throw new Error(`${name}: ${dependency} is not at ${version}`);
  }
  return app;
}

/** Returns the version of a package that an application has installed. */
export const installed = (app, name) =>
  JSON.parse(readFileSync(join(app, 'node_modules', name, 'package.json'), 'utf8')).version;

/** Checks that every entry loads in plain Node, and type-checks with both kinds of module resolution. */
export async function checkEntries(app) {
  await must('node', ['imports.mjs', ...entries().map(({ name }) => name)], { cwd: app });
  for (const resolution of ['nodenext', 'bundler']) {
    await must(bin('tsc'), ['-p', `tsconfig.${resolution}.json`], { cwd: app });
  }
}

/**
 * Checks that the tool and its results are assignable to the types of the providers' SDKs, with and without
 * `exactOptionalPropertyTypes`.
 *
 * @param app - An application with `sdks`.
 */
export async function checkSdks(app) {
  for (const exact of ['true', 'false']) {
    await must(bin('tsc'), ['-p', 'sdks', '--exactOptionalPropertyTypes', exact], { cwd: app });
  }
}

/** Entries that need React, by their source. The stacks that only exist in a page have no `react.ts`. */
const PAGE_ENTRY = /^src\/(react\/|integrations\/(assistant-ui|copilotkit)\/|integrations\/[\w-]+\/react\.tsx?$)/;

/** Checks that entries without React load if only this package and its dependencies are installed, without Radix. */
export async function checkBare(dir, tarball) {
  const bare = join(dir, 'bare');
  const home = join(bare, 'node_modules', packageJson.name);
  mkdirSync(home, { recursive: true });
  await must('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  cpSync(join(FIXTURE, 'imports.mjs'), join(bare, 'imports.mjs'));
  for (const name of [...Object.keys(dependencies).filter((one) => !one.startsWith('@radix-ui/')), 'srvx']) {
    cpSync(join(root, 'node_modules', name), join(bare, 'node_modules', name), { recursive: true });
  }
  const names = entries()
    .filter(({ source }) => !PAGE_ENTRY.test(source))
    .map(({ name }) => name);
  await must('node', ['imports.mjs', ...names], { cwd: bare });
  await checkCommand(bare, home);
}

/** Checks that the command line contains everything that it needs, including its prompts and the page of `--web`. */
async function checkCommand(cwd, home) {
  const { version, bin } = packageJson;
  const command = join(home, bin['ask-user']);
  const printed = await must('node', [command, '--version'], { cwd });
  if (!printed.includes(version)) throw new Error(`ask-user --version printed ${printed.trim()} instead of ${version}`);
  const input = '{"question":"Pick one","options":"[\\"A\\", \\"B\\"]"}';
  const env = { ...process.env, TOOLBOX_ACTION: 'execute', INPUT: input };
  const prompt = await must('sh', ['-c', 'printf %s "$INPUT" | node "$0"', command], { cwd, env });
  if (JSON.parse(prompt).status !== 'ok') throw new Error(`ask-user returned no prompt: ${prompt}`);
  for (const file of ['index.html', 'page.js', 'page.css', 'de.js']) {
    if (!existsSync(join(home, 'dist/cli/page', file))) throw new Error(`the page of --web lacks ${file}`);
  }
}

/**
 * Builds the application for browser and server, and renders it on the server.
 *
 * @param {'production' | 'development'} mode
 * @param {Pick<Kind, 'warns'>} [kind]
 * @returns {Promise<{ dir: string, html: string }>} the browser's files, and the page with the rendered app
 */
export async function buildApp(app, mode, { warns } = {}) {
  const env = { ...process.env, NODE_ENV: mode };
  rmSync(join(app, 'dist'), { recursive: true, force: true });
  const printed = stripVTControlCharacters(await must('node', ['build.mjs'], { cwd: app, env })).trim();
  // Each warning begins with its code in brackets, and quotes the source.
  const noise = printed
    .split(/^(?=.*\[[A-Z_]+\])/m)
    .filter((warning) => !warns?.test(warning))
    .join('');
  if (noise) throw new Error(`vite build (${mode}) warns:\n${noise}`);
  const markup = await must('node', ['render.mjs'], { cwd: app, env });
  for (const text of ['Which database should we use?', 'PostgreSQL', 'SQLite', 'radiogroup']) {
    if (!markup.includes(text))
      throw new Error(`The server's page (${mode}) does not contain "${text}":\n${markup.slice(0, 2000)}`);
  }
  const dir = join(app, 'dist/client');
  const html = readFileSync(join(dir, 'index.html'), 'utf8').replace('<!--app-->', () => markup);
  return { dir, html };
}

/** Files of the alias package: its commands, the page, the MCP App, and the plugin for Claude Code. */
const ALIAS_FILES = [
  '.claude-plugin/marketplace.json',
  '.claude-plugin/plugin.json',
  '.mcp.json',
  'LICENSE',
  'README.md',
  ...entries()
    .flatMap(({ name }) => /\/messages\/(?!en)(\w\w)$/.exec(name)?.[1] ?? [])
    .flatMap((one) => [`dist/app/${one}.js`, `dist/page/${one}.js`]),
  'dist/app/dialog.html',
  'dist/app/licenses.md',
  'dist/commands.js',
  'dist/commands.licenses.md',
  'dist/licenses.md',
  'dist/page/index.html',
  'dist/page/licenses.md',
  'dist/page/page.css',
  'dist/page/page.js',
  'dist/server.js',
  'hooks/hooks.json',
  'main.js',
  'package.json',
  'skills/ask-user/SKILL.md',
].sort();

/** Checks that the alias package runs the command of the package that it depends on. */
export async function checkAlias(dir, tarball) {
  const app = join(dir, 'alias');
  mkdirSync(app, { recursive: true });
  const home = join(root, 'packages/ask-user');
  const output = await must('npm', ['pack', '--json', '--pack-destination', dir], { cwd: home });
  const [{ filename, files }] = JSON.parse(output.slice(output.indexOf('[')));
  const names = files.map(({ path }) => path).sort();
  if (names.join() !== ALIAS_FILES.join()) throw new Error(`ask-user has these files: ${names.join(', ')}`);
  const dependencies = { 'ask-user': `file:${join(dir, filename)}`, [packageJson.name]: `file:${tarball}` };
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, dependencies }));
  // `npx ask-user` installs no peers either.
  await must('npm', ['install', '--legacy-peer-deps', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: app });
  const command = join(app, 'node_modules/.bin/ask-user');
  const printed = await must(command, ['--version'], { cwd: app });
  if (!printed.includes(packageJson.version)) throw new Error(`ask-user --version printed ${printed.trim()}`);
  const help = await must(command, ['mcp', '--help'], { cwd: app });
  if (!help.includes('ask-user mcp')) throw new Error(`ask-user mcp --help printed ${help.trim()}`);
  const added = await must(command, ['add', '--help'], { cwd: app });
  if (!added.includes('ask-user add')) throw new Error(`ask-user add --help printed ${added.trim()}`);
  const wrong = await run(command, ['aks'], { cwd: app });
  if (wrong.code !== 2 || !wrong.output.includes('Did you mean'))
    throw new Error(`ask-user aks printed ${wrong.output}`);
}
