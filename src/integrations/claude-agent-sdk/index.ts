export { askUserPermission, type AskUserPermissionOptions, type PermissionContext } from './permission.js';
export { askUserElicitation, type AskUserElicitationOptions, type ElicitationContext } from './elicitation.js';
export { deferQuestions, type DeferHooks } from './defer.js';
export { deferredQuestion, type DeferredQuestion } from './deferred.js';
export { resumeQuestion, type ResumeQuestionOptions } from './resume.js';
