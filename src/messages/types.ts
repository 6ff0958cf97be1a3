import type {
  AskUserConfirmMessages,
  AskUserQueueMessages,
  AskUserHtmlMessages,
  AskUserLaterMessages,
  AskUserDraftMessages,
  AskUserAttentionMessages,
} from './lazy-types.js';

import type { AskUserResult } from '../core/answer/types.js';

/** Messages that a card loads with its first render. */
export interface AskUserMessages {
  /**
   * Language of the texts, as a BCP 47 tag, such as `de` or `de-AT`. It is the `lang` of the card, from which a screen
   * reader chooses the pronunciation. By default, the card has the language of the page around it.
   */
  locale?: string;
  /**
   * Default display name of the agent. In English it is a name without an article, because it also stands in
   * mid-sentence.
   */
  asker: string;
  /** Title of the card. `{asker}` is replaced with the asker. */
  title: (questions: number) => string;
  /** Line of a card whose agent does not wait. `{asker}` is replaced with the asker. */
  ahead: string;
  /** Follows the title from the second round on. `answered` counts the answers of the earlier rounds. */
  round: (round: number, answered: number) => string;
  /**
   * Title and name of a card without a question, and hint while the model is still writing. `{asker}` is replaced with
   * the asker.
   */
  preparing: string;
  /** Tooltip and name of the button that collapses the card. A dock has `writeMessage` instead. */
  collapse: string;
  /** Button that expands a collapsed card. */
  expand: string;
  /** Button of a dock that collapses the card and moves focus to the composer. */
  writeMessage: string;
  /** Announcement of a new request, read out only. */
  arrived: (asker: string, question: string, questions: number) => string;
  /** Accessible name of a pending card. */
  card: (asker: string, question: string, questions: number) => string;
  /** Position before the text of a question, read out only. */
  position: (position: number, questions: number) => string;
  /** Name of a tab whose question has no header, and text of a question that shows no text. */
  tab: (position: number) => string;
  /** Accessible name of the list of tabs. */
  tabs: string;
  /** Accessible name of a tab: its visible name, then its state. `name` is `''` if the host renders the name. */
  tabState: (name: string, state: string) => string;
  /** State of a tab whose question is answered. */
  answered: string;
  /** State of a tab whose question is skipped, and text in place of a skipped answer. See `leftBlank`. */
  skipped: string;
  /** State of a tab that is marked, such as by a refused submit, and whose answer is missing. */
  missing: string;
  /** State of a tab that is marked, and whose answer breaks a rule. */
  invalid: string;
  /** Number of answered questions. */
  answeredOf: (answered: number, questions: number) => string;
  /** Button that opens the list of more than 8 questions: the position of the shown one, and the number of answered ones. */
  place: (position: number, questions: number, answered: number) => string;
  /** Button beside it that goes to the next question whose answer is missing or invalid. */
  nextUnanswered: string;
  /** Hint of a single-select question, read out only unless `optional` follows it. */
  chooseOne: string;
  /** Hint of a multi-select question, unless `chooseCount` is shown instead. */
  chooseMany: string;
  /** Badge of a recommended option. */
  recommended: string;
  /** Label of an option whose label shows no text. */
  noLabel: (position: number) => string;
  /** Label of an option that looks like another one, or that mixes alphabets. */
  lookAlike: (label: string, position: number) => string;
  /** Hint that hidden characters of a question or its options are not shown. */
  cleaned: string;
  /** Label of Other. */
  other: string;
  /** Description of Other, read out only, and placeholder of its field. */
  otherHint: string;
  /** Label of the field of Other, read out only. */
  yourAnswer: string;
  /** Button that closes an enlarged preview, or a card whose request is settled or orphaned. */
  close: string;
  /** Button that shows the field for a note. */
  addNote: string;
  /** Label of the field for a note. */
  note: string;
  /** Button that clears the selection. */
  clear: string;
  /** Button that skips a question, or undoes that. */
  skip: string;
  /** Error if no option is selected in a question with Other. */
  missingOption: string;
  /** Error if no option is selected in a question without Other. */
  missingChoice: string;
  /** Error if only Other is selected, without text. */
  missingOther: string;
  /** Error if the text is missing in a question without options, unless a rule for the text is shown instead. */
  missingText: string;
  /** Hint of a question whose `constraints.required` is `false`. */
  optional: string;
  /** Error if the answer cannot be sent with its note, because of `constraints.allowNotes`. */
  removeNote: string;
  /** Hint and error about the number of options to select. `undefined` means no limit. */
  chooseCount: (min: number | undefined, max: number | undefined) => string;
  /** Hint and error about the length of custom text. `undefined` means no limit. */
  typeLength: (min: number | undefined, max: number | undefined) => string;
  /** Hint and error of an answer that must be a number. The user has to type decimals with a point. */
  typeNumber: (whole: boolean, min: number | undefined, max: number | undefined) => string;
  /** Hints and errors of answers that must have a certain format. */
  typeFormat: Record<'email' | 'url' | 'date' | 'date-time', string>;
  /** Name of the Review tab, and button that goes to it. */
  review: string;
  /** Heading of Review, and text of a card that is collapsed on it. */
  reviewTitle: string;
  /** Button that submits a single answer. */
  submit: string;
  /** Button that submits several answers. */
  submitAll: string;
  /** Button that goes to the next question. */
  next: string;
  /** Button that goes to the previous question. */
  back: string;
  /** Button that cancels the request. */
  cancel: string;
  /** Button that declines the request. */
  decline: string;
  /** Button that opens the discussion form, and label of a message that was not sent. */
  discuss: string;
  /** Button that repeats a failed delivery. */
  retry: string;
  /** Shown during a delivery. */
  sending: string;
  /** Error after a failed delivery. */
  failed: (status: AskUserResult['status']) => string;
  /** Titles of a settled request. `{asker}` is replaced with the asker. */
  settled: Record<AskUserResult['status'] | 'discussed', string>;
  /** Hint above input that was not sent. */
  notSent: string;
}

/** All messages of a language. */
export interface AskUserLanguage
  extends
    AskUserMessages,
    AskUserConfirmMessages,
    AskUserQueueMessages,
    AskUserHtmlMessages,
    AskUserLaterMessages,
    AskUserDraftMessages,
    AskUserAttentionMessages {
  /** BCP 47 tag of the language. */
  locale: string;
}

/** Messages that a part receives: those of the first render, and the host's messages for what is loaded later. */
export type DialogMessages = AskUserMessages & Partial<AskUserLanguage>;

/** Messages of a host, all or some. Missing and `undefined` ones are English. */
export type AskUserMessagesInput = { [Name in keyof AskUserLanguage]?: AskUserLanguage[Name] | undefined };
