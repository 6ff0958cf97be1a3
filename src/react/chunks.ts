import { createChunk } from './hooks/chunk.js';

/** `allowPartial` and `allowDiscuss`. Without it, nothing is offered. */
export const useOffersChunk = /* @__PURE__ */ createChunk(() => import('./offers.js'));

/** What no question needs to be answered, or few do. Every card loads it after its first paint. */
export const useLaterChunk = /* @__PURE__ */ createChunk(() => import('./later.js'));
