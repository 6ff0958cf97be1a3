export { AskUserDialog, type AskUserDialogProps } from './ask-user-dialog.js';
export * as AskUser from './parts/index.js';
export { useAskUser, type UseAskUserReturn } from './hooks/use-ask-user.js';
export type { ResultDetails, UseAskUserOptions } from './hooks/use-flow.js';
export type { AskUserIntents } from './hooks/intents.js';
export type { AskUserPropGetters, ButtonAction } from './hooks/prop-getters.js';
export { ANATOMY, type PartName } from './anatomy.js';
export { en } from './messages/en.js';
export type { AskUserMessages } from './messages/types.js';
export type {
  Answer,
  Answered,
  AskUserAction,
  AskUserRequest,
  AskUserResult,
  AskUserState,
  Ended,
  Issue,
  OptionInput,
  OptionRef,
  Question,
  QuestionInput,
  Reply,
  StateReducer,
} from '../core/index.js';
export type { AnsweredOutput, EndedOutput } from '../core/answer/output.js';
export type { Dialect } from '../dialects/types.js';
