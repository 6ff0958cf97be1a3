export { AskUserDialog, type AskUserDialogProps } from './ask-user-dialog.js';
export type { AskUserCardElement, CardFocusOptions } from './card-element.js';
export { AskUserReceipt, type AskUserReceiptProps } from './ask-user-receipt.js';
export { AskUserQueue, type AskUserQueueProps } from './ask-user-queue.js';
export { useAskUserClient, type UseAskUserClientReturn } from './hooks/use-ask-user-client.js';
export { parsedRequest } from './parsed-request.js';
export * as AskUser from './parts/index.js';
export * from './parts/flat.js';
export { AskUserAnnouncer, type AskUserAnnouncerProps } from './announcer.js';
export { useAskUser, type UseAskUserReturn } from './hooks/use-ask-user.js';
export { useAskUserContext, type UseAskUserContextReturn } from './hooks/use-ask-user-context.js';
export { useQuestion, type QuestionIntents, type UseQuestionReturn } from './hooks/use-question.js';
export type { ResultDetails, UseAskUserOptions } from './hooks/options.js';
export type { DraftStorage } from './saved-drafts.js';
export type { CollapsedDetails } from './hooks/collapsed-state.js';
export type { PreviewContext, RenderPreview, RenderText, TextContext } from './context.js';
export type { AskUserEvent } from './events.js';
export type { AskUserIntents } from './hooks/intents.js';
export type { AskUserPropGetters, ButtonAction } from './hooks/prop-getters.js';
export type { IdName, Ids } from './ids.js';
export { cleanText } from './text/clean.js';
export { ANATOMY, type PartName } from './anatomy.js';
export type {
  AskUserHtmlMessages,
  AskUserLaterMessages,
  AskUserDraftMessages,
  AskUserFileMessages,
  AskUserLanguage,
  AskUserMessages,
  AskUserMessagesInput,
  AskUserOfferMessages,
  AskUserQueueMessages,
  AskUserWords,
} from './messages/types.js';
export type { RestoredDrafts } from './restored-drafts.js';
export type {
  Answer,
  Answered,
  AskUserAction,
  AskUserRecord,
  AskUserRequest,
  AskUserResult,
  AskUserState,
  AskUserStore,
  Draft,
  Ended,
  Issue,
  LongAnswer,
  OptionInput,
  OptionRef,
  PrimaryAction,
  Problem,
  Question,
  QuestionInput,
  Reply,
  StateReducer,
} from '../core/index.js';
export type { AnsweredOutput, EndedOutput } from '../core/answer/output.js';
export type { Dialect } from '../dialects/types.js';
