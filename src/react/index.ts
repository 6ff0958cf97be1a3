export { AskUserDialog, type AskUserDialogProps } from './dialog/ask-user-dialog.js';
export type { AskUserCardElement } from './dialog/card-props.js';
export { AskUserReceipt } from './record/ask-user-receipt.js';
export type { Correction } from './record/correction.js';
export type { LateAnswers } from './record/late-answers.js';
export { AskUserQueue, type AskUserQueueProps } from './queue/ask-user-queue.js';
export { useAskUserClient, type UseAskUserClientReturn } from './queue/use-ask-user-client.js';
export * as AskUser from './dialog/parts/index.js';
export { AskUserAnnouncer } from './dialog/announcer.js';
export { cleanText, useAskUser } from './hook.js';
export { useAskUserContext, type UseAskUserContextReturn } from './dialog/use-ask-user-context.js';
export { useQuestion } from './dialog/use-question.js';
export type { AskBackModel, OptionModel, QuestionModel } from './engine/models.js';
export type { ResultDetails } from './flow/options.js';
export type { DraftStorage } from './drafts/saved-drafts.js';
export type { RenderPreview, RenderText } from './dialog/context.js';
export type { AskUserEvent } from './flow/events.js';
export { PARTS } from './dialog/anatomy.js';
export type { AskUserLanguage, AskUserMessages } from '../messages/types.js';
export type {
  AnsweredOutput,
  AskUserRecord,
  AskUserRequest,
  AskUserResult,
  DeliveryFailure,
  Exchange,
  OnAskBack,
  OptionRef,
  Question,
  QuestionInput,
  StateReducer,
  UnansweredOutput,
} from '../core/index.js';
export type { Dialect } from '../dialects/types.js';
