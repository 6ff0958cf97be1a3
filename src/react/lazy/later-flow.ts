import { later } from './later.js';

/** What a flow needs only if the host listens to events, stores drafts or lets the user ask back. Separate, because the hook has no card. */
export const laterFlow = /* @__PURE__ */ later(() => import('./flow.js'));
