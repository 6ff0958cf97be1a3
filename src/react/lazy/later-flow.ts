import { later } from './later.js';

/** What a flow needs only if the host listens to events or stores drafts. Separate, because the hook has no card. */
export const laterFlow = /* @__PURE__ */ later(() => import('./flow.js'));
