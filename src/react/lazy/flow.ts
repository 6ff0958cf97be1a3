export { connectAskBack } from '../../core/flow/connect-ask-back.js';
export { keepDrafts } from '../drafts/persist-drafts.js';
export { reportSteps } from '../flow/events.js';
