import { later } from './later.js';

/** What a card needs only after its first paint. */
export const laterCard = /* @__PURE__ */ later(() => import('./card.js'));
