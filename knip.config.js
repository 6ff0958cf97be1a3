import { entries } from './scripts/lib/repo.mjs';

/** Folders whose files are started as programs, loaded by other tools, or have packages of their own. */
const PROGRAMS =
  'test/{acp,agents,e2e,engines,hosts,package,pi,real-agents,registry,restate,servers,speech,stacks,stacks-heavy}/**';

export default {
  entry: [
    ...entries().map(({ source }) => source),
    'src/{cli/main.ts,page/main.tsx}',
    'packages/ask-user/{main.js,src/{main,commands}.ts,src/{page,app/page}/main.tsx,vite.*.config.ts}',
    'scripts/{*,weekly/*,pictures/*}.mjs',
    'bench/*.ts',
    'bench/upstream/*.mjs',
    'bench/pages/**/*.{ts,tsx}',
    'stories/*.{stories.tsx,mdx}',
    'examples/*/{main.ts,server/main.ts,page/main.tsx,vite*.config.ts}',
    'test/**/*.{test,test-d}.{ts,tsx}',
    'test/{setup*,helpers/browser/{kept,lost},host/rpc/child}.{ts,tsx}',
    `${PROGRAMS}/*.{ts,tsx,mjs}`,
  ],
  project: ['{src,packages,scripts,bench,stories,examples,test}/**/*.{ts,tsx,mjs,mdx}'],
  ignore: [PROGRAMS],
  ignoreExportsUsedInFile: true,
  // The build of the MCP App takes its React by path.
  ignoreDependencies: ['react-18', 'react-dom-18'],
  rules: { optionalPeerDependencies: 'off', unlisted: 'off', binaries: 'off' },
};
