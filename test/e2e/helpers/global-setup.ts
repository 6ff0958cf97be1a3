import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { launchOptions } from '../../chromium.js';
import { startChatServer } from './chat-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the Chromium that all files share. */
    chromium: string;
    /** URL of an example that replies at once. */
    quick: string;
    /** URL of an example that replies slowly, so that a reply can be interrupted even on a busy machine. */
    slow: string;
  }
}

/** Called once by Vitest before the first file. One Chromium and two examples serve all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [browser, quick, slow] = await Promise.all([
    chromium.launchServer({ ...launchOptions, host: '127.0.0.1' }),
    startChatServer(0),
    startChatServer(200),
  ]);
  project.provide('chromium', browser.wsEndpoint());
  project.provide('quick', quick.url);
  project.provide('slow', slow.url);
  return async () => void (await Promise.all([browser.close(), quick.stop(), slow.stop()]));
}
