/**
 * The parts of the dialog: the value of each part's `data-ask-user` attribute, and attributes for its states.
 *
 * On `control`, `tab` and `panel`, `data-state` has the values of Radix (`checked`/`unchecked`, `active`/`inactive`).
 */
export const PARTS = {
  /**
   * The card: a `<div>`, or a `<dialog>` if `data-presentation` is `modal`. `data-phase` is the phase of the flow.
   * `data-questions` is `one`, or `many` for another number of questions. `data-presentation` is `inline`, `modal` or
   * `dock`. `data-blocking` is `false` if the agent does not wait for the answers. `open` is the attribute of the
   * `<dialog>`. `AskUserQueue` adds `data-unreached` if the result did not reach the agent.
   */
  card: [
    'data-phase',
    'data-questions',
    'data-streaming',
    'data-blocking',
    'data-presentation',
    'data-collapsed',
    'data-unreached',
    'open',
    'aria-keyshortcuts',
  ],
  /** Visually hidden live regions. */
  status: [],
  alert: [],
  /** The content that a confirmation covers; inert while one is open. */
  body: [],
  /** Contains the title, the progress and the collapse button. */
  header: [],
  title: [],
  /** In the title, from the second round on: the round, and the number of answers so far. */
  round: [],
  asker: [],
  /** Below the header: that the agent does not wait for the answers. */
  ahead: [],
  /** Number of answered questions. */
  progress: [],
  /** Below the header, after drafts were restored: a notice, and the button to start over or to undo that. */
  restored: [],
  /** Below it, if there are earlier answers of the conversation: the offer to use them, and the answers. */
  carried: [],
  'carried-text': [],
  'carried-answers': [],
  /** Button that collapses the card to one line. */
  collapse: [],
  /** The line of a collapsed card. */
  'collapsed-bar': [],
  'collapsed-bar-text': [],
  /** Placeholder while the model is writing the first question. */
  skeleton: [],
  'skeleton-line': [],
  /** Root of Radix Tabs, around the tabs, the questions and Review. */
  questions: [],
  /** The tabs. `data-long` if there are more than 8 questions: then a button and "Next unanswered" take their place. */
  'tab-list': ['data-long'],
  /**
   * A question, or Review: a tab, or a row of the list of questions. `data-long` on a tab that is cut if its header is
   * too long for it.
   */
  tab: ['data-state', 'data-answered', 'data-missing', 'data-review', 'data-long'],
  /** With more than 8 questions, the button that opens their list. */
  'list-button': ['aria-expanded'],
  'question-list': [],
  panel: ['data-state', 'data-review'],
  /**
   * Heading, context and hints of a question, or heading and hint of Review. `data-long` while the text of a question
   * scrolls. `data-line` if the stylesheet shows a line below it: a hint, an error, or, with the value `free`, the line of
   * an error that is gone. Without it, the stylesheet keeps a line free at the end of the panel for an error.
   */
  prompt: ['data-long', 'data-line'],
  /** Header of a question, before it or above it. If there are tabs, only one that its tab may cut. */
  'question-header': [],
  question: [],
  context: [],
  /** `data-in-error` if an error contains the same text. */
  hint: ['data-in-error'],
  /**
   * Above a long list of options: the filter, and the buttons of a multi-select question. `data-filter` and `data-all`
   * while there are more than 12 options, and more than 5 of a multi-select question; the stylesheet keeps their place
   * free until they load.
   */
  'option-tools': ['data-filter', 'data-all'],
  /** `<input>` that filters the options. */
  filter: [],
  /** Number of options that are shown, in the filter. */
  'filter-count': [],
  /** Contains the scroller and, beside or below it, the preview. */
  'options-area': [],
  /** Scrolls the options and the field. `data-long` if there are more than 6 options, not counting Other. */
  scroller: ['data-long'],
  /** Number of options that are not fully visible below. A press scrolls down. */
  'more-indicator': [],
  /** Preview of an option. `larger` shows it in a separate dialog. */
  preview: [],
  'preview-header': [],
  'preview-title': [],
  /** Buttons of the preview. */
  'preview-actions': [],
  'preview-text': [],
  /** Picture of an HTML preview, in an inert frame. `data-colored` if the preview sets text or background colors. */
  'preview-frame': ['data-colored'],
  /** An HTML preview as text. */
  'preview-words': [],
  /** Source of a preview, for example of HTML that cannot be rendered. */
  'preview-source': [],
  larger: [],
  options: ['data-multi'],
  /** `<label>` around one option. */
  option: ['data-other', 'data-multi', 'data-open'],
  /** The radio or checkbox. */
  control: ['data-state'],
  label: [],
  badge: [],
  description: [],
  key: [],
  /** Box around the field of Other. */
  'other-field': [],
  /** Text area for an answer, for notes, for a question to the agent or for the message to discuss. */
  field: ['data-over', 'data-secret', 'aria-invalid'],
  counter: ['data-over'],
  /** Error of a missing or invalid answer. `data-other` if it is about the text of Other, not about the options. */
  'answer-error': ['data-other'],
  /** Quiet buttons of a question: note, clear, skip, ask about it. */
  'question-actions': [],
  'question-action': ['aria-disabled'],
  /** What the user has asked the agent about a question, and the field for another one, in `notes`. */
  'ask-back': [],
  /** Scrolls the exchanges. `data-long` while they do not fit. */
  exchanges: ['data-long'],
  /** A question of the user, and its reply. `data-status` is `waiting`, `replied` or `failed`. */
  exchange: ['data-status'],
  reply: [],
  notes: [],
  'notes-label': [],
  review: [],
  'review-item': ['data-missing'],
  'review-question': [],
  'review-answer': ['data-skipped', 'data-recommended'],
  'review-notes': [],
  'review-action': [],
  /** In a receipt: the form in which the user changes an answer. */
  correction: [],
  change: [],
  /** Above the list of Review: the offer to use recommended options, or the text and the button that undoes it. */
  recommended: [],
  /** Below the list of Review: the number of unanswered questions, and the button that sends the answers so far. */
  partial: [],
  /** Error of a failed delivery. */
  error: [],
  actions: [],
  /** Box in `actions` for the quiet buttons of questions, and box around those of each question. */
  tray: [],
  'key-hints': [],
  button: ['data-variant', 'aria-disabled'],
  /** Hint at the bottom of the card that files cannot be sent, after a file was pasted or dropped. */
  'file-hint': [],
  /** Covers the body while a confirmation is open. */
  confirm: [],
  sheet: [],
  'confirm-title': [],
  'confirm-text': [],
  'confirm-actions': [],
  /** Settled view. `data-status` is the result's status, `discussed`, or `connectionLost` for an orphaned request. */
  settled: ['data-status'],
  /** In a receipt, contains the title and the time. */
  'settled-header': [],
  time: [],
  'settled-list': [],
  /** `<details>` and its `<summary>`: several questions without any answer. */
  unanswered: [],
  'unanswered-title': [],
  /** Long read-only text, such as an answer, notes or a reason. `data-clamped` while at most three lines are shown. */
  'answer-text': ['data-clamped'],
  /** In a queue, below the questions: the number of waiting requests, and the error of the connection. */
  queue: [],
  'queue-count': [],
  connection: [],
  /** Box around Markdown, and each element in it that has a style. */
  markdown: [],
  'markdown-element': [],
  hidden: [],
} as const satisfies Record<string, readonly string[]>;

/** Value of a part's `data-ask-user` attribute. */
export type PartName = keyof typeof PARTS;

/**
 * Returns the attributes of a part: its name for hosts, and the class by which the stylesheet finds it. The props of a
 * host may be passed, because their classes are added to it.
 */
export const part = <Name extends PartName, Props extends { className?: string | undefined }>(
  name: Name,
  props?: Props,
): { 'data-ask-user': Name } & Props & { className: string } => ({
  'data-ask-user': name,
  ...(props as Props),
  className: `au-${name}${props?.className ? ` ${props.className}` : ''}`,
});
