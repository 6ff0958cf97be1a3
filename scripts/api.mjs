// npm run api: writes docs/api and test/package/exports.json from the built package.
// `npm run api -- --check` fails if they are out of date, or if an export has no JSDoc.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { agentsPage } from './lib/agents-page.mjs';
import { exportsOf } from './lib/declarations.mjs';
import { languagesPage } from './lib/languages-page.mjs';
import { reference, undocumented } from './lib/reference.mjs';
import { bin, entries, main, packageJson, root } from './lib/repo.mjs';
import { signatures } from './lib/signatures.mjs';

const LIST = 'test/package/exports.json';
const SIGNATURES = 'test/package/signatures.txt';
const FOLDER = 'docs/api';
/** Written by hand, except for the facts about the dialects. */
const AGENTS = 'docs/api/agents.md';
/** Written by hand, except for the table of languages. */
const LANGUAGES = 'docs/languages.md';
/**
 * The pages of the reference, by entry. The first page that has an export describes it. Integrations have guides in
 * place of a page.
 */
const PAGES = {
  core: 'The parser, the reducer, the store and the results. No React, no DOM, no Node.',
  dialects:
    'Converters for the formats of agents, and the tools for their models. [Agents](agents.md) shows each format.',
  hook: '`useAskUser` alone, without a component: state, intents, and getters for native inputs. See [headless](../headless.md).',
  '.': 'The dialog, its queue, its receipts and the hook. The namespace `AskUser` has the [parts](parts.md). See [the dialog](../dialog.md).',
  parts: 'The parts of `AskUser` by flat names, for server components. See [the parts](../parts.md).',
  markdown: 'Markdown for `renderText` and `renderPreview`. Needs `marked`. See [previews](../previews.md).',
  attention:
    'A count in the title, a badge and a notification while the user is elsewhere. See [the queue](../queue.md).',
  'messages/format': 'Numbers, plurals and lists, for your [messages](../languages.md).',
  server:
    'For the server that runs the agent: the broker, its HTTP handler, and tools that ask. See [the server](../server.md).',
  client: 'The page’s client of the HTTP handler, and the messages between them. See [the queue](../queue.md).',
  store: 'The interface of a store, the store in memory, and turns. See [a store](../store.md).',
  node: 'The listener that mounts the handler in `node:http`, Express, Fastify or Koa. See [HTTP](../http.md).',
  postgres:
    'The store for a broker on several nodes, or across restarts, in PostgreSQL. See [durable requests](../durable.md).',
  redis: 'The same in Redis. See [durable requests](../durable.md).',
  rpc: 'JSON lines over any duplex, for both ends. See [channels](../channels.md).',
  terminal: 'The questions in a terminal, as a pure session: keys in, lines out. See [channels](../channels.md).',
  pending: 'The pending-questions file, for a host without a user interface. See [channels](../channels.md).',
};
const fileOf = (path) => (path === '.' ? 'react' : path.replace('/', '-'));
/** All languages have the same exports. */
const LANGUAGE = /^messages\/(?!format$)/;

await main(async () => {
  if (!existsSync(join(root, 'dist'))) throw new Error('There is no dist. Run: npm run build');
  const read = entries().map(({ name, dist }) => {
    const path = name.slice(packageJson.name.length + 1) || '.';
    return { name, dist, path, declared: exportsOf(dist.replace(/\.js$/, '.d.ts')) };
  });
  const files = new Map([
    [LIST, listOf(read)],
    [SIGNATURES, signatures(read.filter((entry) => !LANGUAGE.test(entry.path)))],
  ]);
  const pages = Object.entries(PAGES).map(([path, about]) => {
    const { name, declared } = read.find((entry) => entry.path === path);
    return { file: fileOf(path), title: name, about, declared };
  });
  for (const [file, text] of reference(pages)) files.set(`${FOLDER}/${file}.md`, text);
  files.set(`${FOLDER}/README.md`, index(read));
  const { buildAnswers } = await import(pathToFileURL(join(root, 'dist/core/index.js')));
  const dialects = await import(pathToFileURL(join(root, 'dist/dialects/index.js')));
  files.set(
    LANGUAGES,
    languagesPage(
      current(LANGUAGES) ?? '',
      read.map(({ name }) => name),
    ),
  );
  files.set(AGENTS, agentsPage(current(AGENTS) ?? '', dialects, buildAnswers));

  const problems = read.flatMap(({ name, declared }) =>
    undocumented(declared).map((missing) => `${name}: ${missing} has no JSDoc`),
  );
  for (const { name, dist, declared } of read) {
    const loaded = Object.keys(await import(pathToFileURL(join(root, dist)))).toSorted();
    const typed = declared.filter(({ kind }) => kind === 'value').map((one) => one.name);
    if (loaded.join() !== typed.toSorted().join())
      problems.push(`${name}: exports ${loaded}, but its types declare ${typed}`);
  }
  if (process.argv.includes('--check')) problems.push(...outdated(files));
  else for (const [file, text] of files) write(file, formatted(file, text));
  if (problems.length) throw new Error(problems.join('\n'));
  console.log(`api: ${read.reduce((sum, { declared }) => sum + declared.length, 0)} exports of ${read.length} entries`);
});

/** Lists every entry with the names that it exports, and whether they exist at run time. */
function listOf(read) {
  const kinds = (declared, prefix = '') =>
    declared.flatMap((one) => [
      [prefix + one.name, one.members ? 'namespace' : one.kind],
      ...(one.members ? kinds(one.members, `${one.name}.`) : []),
    ]);
  const list = read.map(({ name, declared }) => [
    name,
    Object.fromEntries(kinds(declared).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  ]);
  return JSON.stringify(Object.fromEntries(list), null, 2);
}

function index(read) {
  const lines = Object.entries(PAGES).map(([path, about]) => {
    const { name } = read.find((entry) => entry.path === path);
    return `- [\`${name}\`](${fileOf(path)}.md): ${about}`;
  });
  return [
    '# API reference',
    'Generated from the JSDoc of the package. The [guides of the integrations](../agents.md) describe their entries.',
    lines.join('\n'),
  ].join('\n\n');
}

/** Formats as oxfmt does, so that an up-to-date page is also formatted. */
function formatted(file, text) {
  if (file.endsWith('.txt')) return text;
  const { status, stdout, stderr } = spawnSync(bin('oxfmt'), [`--stdin-filepath=${file}`], {
    cwd: root,
    input: `${text}\n`,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`oxfmt ${file}\n${stderr}`);
  return stdout;
}

function outdated(files) {
  const stale = [...files].filter(([file, text]) => current(file) !== formatted(file, text)).map(([file]) => file);
  const pages = existsSync(join(root, FOLDER))
    ? readdirSync(join(root, FOLDER)).map((name) => `${FOLDER}/${name}`)
    : [];
  const left = pages.filter((file) => !files.has(file));
  const why = 'is out of date. Run: npm run build && npm run api';
  return [...stale, ...left].map((file) => `${file} ${why}`);
}

function current(file) {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
}

function write(file, text) {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), text);
}
