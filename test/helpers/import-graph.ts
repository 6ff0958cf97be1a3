import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { importsOf } from '../../scripts/lib/imports.mjs';

/** One import: `to` is a file of this project, or a package's specifier as written. */
export interface Edge {
  from: string;
  to: string;
  typeOnly: boolean;
}

interface Room {
  files: RegExp;
  /** Imports that are allowed. */
  may: readonly RegExp[];
  /** Type imports that are allowed in addition. */
  mayType?: readonly RegExp[];
}

const CORE = /^src\/core\//;
/** Dialects, and what works with any of them. `lib` and `form` are only for those who define a format. */
const DIALECTS = /^src\/dialects\/[\w-]+\.ts$/;
/** All of the host except Node's listener. */
const HOST = /^src\/host\/(?!node\/)/;
const CORE_ROOT = /^src\/core\/[\w-]+\.ts$/;
const REACT = /^react(-dom)?(\/[\w./-]+)?$/;
/** A package that any platform has, and that is not for a page. */
const PACKAGE = /^(?!\.|src\/|@radix-ui\/|(react|react-dom|srvx)(\/|$))/;
const RADIX = /^@radix-ui\/react-(checkbox|radio-group|slot|tabs)$/;

/** The table of ARCHITECTURE.md. The first entry that matches a file counts. */
const ROOMS: readonly Room[] = [
  { files: /^src\/core\/question\//, may: [CORE_ROOT, /^src\/core\/question\//] },
  { files: /^src\/core\/answer\//, may: [CORE_ROOT, /^src\/core\/(question|answer)\//] },
  { files: CORE, may: [CORE] },
  { files: /^src\/messages\//, may: [CORE, /^src\/messages\//] },
  { files: /^src\/dialects\//, may: [CORE, /^src\/dialects\//] },
  {
    files: /^src\/host\/client\//,
    may: [CORE, /^src\/host\/(client\/|(wire|lifecycle|guard|time)\.ts$)/, /^eventsource-parser$/],
    mayType: [/^src\/host\//],
  },
  { files: /^src\/host\/store\//, may: [CORE, /^src\/host\/(store\/|[\w-]+\.ts$)/, PACKAGE] },
  { files: /^src\/host\/runs\//, may: [CORE, /^src\/host\/((store|runs)\/|[\w-]+\.ts$)/] },
  // Node's listener. The rest of the host runs on any platform with Web standards, without this package.
  { files: /^src\/host\/node\//, may: [/^src\/host\//, /^node:/, /^srvx\/node$/] },
  // They define formats too: messages, and answers that a host supplies.
  {
    files: /^src\/host\/(rpc\/|tool\.ts$)/,
    may: [CORE, DIALECTS, /^src\/(dialects\/lib|host\/(?!node\/))/, PACKAGE],
  },
  { files: /^src\/host\//, may: [CORE, DIALECTS, HOST, PACKAGE] },
  // Loaded by `import()`, with the one package that the first load must not contain.
  {
    files: /^src\/react\/html\//,
    may: [CORE, /^src\/(messages\/|react\/(?!(?:markdown|attention)\/))/, REACT, /^dompurify$/],
  },
  // Loaded by a host that installs the package. The dialog does not import it.
  { files: /^src\/react\/markdown\//, may: [CORE, /^src\/(react|messages)\//, REACT, /^marked$/] },
  // Works without the dialog.
  { files: /^src\/react\/attention\//, may: [CORE, /^src\/(react\/attention|messages)\//, /^react$/] },
  { files: /^src\/react\/keys\//, may: [CORE, /^src\/react\/keys\//, /^react$/] },
  {
    files: /^src\/react\/flow\//,
    may: [CORE, /^src\/(messages\/|react\/((flow|keys|drafts)\/|lazy\/(later|flow|later-flow)\.ts$))/, /^react$/],
    mayType: [/^src\/dialects\//],
  },
  // Also for a terminal and a native renderer, so without react-dom and the card.
  {
    files: /^src\/react\/engine\//,
    may: [CORE, /^src\/(messages|react\/(engine|flow|keys|files|text))\//, /^react$/],
    mayType: [/^src\/react\/drafts\//],
  },
  // What the card uses of Radix. Nothing else imports it.
  { files: /^src\/react\/radix\//, may: [/^src\/react\/radix\//, REACT, RADIX] },
  {
    files: /^src\/react\//,
    may: [CORE, /^src\/(messages\/|react\/(?!(?:markdown|attention)\/)|host\/client\/)/, REACT],
    mayType: [/^src\/dialects\//],
  },
  // Pure: a host passes the size, the theme and the keys.
  { files: /^src\/terminal\//, may: [CORE, /^src\/(messages|terminal)\//] },
  { files: /^src\/pending\//, may: [CORE, DIALECTS, /^src\/pending\//, /^node:/], mayType: [/^src\/host\//] },
  { files: /^src\/cli\//, may: [CORE, DIALECTS, /^src\/(host|terminal|pending|cli)\//, /^node:/] },
  // The page of `--web` imports the package by its name, as a host does.
  { files: /^src\/page\//, may: [/^src\/page\//, REACT, /^react-ask-user(\/|$)/] },
  {
    files: /^src\/integrations\/shared\//,
    may: [CORE, DIALECTS, HOST, /^src\/integrations\/shared\//],
    mayType: [/^src\/react\//],
  },
  // A terminal and a file, because pi runs in Node.
  {
    files: /^src\/pi\//,
    may: [CORE, DIALECTS, HOST, /^src\/(messages|terminal|pending|pi|integrations\/shared)\//, /^node:/],
  },
  // Each integration imports no other integration, and no SDK: it receives the objects of its SDK.
  ...readdirSync('src/integrations').map((stack): Room => ({
    files: new RegExp(`^src/integrations/${stack}/`),
    may: [CORE, DIALECTS, HOST, /^src\/integrations\/shared\//, new RegExp(`^src/integrations/${stack}/`), /^react$/],
    mayType: [/^src\/react\//],
  })),
  { files: /^(stories|examples)\//, may: [/^(stories|examples)\//, /^(?!\.|src\/|dist\/|react-ask-user\/(src|dist))/] },
];

/** Reads every TypeScript file below the folders. Keys are paths from the root. */
export function readSources(...folders: string[]): Record<string, string> {
  const sources: Record<string, string> = {};
  for (const folder of folders.filter((name) => existsSync(name))) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, name.replaceAll('\\', '/'));
      if (/\.tsx?$/.test(file) && !file.includes('/node_modules/')) sources[file] = readFileSync(file, 'utf8');
    }
  }
  return sources;
}

/** Returns all imports between the sources, and from them to packages. */
export function edgesOf(sources: Record<string, string>): Edge[] {
  return Object.entries(sources).flatMap(([from, code]) =>
    importsOf(from, code).map(({ specifier, typeOnly }) => {
      if (!specifier.startsWith('.')) return { from, to: specifier, typeOnly };
      const path = join(from, '..', specifier);
      const stem = path.replace(/\.js$/, '');
      return { from, to: [`${stem}.ts`, `${stem}.tsx`].find((file) => file in sources) ?? path, typeOnly };
    }),
  );
}

/** Returns the imports that violate the table, one line each. */
export function violations(edges: readonly Edge[]): string[] {
  return edges
    .filter(({ from, to, typeOnly }) => {
      const room = ROOMS.find(({ files }) => files.test(from));
      const allowed = [...(room?.may ?? []), ...(typeOnly ? (room?.mayType ?? []) : [])];
      return !allowed.some((pattern) => pattern.test(to));
    })
    .map(({ from, to, typeOnly }) => `${from} must not import ${typeOnly ? 'a type of ' : ''}${to}`);
}

/** Returns every file that is loaded with a module. Types are not loaded. */
export function reachable(edges: readonly Edge[], entry: string): string[] {
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const { from, to, typeOnly } of edges) if (from === file && !typeOnly) seen.add(to);
  }
  return [...seen];
}
