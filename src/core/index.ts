export { parseRequest, type ParseOptions } from './question/parse-request.js';
export { validateHtmlPreview } from './question/html-preview.js';
export { LIMITS, type Limits } from './question/limits.js';
export { formatIssues, type Issue, type ParseResult } from './question/issues.js';
export type { ToolInputSchema } from './question/json-schema.js';
export type {
  AskUserRequest,
  Constraints,
  OptionInput,
  Question,
  QuestionInput,
  QuestionOption,
} from './question/types.js';
export { buildAnswers, buildPartialAnswers } from './answer/build-answers.js';
export { toOutput, type AnsweredOutput, type UnansweredOutput } from './answer/output.js';
export { parseRecord } from './answer/parse-record.js';
export { fromRecord, summarize, toRecord } from './answer/record.js';
export { getLateAnswers } from './flow/late-answers.js';
export type { Answer, AnsweredResult, AskUserRecord, AskUserResult, UnansweredResult, Reply } from './answer/types.js';
export type { Allow } from './flow/allow.js';
export { createExchangeKey } from './flow/exchange-key.js';
export { connectAskBack } from './flow/connect-ask-back.js';
export { askUserReducer } from './flow/reducer.js';
export {
  activeQuestion,
  answeredCount,
  canSkip,
  canSubmit,
  canSubmitPartial,
  getExchanges,
  isAnswered,
  longAnswers,
  offersAskBack,
  missingQuestions,
  primaryAction,
  getAnswerIssue,
  allowsNotes,
  allowsOther,
  toReplies,
  toResult,
  type LongAnswer,
  type PrimaryAction,
  type AnswerIssue,
} from './flow/selectors.js';
export { createInitialState } from './flow/state.js';
export { createAskUserStore, type AskUserStore, type AskUserStoreOptions } from './flow/store.js';
export type {
  AskUserAction,
  AskUserState,
  DeliveryFailure,
  Draft,
  Exchange,
  OnAskBack,
  OptionRef,
  StateReducer,
} from './flow/types.js';
