import { chromium, type Browser } from 'playwright';
import { inject } from 'vitest';
import './global-setup.js';

let browser: Promise<Browser> | undefined;

/** The Chromium that all test files share. It stays open between the files. */
export const connectBrowser = (): Promise<Browser> => (browser ??= chromium.connect(inject('chromium')));
