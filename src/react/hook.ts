export { useAskUser, type UseAskUserReturn } from './engine/use-ask-user.js';
export type { ResultDetails, UseAskUserOptions } from './flow/options.js';
export type { AskUserConfirmation } from './engine/confirmation.js';
export type { AskBackModel, OptionModel, QuestionModel } from './engine/models.js';
export type { Allow } from '../core/flow/allow.js';
export { cleanText } from '../core/clean.js';
export type {
  AskUserRequest,
  AskUserResult,
  Exchange,
  OnAskBack,
  OptionRef,
  Question,
  QuestionInput,
  StateReducer,
} from '../core/index.js';
