export { AskUserDialog, type AskUserDialogProps } from './dialog/ask-user-dialog.js';
export type { AskUserCardElement, CardFocusOptions } from './dialog/card-props.js';
export { AskUserReceipt, type AskUserReceiptProps } from './record/ask-user-receipt.js';
export { AskUserQueue, type AskUserQueueProps } from './queue/ask-user-queue.js';
export { useAskUserClient, type UseAskUserClientReturn } from './queue/use-ask-user-client.js';
export { passthroughDialect } from './flow/passthrough-dialect.js';
export * as AskUser from './dialog/parts/index.js';
export { AskUserAnnouncer, type AskUserAnnouncerProps } from './dialog/announcer.js';
export { useAskUser, type UseAskUserReturn } from './flow/use-ask-user.js';
export { useAskUserContext, type UseAskUserContextReturn } from './flow/use-ask-user-context.js';
export { useQuestion, type UseQuestionReturn } from './flow/use-question.js';
export type { ResultDetails, UseAskUserOptions } from './flow/options.js';
export type { AnswerById, AnswersById } from './flow/by-id.js';
export type { DraftStorage } from './drafts/saved-drafts.js';
export type { CollapsedDetails } from './flow/collapsed.js';
export type { PreviewContext, RenderPreview, RenderText, TextContext } from './dialog/context.js';
export type { AskUserEvent } from './flow/events.js';
export type { AskUserIntents } from './flow/intents.js';
export type { AskUserConfirmation } from './flow/confirmation.js';
export type { AskUserPropGetters } from './flow/prop-getters.js';
export { cleanText } from '../core/clean.js';
export { PARTS, type PartName } from './dialog/anatomy.js';
export type { AskUserLanguage, AskUserMessages, AskUserMessagesInput } from '../messages/types.js';
export type {
  Allow,
  Answer,
  AnsweredResult,
  AskUserAction,
  AskUserRecord,
  AskUserRequest,
  AskUserResult,
  AskUserState,
  AskUserStore,
  DeliveryFailure,
  Draft,
  UnansweredResult,
  Issue,
  OptionInput,
  OptionRef,
  Question,
  QuestionInput,
  Reply,
  StateReducer,
} from '../core/index.js';
export type { AnsweredOutput, UnansweredOutput } from '../core/answer/output.js';
export type { Dialect } from '../dialects/types.js';
