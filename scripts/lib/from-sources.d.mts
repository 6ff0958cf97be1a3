import type { Plugin } from 'vite';

export const fromSources: Plugin;
