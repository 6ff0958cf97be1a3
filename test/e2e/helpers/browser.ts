import { chromium, type Browser } from 'playwright';
import { inject } from 'vitest';
import './global-setup.js';

let browser: Promise<Browser> | undefined;

/** The Chromium that all files share; it outlives the files. */
export const connectBrowser = (): Promise<Browser> => (browser ??= chromium.connect(inject('chromium')));
