// Flat part names for server components, in which not every bundler resolves the namespace `AskUser`.
export { AskUserRoot, type AskUserRootProps } from './root.js';
export { Card as AskUserCard, type AskUserCardProps } from './card.js';
export { Body as AskUserBody, type AskUserBodyProps } from './body.js';
export { Title as AskUserTitle, type AskUserTitleProps } from './title.js';
export { Collapse as AskUserCollapse, type AskUserCollapseProps } from './collapse.js';
export { Pending as AskUserPending, type AskUserPendingProps } from './pending.js';
export { Questions as AskUserQuestions, type AskUserQuestionsProps } from './questions.js';
export {
  ReviewTab as AskUserReviewTab,
  Tab as AskUserTab,
  TabList as AskUserTabList,
  type AskUserReviewTabProps,
  type AskUserTabListProps,
  type AskUserTabProps,
} from './tab-list.js';
export { Question as AskUserQuestion, type AskUserQuestionProps } from './question.js';
export { Prompt as AskUserPrompt, type AskUserPromptProps } from './prompt.js';
export { Choices as AskUserChoices, type AskUserChoicesProps } from './choices.js';
export { Scroller as AskUserScroller, type AskUserScrollerProps } from './scroller.js';
export { More as AskUserMore, type AskUserMoreProps } from './more.js';
export { Preview as AskUserPreview, type AskUserPreviewProps } from './preview.js';
export { Options as AskUserOptions, type AskUserOptionsProps } from './options.js';
export { Option as AskUserOption, type AskUserOptionProps } from './option.js';
export { OptionControl as AskUserOptionControl, type AskUserOptionControlProps } from './option-control.js';
export {
  OptionDescription as AskUserOptionDescription,
  OptionKey as AskUserOptionKey,
  OptionLabel as AskUserOptionLabel,
  type AskUserOptionKeyProps,
  type AskUserOptionTextProps,
} from './option-text.js';
export { Other as AskUserOther, type AskUserOtherProps } from './other.js';
export { TextAnswer as AskUserTextAnswer, type AskUserTextAnswerProps } from './text-answer.js';
export { Field as AskUserField, type AskUserFieldProps } from './field.js';
export { Problem as AskUserProblem, type AskUserProblemProps } from './problem.js';
export { Notes as AskUserNotes, type AskUserNotesProps } from './notes.js';
export {
  AddNote as AskUserAddNote,
  Clear as AskUserClear,
  Extras as AskUserExtras,
  Skip as AskUserSkip,
  type AskUserAddNoteProps,
  type AskUserClearProps,
  type AskUserExtrasProps,
  type AskUserSkipProps,
} from './extras.js';
export { Review as AskUserReview, type AskUserReviewProps } from './review.js';
export { SubmitPartial as AskUserSubmitPartial, type AskUserSubmitPartialProps } from './offers.js';
export { Discuss as AskUserDiscuss } from './offers.js';
export { DeliveryError as AskUserDeliveryError, type AskUserDeliveryErrorProps } from './delivery-error.js';
export {
  Actions as AskUserActions,
  Back as AskUserBack,
  Cancel as AskUserCancel,
  Decline as AskUserDecline,
  Submit as AskUserSubmit,
  type AskUserActionsProps,
} from './actions.js';
export { type AskUserButtonProps } from './button.js';
export { Hints as AskUserHints, type AskUserHintsProps } from './hints.js';
