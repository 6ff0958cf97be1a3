// Flat part names for server components, in which not every bundler resolves the namespace `AskUser`.
export { AskUserRoot } from './dialog/parts/root.js';
export { Card as AskUserCard } from './dialog/parts/card.js';
export { Body as AskUserBody } from './dialog/parts/body.js';
export { Title as AskUserTitle } from './dialog/parts/title.js';
export { Collapse as AskUserCollapse } from './dialog/parts/collapse.js';
export { Skeleton as AskUserSkeleton } from './dialog/parts/skeleton.js';
export { Questions as AskUserQuestions } from './dialog/parts/questions.js';
export {
  ReviewTab as AskUserReviewTab,
  Tab as AskUserTab,
  TabList as AskUserTabList,
} from './dialog/parts/tab-list.js';
export { Question as AskUserQuestion } from './dialog/parts/question.js';
export { Prompt as AskUserPrompt } from './dialog/parts/prompt.js';
export { Options as AskUserOptions, OptionsArea as AskUserOptionsArea } from './dialog/parts/options.js';
export { OptionTools as AskUserOptionTools } from './dialog/parts/option-tools.js';
export { Scroller as AskUserScroller } from './dialog/parts/scroller.js';
export { MoreIndicator as AskUserMoreIndicator } from './dialog/parts/more-indicator.js';
export { Preview as AskUserPreview } from './dialog/parts/preview.js';
export { Option as AskUserOption } from './dialog/parts/option.js';
export { OptionControl as AskUserOptionControl } from './dialog/parts/option-control.js';
export {
  OptionDescription as AskUserOptionDescription,
  OptionKey as AskUserOptionKey,
  OptionLabel as AskUserOptionLabel,
} from './dialog/parts/option-text.js';
export { Other as AskUserOther } from './dialog/parts/other.js';
export { Field as AskUserField, TextAnswer as AskUserTextAnswer } from './dialog/parts/field.js';
export { AnswerError as AskUserAnswerError } from './dialog/parts/answer-error.js';
export { AskAbout as AskUserAskAbout, AskBack as AskUserAskBack } from './dialog/parts/ask-back.js';
export { Notes as AskUserNotes } from './dialog/parts/notes.js';
export {
  AddNote as AskUserAddNote,
  Clear as AskUserClear,
  QuestionActions as AskUserQuestionActions,
  Skip as AskUserSkip,
} from './dialog/parts/question-actions.js';
export { Review as AskUserReview } from './dialog/parts/review.js';
export { SubmitPartial as AskUserSubmitPartial } from './dialog/parts/optional-actions.js';
export { Discuss as AskUserDiscuss } from './dialog/parts/optional-actions.js';
export { DeliveryError as AskUserDeliveryError } from './dialog/parts/delivery-error.js';
export {
  Actions as AskUserActions,
  Back as AskUserBack,
  Cancel as AskUserCancel,
  Decline as AskUserDecline,
  Submit as AskUserSubmit,
} from './dialog/parts/actions.js';
export { KeyHints as AskUserKeyHints } from './dialog/parts/key-hints.js';
