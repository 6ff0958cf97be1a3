export { keepDrafts } from '../drafts/persist-drafts.js';
export { reportSteps } from '../flow/events.js';
