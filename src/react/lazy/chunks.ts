import { createChunk } from './load.js';

export const useOptionalActionsChunk = /* @__PURE__ */ createChunk(() => import('../dialog/optional-actions.js'));

/** For code that a card does not need for its first paint. */
export const useDeferredChunk = /* @__PURE__ */ createChunk(() => import('./later.js'));
