import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { fromSources } from './scripts/lib/from-sources.mjs';
import { launchOptions } from './test/chromium.js';
import { chromiumCommands } from './test/engines/chromium.js';
import { define } from './vite.languages.js';

// A function, because Vitest mutates the object that it receives.
const browser = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  // Playwright's own default asks for motion. The tests of motion turn it on themselves.
  provider: playwright({ launchOptions, contextOptions: { reducedMotion: 'reduce' } }),
  commands: chromiumCommands,
  instances: [{ browser: 'chromium' as const }],
});

/** Returns the project that runs the stories as tests. Its plugin loads slowly, so a run of other projects omits it. */
async function stories() {
  if (process.argv.includes('--project') && !process.argv.includes('storybook')) return [];
  const { storybookTest } = await import('@storybook/addon-vitest/vitest-plugin');
  return [
    {
      extends: true as const,
      plugins: [storybookTest({ configDir: '.storybook' })],
      test: { name: 'storybook', setupFiles: ['test/setup.ts'], browser: browser() },
    },
  ];
}

const inNode = ['test/setup.ts', 'test/setup-node.ts'];

// Configures tests and stories, not the build. Storybook reads this file, too.
export default defineConfig({
  plugins: [react(), fromSources],
  define,
  optimizeDeps: {
    // Listed, because a dependency that Vite finds during a run reloads the page under the tests.
    include: [
      '@guidepup/virtual-screen-reader',
      '@radix-ui/react-checkbox',
      '@radix-ui/react-primitive',
      '@radix-ui/react-radio-group',
      '@radix-ui/react-tabs',
      '@testing-library/dom',
      '@testing-library/jest-dom/vitest',
      '@testing-library/react',
      '@testing-library/user-event',
      'axe-core',
      'dompurify',
      'eventsource-parser',
      'marked',
      'react',
      'react-dom',
      'react-dom/client',
      'react-dom/server',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
    ],
  },
  test: {
    // Far above what any test takes, because a busy machine takes many times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Polled values arrive late on a busy machine.
    expect: { poll: { timeout: 10_000, interval: 10 } },
    // A failed run prints its seed. `--sequence.seed=` repeats its order.
    sequence: { shuffle: true },
    // Files of a project share their imports, which saves a third of the time.
    isolate: false,
    // The cache holds durations, which a shuffled order ignores, and parallel steps would share its file.
    cache: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            'test/**/*.browser.test.{ts,tsx}',
            'test/{acp,agents,cli,e2e,package,pi,restate,servers,stacks,stacks-heavy}/**',
          ],
          setupFiles: inNode,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/**/*.browser.test.{ts,tsx}'],
          setupFiles: ['test/setup.ts'],
          browser: browser(),
        },
      },
      // The dialects with the agents' own packages, which scripts/beside.mjs installs.
      {
        extends: true,
        test: {
          name: 'agents',
          environment: 'node',
          include: ['test/agents/*.test.ts'],
          setupFiles: inNode,
        },
      },
      // The host with real web frameworks and databases.
      {
        extends: true,
        test: {
          name: 'servers',
          environment: 'node',
          include: ['test/servers/*.test.ts'],
          setupFiles: inNode,
        },
      },
      // The guide's agent in Restate, whose server scripts/weekly/restate.mjs installs.
      {
        extends: true,
        test: {
          name: 'restate',
          environment: 'node',
          include: ['test/restate/*.test.ts'],
          setupFiles: inNode,
        },
      },
      // The integrations with the real packages of their stacks. `npm test` omits the heavy ones.
      ...['stacks', 'stacks-heavy'].map((name) => ({
        extends: true as const,
        test: {
          name,
          environment: 'node' as const,
          // These tests start whole agent programs.
          isolate: name === 'stacks-heavy',
          include: [`test/${name}/**/*.test.{ts,tsx}`],
          setupFiles: inNode,
        },
      })),
      // The extension in real pi, which loads the built package. scripts/weekly/pi.mjs installs pi.
      {
        extends: true,
        test: {
          name: 'pi',
          environment: 'node',
          include: ['test/pi/*.test.ts'],
          testTimeout: 240_000,
        },
      },
      // Claude Code and Codex with their ACP adapters, which scripts/weekly/acp.mjs installs.
      {
        extends: true,
        test: {
          name: 'acp',
          environment: 'node',
          include: ['test/acp/*.test.ts'],
          setupFiles: inNode,
        },
      },
      // The built command line as a program. Run `npm run build` first.
      {
        extends: true,
        test: {
          name: 'cli',
          environment: 'node',
          include: ['test/cli/**/*.test.ts'],
          setupFiles: ['test/setup-node.ts'],
        },
      },
      // The built example in a real browser. Run `node scripts/example.mjs` first.
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/helpers/global-setup.ts'],
        },
      },
      ...(await stories()),
    ],
  },
});
