export { askUserPermission } from './permission.js';
export { askUserElicitation } from './elicitation.js';
export { deferQuestions, type DeferredQuestion, findDeferredQuestion } from './defer.js';
export { resumeQuestion } from './resume.js';
