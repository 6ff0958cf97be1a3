import type { Draft } from './types.js';

export const EMPTY_DRAFT: Draft = { selected: [], other: false, custom: '', notes: '', skipped: false };
