import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { launchOptions } from '../../chromium.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the Chromium that all files share. */
    chromium: string;
  }
}

/** Vitest calls this once, before the first file: one Chromium serves all of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ ...launchOptions, host: '127.0.0.1' });
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}
