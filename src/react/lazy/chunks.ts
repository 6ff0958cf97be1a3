import { createChunk } from './load.js';

/** Returns the module for `allowPartial` and `allowDiscuss`. */
export const useOptionalActionsChunk = /* @__PURE__ */ createChunk(() => import('../dialog/optional-actions.js'));

/** Returns the module for what a card does not need for its first paint. */
export const useDeferredChunk = /* @__PURE__ */ createChunk(() => import('./later.js'));
