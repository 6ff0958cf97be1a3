import { chromium, type Browser } from 'playwright';
import { inject } from 'vitest';
import './browser-server.js';

/** The Chromium that all files share; each test opens a context of its own in it. */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject('chromium'));
