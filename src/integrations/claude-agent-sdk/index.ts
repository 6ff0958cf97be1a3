export { askUserPermission, type AskUserPermissionOptions } from './permission.js';
export { askUserElicitation, type AskUserElicitationOptions } from './elicitation.js';
export { deferQuestions } from './defer.js';
export { findDeferredQuestion, type DeferredQuestion } from './deferred.js';
export { resumeQuestion, type ResumeQuestionOptions } from './resume.js';
