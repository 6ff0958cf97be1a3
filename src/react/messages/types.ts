import type { AskUserResult } from '../../core/answer/types.js';

/** The words that a card has from the start. Functions where numbers or the agent's own texts occur. */
export interface AskUserMessages {
  /** Who asks, where the host did not say. */
  asker: string;
  /** The card's title; `{asker}` is replaced by the asker's name. */
  title: (questions: number) => string;
  /** Instead of the title, while the first question is still being written; `{asker}` is replaced. */
  preparing: string;
  collapse: string;
  /** Opens a collapsed card again. */
  expand: string;
  /** In a dock: collapses the card, and takes the focus to the composer. */
  writeMessage: string;
  /** Told to those who don't see it arrive. */
  arrived: (asker: string, question: string, questions: number) => string;
  /** The card's accessible name. */
  card: (asker: string, question: string, questions: number) => string;
  /** Before a question's text, read out only. */
  position: (position: number, questions: number) => string;
  /** A tab without a header. */
  tab: (position: number) => string;
  tabs: string;
  /** A tab's whole name, read out only: the visible one first, then its state. */
  tabState: (name: string, state: string) => string;
  answered: string;
  skipped: string;
  /** After a refused submit. */
  missing: string;
  /** There is an answer, which breaks a rule of the question: once it was left, or after a refused submit. */
  invalid: string;
  answeredOf: (answered: number, questions: number) => string;
  chooseOne: string;
  chooseMany: string;
  recommended: string;
  /** An option whose label shows nothing. */
  noLabel: (position: number) => string;
  /** An option that looks like another one, or that mixes alphabets to look like it. */
  lookAlike: (label: string, position: number) => string;
  /** Control characters and the like were left out of what is shown. */
  cleaned: string;
  other: string;
  /** What Other is for: in its empty field, and read out as its description. */
  otherHint: string;
  yourAnswer: string;
  /** Closes what was opened larger, or a modal that has nothing more to ask. */
  close: string;
  counter: (length: number, limit: number) => string;
  counterOver: (length: number, limit: number) => string;
  addNote: string;
  note: string;
  clear: string;
  skip: string;
  /** Why a submit was refused, by kind of question. */
  missingOption: string;
  /** Where there is no Other. */
  missingChoice: string;
  missingOther: string;
  missingText: string;
  /** Beside a question that need not be answered. */
  optional: string;
  /** After what is missing, where the question need not be answered. */
  orSkip: string;
  /** How many options a question takes: at least, at most, or both. */
  chooseCount: (min: number | undefined, max: number | undefined) => string;
  /** How many characters an answer in one's own words has. */
  typeLength: (min: number | undefined, max: number | undefined) => string;
  /** An answer that is a number, with digits 0-9 and a point for decimals; a whole one has neither. */
  typeNumber: (whole: boolean, min: number | undefined, max: number | undefined) => string;
  /** An answer that is written in a certain way. White space around it is not. */
  typeFormat: Record<'email' | 'url' | 'date' | 'date-time', string>;
  review: string;
  reviewTitle: string;
  submit: string;
  submitAll: string;
  next: string;
  back: string;
  cancel: string;
  decline: string;
  /** Asks to discuss the questions before answering. */
  discuss: string;
  retry: string;
  sending: string;
  discardTitle: (answers: number) => string;
  discardText: (asker: string) => string;
  declineText: (asker: string) => string;
  keep: string;
  discard: string;
  /** Where there is nothing to discard. */
  end: string;
  longTitle: (lengths: readonly number[]) => string;
  /** One line for each long answer, where there are several questions. */
  longItem: (name: string, length: number) => string;
  longText: string;
  edit: string;
  submitAnyway: string;
  /** The host did not take it. */
  failed: (status: AskUserResult['status']) => string;
  /** What stays in the conversation; `{asker}` is replaced by the asker's name. */
  settled: Record<AskUserResult['status'] | 'discussed', string>;
  /** Above what was entered here, where it was ended from outside. */
  unsent: string;
}

/** What `AskUserQueue` says besides: apart, so that a dialog alone does not carry it. */
export interface AskUserQueueMessages {
  /** How many requests wait behind the one that is shown. */
  moreWaiting: (requests: number) => string;
  /** After that, where somebody else asks next; `{asker}` is replaced by the name. */
  nextAsker: string;
  /** Whoever ended it did so elsewhere; without a name where the host gave none. */
  elsewhere: Record<'answered' | 'cancelled' | 'declined', (by: string | undefined) => string>;
  /** The agent had another result before it could learn of this one. */
  unreached: string;
  /** Whoever asked has not been heard of for too long. */
  orphaned: string;
  orphanedText: string;
  /** After an ending that was not the person's own. */
  nextQuestion: string;
  offline: string;
  /** After `offline` or `refused`, read out only. */
  online: string;
  /** The button after `offline` and `refused`, unless the primary button sends again what was sent meanwhile. */
  reconnect: string;
  /** The host lets this person see nothing. */
  refused: string;
  /** In place of `failed`, where the host takes no more at once: what the person can do. */
  tooLarge: string;
}

/** The words of previews in HTML, which are loaded with them. */
export interface AskUserHtmlMessages {
  /** The caption of a preview. */
  previewFrom: (label: string, asker: string) => string;
  /** The button that replaces the picture by its text, for all previews of the request. */
  showText: string;
  /** The same button while the text is shown. */
  showPicture: string;
}

/** The words of what every card loads after its first paint: what is only read, previews, the keys, what is further down in a list. */
export interface AskUserLaterMessages {
  /** Options further down in a list that scrolls. */
  more: (options: number) => string;
  previewOf: (label: string) => string;
  /** Before an option is chosen or focused. */
  previewWait: string;
  /** This option has none. */
  previewNone: string;
  larger: string;
  notAnswered: string;
  /** What stays of a question that got none. */
  noAnswer: string;
  /** Around a text in the person's own words. */
  quote: (text: string) => string;
  /** Between the labels of several choices. */
  list: (items: readonly string[]) => string;
  change: string;
  answer: string;
  /** After Change or Answer, read out only. */
  changeWhat: (name: string, answered: boolean) => string;
  /** Why it ended; a text of the host's own stays as it is. */
  reason: (reason: string) => string;
  keyChoose: string;
  keyToggle: string;
  keyContinue: Record<'submit' | 'next' | 'review', string>;
  keyNewLine: string;
  keyCancel: string;
  /** `focusShortcut`, while the focus is outside of the card: goes to the question. */
  keyFocus: string;
  /** Below an answer of which three lines are shown. */
  showAll: string;
  /** The same button, once all of it is. */
  showLess: string;
  /** The line that opens the questions, where several got no answer. */
  questionCount: (questions: number) => string;
}

/** The words of `allowPartial` and `allowDiscuss`, in a table of its own: only cards that offer them load it. */
export interface AskUserOfferMessages {
  /** Sends the answers so far. */
  submitPartial: string;
  /** Beside that button: how many of the questions stay unanswered, and that the asker will know. */
  partialText: (missing: number, questions: number, asker: string) => string;
  discussTitle: string;
  /** The name of the field. */
  discussWhat: string;
  /** That the message and the answers so far are sent, and are not submitted. */
  discussText: (asker: string) => string;
  discussSend: string;
  /** In the confirmation of a cancellation, if a message was typed. */
  discussUnsent: string;
}

/** The message about files, in a table of its own: it is loaded with the first file. */
export interface AskUserFileMessages {
  /** After a file was pasted or dropped into the card. */
  noFiles: string;
}

/** The messages about restored drafts: separate, because only a dialog with `draftStorage` loads them. */
export interface AskUserDraftMessages {
  /** Shown and announced after drafts were restored. */
  restored: string;
  /** The button that removes everything that was restored. */
  startOver: string;
  /** Shown and announced after `startOver`. */
  startedOver: string;
  /** The button that brings back what `startOver` removed. */
  undo: string;
}

/** The messages for a user who is elsewhere: separate, because only `react-ask-user/attention` loads them. */
export interface AskUserAttentionMessages {
  /** In front of the page's title: how many requests wait. */
  waitingTitle: (requests: number) => string;
  /** The title of a notification; `undefined` if the host has not named the asker. */
  notice: (asker: string | undefined) => string;
}

/** Every word of a language. */
export interface AskUserLanguage
  extends
    AskUserMessages,
    AskUserQueueMessages,
    AskUserHtmlMessages,
    AskUserLaterMessages,
    AskUserOfferMessages,
    AskUserFileMessages,
    AskUserDraftMessages,
    AskUserAttentionMessages {}

/** What a part works with: the words it has from the start, and the host's for what is loaded later, if it gave any. */
export type AskUserWords = AskUserMessages & Partial<AskUserLanguage>;

/** Words of a host's, some or all; what is `undefined` or left out stays English. */
export type AskUserMessagesInput = { [Name in keyof AskUserLanguage]?: AskUserLanguage[Name] | undefined };
