import { createChunk } from './load.js';

/** Returns the module for `allowPartial` and `allowDiscuss`. Without it, nothing is offered. */
export const useOptionalActionsChunk = /* @__PURE__ */ createChunk(() => import('../dialog/optional-actions.js'));

/** Returns the module for what few questions need. Every card loads it after its first paint. */
export const useDeferredChunk = /* @__PURE__ */ createChunk(() => import('./later.js'));
