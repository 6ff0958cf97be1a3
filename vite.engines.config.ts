import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import { webdriver, webdriverCommands } from './test/engines/provider.js';
import base from './vite.config.js';

const { projects: _, ...test } = base.test ?? {};

// Runs the browser tests in an engine other than Chromium. scripts/weekly/engines.mjs selects the engine and the files.
export default mergeConfig<ViteUserConfig, ViteUserConfig>(
  { ...base, test },
  {
    optimizeDeps: { include: ['@vitest/browser/locators'] },
    test: {
      name: process.env['ENGINE'] ?? '',
      // Shorter than for a busy machine, because a driver that hangs never answers.
      testTimeout: 15_000,
      hookTimeout: 15_000,
      include: ['test/**/*.browser.test.{ts,tsx}'],
      setupFiles: ['test/setup.ts', 'test/engines/setup.ts'],
      browser: {
        enabled: true,
        headless: true,
        ui: false,
        screenshotFailures: false,
        provider: webdriver(),
        commands: webdriverCommands,
        instances: [{ browser: (process.env['ENGINE'] ?? 'firefox') as 'firefox' }],
      },
    },
  },
);
