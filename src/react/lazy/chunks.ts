import { createChunk } from './load.js';

/** Returns the module for `allowPartial` and `allowDiscuss`. Without it, nothing is offered. */
export const useOptionalActionsChunk = /* @__PURE__ */ createChunk(() => import('../dialog/optional-actions.js'));

/** Returns the module for what a card does not need for its first paint. Every card loads it afterwards. */
export const useDeferredChunk = /* @__PURE__ */ createChunk(() => import('./later.js'));
