/** Messages of the confirmations: separate, because a card loads them after its first paint. */
export interface AskUserConfirmMessages {
  /** Title of the discard confirmation. `answers` is `0` if there are no answers to discard. */
  discardTitle: (answers: number) => string;
  /** Text of the discard confirmation of a cancel. */
  discardText: (asker: string) => string;
  /** Text of the discard confirmation of a decline. */
  declineText: (asker: string) => string;
  /** Button of the discard confirmation and the discussion form that returns to the questions. */
  keepAnswering: string;
  /** Button of the discard confirmation that discards the answers. */
  discard: string;
  /** Button of the discard confirmation if there are no answers to discard. */
  leave: string;
  /** Says that a question to the agent will not be sent. */
  askBackUnsent: string;
  /** Title of the confirmation of long answers. */
  longTitle: (lengths: readonly number[]) => string;
  /** Line for a long answer in the confirmation, if there are several questions. */
  longItem: (name: string, length: number) => string;
  /** Text of the confirmation of long answers. */
  longText: string;
  /** Button that returns to a long answer. */
  edit: string;
  /** Button that submits a long answer. */
  submitAnyway: string;
}

/** Messages of `AskUserQueue`: separate, so that a dialog does not bundle them. */
export interface AskUserQueueMessages {
  /** Number of other requests that wait. */
  moreWaiting: (requests: number) => string;
  /** Number of requests whose agents do not wait. */
  canWait: (requests: number) => string;
  /** Button that shows the next of them. */
  answerNow: string;
  /** Asker of the next request, if it differs. `{asker}` is replaced with the asker. */
  nextAsker: string;
  /** Titles of a request that was settled elsewhere. `by` is `undefined` if the user is not known. */
  elsewhere: Record<'answered' | 'cancelled' | 'declined' | 'discussed', (by: string | undefined) => string>;
  /** Title of a request whose answer, cancellation or decline did not reach the agent. */
  unreached: string;
  /** Title of an orphaned request. */
  orphaned: string;
  /** Text of an orphaned request. */
  orphanedText: string;
  /** Button that goes to the next request. */
  nextQuestion: string;
  /** Message while the connection is lost. */
  offline: string;
  /** Announcement after `offline` or a refusal, read out only. */
  online: string;
  /** Button that reconnects. */
  reconnect: string;
  /** Message if the user is not signed in. */
  unauthorized: string;
  /** Message if the user may not answer. */
  forbidden: string;
  /** Message if the host does not accept the address of the page. */
  misdirected: string;
  /** Follows the message about the connection while a request is shown. */
  kept: string;
  /** Follows `failed` if the answers exceed the host's size limit. */
  tooLarge: string;
  /** Follows `failed` if the host found the answers invalid. */
  rejected: string;
}

/** Messages of HTML previews: separate, because they are loaded with the code that renders HTML. */
export interface AskUserHtmlMessages {
  /** Caption of an HTML preview that the dialog renders. */
  previewFrom: (label: string, asker: string) => string;
  /** Button that replaces the pictures of all previews in the request with text. */
  showText: string;
  /** The same button while text is shown. */
  showPicture: string;
}

/** Messages of what a card loads after its first paint, such as Review, previews and key hints. */
export interface AskUserLaterMessages {
  /** Length of custom text near the soft limit. */
  counter: (length: number, limit: number) => string;
  /** Length of custom text above the soft limit. */
  counterOver: (length: number, limit: number) => string;
  /** Number of options below the visible part of a list. */
  more: (options: number) => string;
  /** Name of the field that filters the options of a long list, and its placeholder. */
  filter: string;
  /** Number of options that the filter shows, beside the field and announced. `options` is the number of all. */
  filterCount: (shown: number, options: number) => string;
  /** Shown and announced if no option matches the filter. `other` is whether the question has Other. */
  filterNone: (other: boolean) => string;
  /** Button that selects all options that are shown. `options` is their number. */
  selectAll: (options: number) => string;
  /** The same button if a rule allows fewer. `options` is the number that it adds. */
  selectMore: (options: number) => string;
  /** Announcement after `selectAll`, `selectMore` or `clear`, read out only. */
  selectedCount: (options: number) => string;
  /** Key hint: clears the filter, so that all options are shown. */
  keyUnfilter: string;
  /** Caption of a preview. HTML that the dialog renders has `previewFrom` instead. */
  previewOf: (label: string) => string;
  /** Caption before an option is selected or focused. */
  previewPrompt: string;
  /** Text instead of a preview if the option has none. */
  noPreview: string;
  /** Button that enlarges a preview. */
  openLarger: string;
  /** Text on Review for a question without an answer. */
  notAnswered: string;
  /** Text in place of a skipped answer if `constraints.required` is `false`. */
  leftBlank: string;
  /** Text in a settled view or a receipt for each question, if there are neither answers nor unsent input. */
  noAnswer: string;
  /** Quotation marks around custom text, the message to discuss, or a question to the agent. */
  quote: (text: string) => string;
  /** Button that opens the field for a question to the agent. */
  askBack: string;
  /** Label of that field. */
  askBackField: string;
  /** Button that sends the user's question. */
  askBackSend: string;
  /** Shown below the user's question until there is a reply. */
  askBackWaiting: string;
  /** Announcement of a reply. With `''`, stands before a reply, read out only. */
  askBackReplied: (reply: string) => string;
  /** Shown and announced if there was no reply. */
  askBackFailed: string;
  /** Shown below a reply whose end is missing. */
  askBackCut: string;
  /** Shown while the user's question is too long to send. */
  askBackTooLong: (length: number, limit: number) => string;
  /** Button that opens the message to discuss one of several questions, if the user cannot ask the agent about it. */
  discussThis: string;
  /** Title of that message. */
  discussThisTitle: string;
  /** Line in a settled view or a receipt with the question that the user wanted to discuss. */
  discussAbout: (question: string) => string;
  /** Title in a settled view or a receipt of what the user asked the agent, with the replies. */
  askedBack: string;
  /** Joins the labels of the selected options. Receives a placeholder, such as `{0}`, for each label. */
  list: (items: readonly string[]) => string;
  /** Button on Review for a question that is answered, or that the user skipped. */
  change: string;
  /** Button on Review for a question without an answer. */
  answer: string;
  /** Name of the question after `change` or `answer`, read out only. */
  changeName: (name: string, answered: boolean) => string;
  /**
   * Button on Review that lists the recommended options of the unanswered questions. `isRest` is whether other questions
   * are answered.
   */
  useRecommended: (questions: number, isRest: boolean) => string;
  /** Button below that list, which selects these options. */
  takeRecommended: (options: number) => string;
  /** Text on Review after that, before `undoRecommended`. */
  tookRecommended: (questions: number) => string;
  /** Button that takes these answers back. */
  undoRecommended: string;
  /** Line beside an answer of a receipt that the user has changed. */
  corrected: string;
  /** Button that sends answers as a message, after the request of an agent that does not wait has ended. */
  sendLate: string;
  /** Replaces that button afterwards. */
  sentLate: string;
  /** Returns the reason of a settled request as text for the user. */
  reason: (reason: string) => string;
  /** Key hint: selects an option. */
  keyChoose: string;
  /** Key hint: toggles an option. */
  keyToggle: string;
  /** Key hints: do what the primary button does. */
  keyContinue: Record<'submit' | 'next' | 'review', string>;
  /** Key hint: sends a question to the agent. */
  keySend: string;
  /** Key hint: inserts a new line. */
  keyNewLine: string;
  /** Key hint: cancels the request. */
  keyCancel: string;
  /** Key hint of `focusShortcut` while focus is outside of the card: focuses the question. */
  keyFocus: string;
  /** Button below an answer or another text of which only three lines are shown. */
  showAll: string;
  /** The same button while the whole text is shown. */
  showLess: string;
  /** Line in a settled view or a receipt that expands several questions without answers. */
  questionCount: (questions: number) => string;
  /** Button that sends the answers so far. */
  submitPartial: string;
  /** Description of that button: the number of unanswered questions. */
  partialText: (missing: number, questions: number, asker: string) => string;
  /** Title of the discussion form. */
  discussTitle: string;
  /** Label of the field for the message. */
  discussWhat: string;
  /** Text of the discussion form. */
  discussText: (asker: string) => string;
  /** Button that sends the message. */
  discussSend: string;
  /** Text in the discard confirmation if a message was typed. */
  discussUnsent: string;
  /** Hint after a file was pasted or dropped into the card. */
  noFiles: string;
  /** Shown and announced if the user has answered questions of this request in an earlier one. */
  carried: (answers: number, questions: number) => string;
  /** Button that fills in those answers. */
  carriedUse: string;
  /** Button that removes the offer. */
  carriedDismiss: string;
  /** Shown and announced after the answers were filled in. */
  carriedUsed: string;
  /** Button that removes what was filled in. */
  carriedUndo: string;
  /** Title of earlier answers to questions that have changed. */
  carriedChanged: string;
  /** Title of earlier texts whose question is not asked again. */
  carriedLeft: string;
}

/** Messages about restored drafts: separate, because they are loaded with the code that restores drafts. */
export interface AskUserDraftMessages {
  /** Shown and announced after drafts were restored. */
  restored: string;
  /** Button that removes everything that was entered. */
  startOver: string;
  /** Shown and announced after `startOver`. */
  startedOver: string;
  /** Button that restores what `startOver` removed. */
  undo: string;
}

/** Messages of `useAskUserAttention`, for the page's title and for notifications. */
export interface AskUserAttentionMessages {
  /** Number of pending requests, in front of the page's title. */
  waitingTitle: (requests: number) => string;
  /** Title of a notification. `asker` is `undefined` if the host has not set it. */
  notice: (asker: string | undefined) => string;
}
