export { askUserPermission, type AskUserPermissionOptions } from './permission.js';
export { askUserElicitation, type AskUserElicitationOptions } from './elicitation.js';
export { deferQuestions, type DeferredQuestion, findDeferredQuestion } from './defer.js';
export { resumeQuestion, type ResumeQuestionOptions } from './resume.js';
