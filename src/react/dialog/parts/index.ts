export { AskUserRoot as Root, type AskUserRootProps as RootProps } from './root.js';
export { Card, type AskUserCardProps as CardProps } from './card.js';
export { Body, type AskUserBodyProps as BodyProps } from './body.js';
export { Title, type AskUserTitleProps as TitleProps } from './title.js';
export { Collapse, type AskUserCollapseProps as CollapseProps } from './collapse.js';
export { Questions, type AskUserQuestionsProps as QuestionsProps } from './questions.js';
export {
  ReviewTab,
  Tab,
  TabList,
  type AskUserReviewTabProps as ReviewTabProps,
  type AskUserTabListProps as TabListProps,
  type AskUserTabProps as TabProps,
} from './tab-list.js';
export { Pending, type AskUserPendingProps as PendingProps } from './skeleton.js';
export { Question, type AskUserQuestionProps as QuestionProps } from './question.js';
export { Prompt, type AskUserPromptProps as PromptProps } from './prompt.js';
export { Choices, type AskUserChoicesProps as ChoicesProps } from './options-area.js';
export { Scroller, type AskUserScrollerProps as ScrollerProps } from './scroller.js';
export { More, type AskUserMoreProps as MoreProps } from './more-indicator.js';
export { Preview, type AskUserPreviewProps as PreviewProps } from './preview.js';
export { Options, type AskUserOptionsProps as OptionsProps } from './options.js';
export { Option, type AskUserOptionProps as OptionProps } from './option.js';
export { OptionControl, type AskUserOptionControlProps as OptionControlProps } from './option-control.js';
export {
  OptionDescription,
  OptionKey,
  OptionLabel,
  type AskUserOptionKeyProps as OptionKeyProps,
  type AskUserOptionTextProps as OptionTextProps,
} from './option-text.js';
export { Other, type AskUserOtherProps as OtherProps } from './other.js';
export { TextAnswer, type AskUserTextAnswerProps as TextAnswerProps } from './text-answer.js';
export { Field, type AskUserFieldProps as FieldProps } from './field.js';
export { Problem, type AskUserProblemProps as ProblemProps } from './answer-error.js';
export { Notes, type AskUserNotesProps as NotesProps } from './notes.js';
export {
  AddNote,
  Clear,
  Extras,
  Skip,
  type AskUserAddNoteProps as AddNoteProps,
  type AskUserClearProps as ClearProps,
  type AskUserExtrasProps as ExtrasProps,
  type AskUserSkipProps as SkipProps,
} from './question-actions.js';
export { Review, type AskUserReviewProps as ReviewProps } from './review.js';
export { SubmitPartial, type AskUserSubmitPartialProps as SubmitPartialProps } from './offers.js';
export { Discuss } from './offers.js';
export { DeliveryError, type AskUserDeliveryErrorProps as DeliveryErrorProps } from './delivery-error.js';
export { Actions, Back, Cancel, Decline, Submit, type AskUserActionsProps as ActionsProps } from './actions.js';
export { type AskUserButtonProps as ButtonProps } from './button.js';
export { Hints, type AskUserHintsProps as HintsProps } from './key-hints.js';
