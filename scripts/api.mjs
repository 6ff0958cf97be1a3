// npm run api: writes docs/api and test/package/exports.json from the built package.
// `npm run api -- --check` fails if they are out of date, or if an export has no JSDoc.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { agentsPage } from './lib/agents-page.mjs';
import { apiPage, undocumented } from './lib/api-page.mjs';
import { exportsOf } from './lib/declarations.mjs';
import { bin, entries, main, packageJson, root } from './lib/repo.mjs';
import { signatures } from './lib/signatures.mjs';

const LIST = 'test/package/exports.json';
const SIGNATURES = 'test/package/signatures.txt';
const PAGES = 'docs/api';
/** Written by hand, except for the facts about the dialects. */
const AGENTS = 'docs/agents.md';
const ABOUT = {
  '.': 'The dialog, its parts and the hook. The namespace `AskUser` has the parts.',
  parts: 'The parts of `AskUser` by flat names, for server components. See [the parts](../parts.md).',
  hook: '`useAskUser` alone, without a component: state, intents, and getters for native inputs.',
  markdown: 'Markdown for `renderText` and `renderPreview`. Needs `marked`. See [Markdown](../markdown.md).',
  attention:
    'A count in the title, a badge and a notification while the user is elsewhere. See [attention](../attention.md).',
  core: 'The parser, the reducer, the store and the results. No React, no DOM, no Node.',
  dialects: 'Converters for the formats of agents, and the tools for their models.',
  host: 'For the server that runs the agent: the broker, its HTTP handler and client, and tools that ask.',
  rpc: 'JSON lines over any duplex, for both ends. See [RPC](../rpc.md).',
  terminal: 'The questions in a terminal, as a pure session: keys in, lines out. See [the terminal](../terminal.md).',
  pending: 'The pending-questions file, for a host without a user interface. See [the pending file](../pending.md).',
  pi: 'The `ask_user` tool as an extension of pi, which pi loads from the package. See [the guide](../integrations/pi.md).',
  node: 'The listener that mounts the handler in `node:http`, Express, Fastify or Koa. See [over HTTP](../http.md).',
  postgres:
    'The store for a broker on several nodes, or across restarts, and claims, in PostgreSQL. See [durable questions](../durable.md).',
  redis: 'The same in Redis. See [durable questions](../durable.md).',
  'ai-sdk':
    'The Vercel AI SDK on the server: the tool, and a gate that accepts one answer for each call. See [the guide](../integrations/ai-sdk.md).',
  'ai-sdk/react':
    'The Vercel AI SDK in the page: the questions of a `useChat`. See [the guide](../integrations/ai-sdk.md).',
  mcp: 'MCP with SDK 1: a client that shows the requests of servers, and a server that asks. See [the guide](../integrations/mcp.md).',
  'mcp/v2': 'The same with SDK 2, for both versions of the protocol. See [the guide](../integrations/mcp.md).',
  acp: 'The Agent Client Protocol, both ends. See [the guide](../integrations/acp.md).',
  langgraph:
    'LangGraph: a tool that interrupts, and functions that resume each interrupt with its answer. See [the guide](../integrations/langgraph.md).',
  'langgraph/react': 'The interrupts of `useStream` in a page. See [the guide](../integrations/langgraph.md).',
  'ag-ui': 'AG-UI on the agent’s side. See [the guide](../integrations/ag-ui.md).',
  'ag-ui/react': 'AG-UI in the page: the interrupts of an agent. See [the guide](../integrations/ag-ui.md).',
  'assistant-ui': 'assistant-ui: what a tool’s `render` shows. See [the guide](../integrations/assistant-ui.md).',
  'openai-agents': 'The OpenAI Agents SDK, waiting or stored. See [the guide](../integrations/openai-agents.md).',
  'claude-agent-sdk':
    'The Claude Agent SDK, waiting or deferred. See [the guide](../integrations/claude-agent-sdk.md).',
  mastra: 'The `ask_user` tool of Mastra. See [the guide](../integrations/mastra.md).',
  copilotkit: 'CopilotKit’s hooks. See [the guide](../integrations/copilotkit.md).',
  opencode: 'An opencode server’s questions. See [the guide](../integrations/opencode.md).',
  'messages/format': 'Numbers, plurals and lists, for your [messages](../messages.md).',
};
/** All languages have the same two exports, so one page describes them. */
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
  for (const { name, path, declared } of read.filter((entry) => !LANGUAGE.test(entry.path))) {
    if (!ABOUT[path]) throw new Error(`scripts/api.mjs: ABOUT has no description of ${name}.`);
    const page = apiPage({ title: name, about: ABOUT[path], declared });
    files.set(`${PAGES}/${path === '.' ? 'react' : path.replace('/', '-')}.md`, page);
  }
  files.set(`${PAGES}/README.md`, index(read));
  const { buildAnswers } = await import(pathToFileURL(join(root, 'dist/core/index.js')));
  const dialects = await import(pathToFileURL(join(root, 'dist/dialects/index.js')));
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
  const languages = read.filter(({ path }) => LANGUAGE.test(path)).map(({ name }) => `\`${name}\``);
  const pages = read
    .filter(({ path }) => ABOUT[path])
    .map(({ name, path }) => {
      const file = path === '.' ? 'react' : path.replace('/', '-');
      return `- [\`${name}\`](${file}.md): ${ABOUT[path].replaceAll('../messages.md', '../messages.md')}`;
    });
  const words = `- ${languages.join(', ')}: the messages of a language and \`createMessages(locale?)\`, see [messages](../messages.md).`;
  return ['# API', 'Generated by `npm run api` from the JSDoc of the package.', [...pages, words].join('\n')].join(
    '\n\n',
  );
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
  const pages = existsSync(join(root, PAGES)) ? readdirSync(join(root, PAGES)).map((name) => `${PAGES}/${name}`) : [];
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
