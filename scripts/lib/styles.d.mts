import type { Plugin } from 'vite';

export function composeStyles(file: string): string;
export const composedStyles: Plugin;
