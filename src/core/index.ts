export { parseRequest, type ParseOptions } from './question/parse-request.js';
export { LIMITS, type Limits } from './question/limits.js';
export { formatIssues, type Issue, type ParseResult } from './question/issues.js';
export { validateHtmlPreview } from './question/html-preview.js';
export type { ToolInputSchema } from './question/json-schema.js';
export type {
  AskUserRequest,
  Constraints,
  OptionInput,
  PreviewFormat,
  Question,
  QuestionInput,
  QuestionOption,
} from './question/types.js';
export { buildAnswers, buildPartialAnswers } from './answer/build-answers.js';
export { toOutput, type AnsweredOutput, type UnansweredOutput } from './answer/output.js';
export { parseReplies } from './answer/parse-replies.js';
export { parseRecord } from './answer/parse-record.js';
export { fromRecord, summarize, toRecord, type RecordOptions } from './answer/record.js';
export type {
  Answer,
  AnsweredResult,
  AskUserRecord,
  AskUserResult,
  UnansweredResult,
  Reply,
  SelectedOption,
} from './answer/types.js';
export type { Allow } from './flow/allow.js';
export { createInitialState } from './flow/state.js';
export { askUserReducer } from './flow/reducer.js';
export {
  activeQuestion,
  answeredCount,
  getAnswer,
  canSkip,
  canSubmit,
  canSubmitPartial,
  isAnswered,
  isTouched,
  longAnswers,
  missingQuestions,
  mustConfirmDiscard,
  primaryAction,
  getAnswerIssue,
  allowsOther,
  toReplies,
  toResult,
  touchedCount,
  type LongAnswer,
  type PrimaryAction,
  type AnswerIssue,
} from './flow/selectors.js';
export { createAskUserStore, type AskUserStore, type AskUserStoreOptions } from './flow/store.js';
export type {
  AskUserAction,
  AskUserState,
  ConfirmCancel,
  DeliveryError,
  DeliveryFailure,
  Draft,
  FlowOptions,
  FlowOptionsInput,
  OptionRef,
  Phase,
  StateReducer,
} from './flow/types.js';
