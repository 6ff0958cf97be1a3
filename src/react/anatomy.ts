/**
 * Every part of the dialog: the value of its `data-ask-user` attribute, and the state attributes it carries beside it.
 * Parts, stylesheet tests and docs read this one table.
 *
 * `data-state` on `control`, `tab` and `panel` is Radix's own (`checked`/`unchecked`, `active`/`inactive`).
 */
export const ANATOMY = {
  /**
   * `<div>`, or `<dialog>` where it is modal: the whole card. `data-phase` is the flow's phase, `data-questions` is
   * `one` or `many`, `data-presentation` is `inline`, `modal` or `dock`; `open` is the dialog's own. `AskUserQueue` adds
   * `data-unreached` if the agent did not get the answer.
   */
  card: [
    'data-phase',
    'data-questions',
    'data-streaming',
    'data-presentation',
    'data-collapsed',
    'data-unreached',
    'open',
    'aria-keyshortcuts',
  ],
  /** Visually hidden live regions. */
  status: [],
  alert: [],
  /** Everything but the confirmation; inert while one is open. */
  body: [],
  /** Who asks. */
  header: [],
  title: [],
  asker: [],
  /** How many of several questions are answered. */
  progress: [],
  /** Below the header after drafts were restored: a sentence, and the button to start over. */
  restored: [],
  /** Folds the card into one line. */
  collapse: [],
  /** The one line of a collapsed card. */
  bar: [],
  'bar-text': [],
  /** Stands for questions that are still being written. */
  pending: [],
  'pending-line': [],
  /** Radix Tabs root. */
  questions: [],
  'tab-list': [],
  tab: ['data-state', 'data-answered', 'data-missing', 'data-review'],
  panel: ['data-state', 'data-review'],
  /**
   * Heading, context and hint of one question. `data-long` while it scrolls, `data-line` while the line below the heading
   * and the context is taken, by the hint or a message; else that line is kept free.
   */
  prompt: ['data-long', 'data-line'],
  question: [],
  context: [],
  /** `data-said`: a message says it in its place. */
  hint: ['data-said'],
  /** The scroller, and beside or below it the preview. */
  choices: [],
  /** Scrolls the options and the Other field. `data-long` where there are more than six. */
  scroller: ['data-long'],
  /** How many options are further down. */
  more: [],
  /** What an option would come to; `larger` is the same in a dialog of its own. */
  preview: [],
  'preview-header': [],
  'preview-title': [],
  /** Its buttons. */
  'preview-actions': [],
  'preview-text': [],
  /** Of a preview in HTML: its picture, in a frame that nothing reaches. `data-colored` if it sets colors itself. */
  'preview-frame': ['data-colored'],
  /** The same as text. */
  'preview-words': [],
  /** What was written, if it can't be drawn, or if `renderPreview` asked for the default. */
  'preview-source': [],
  larger: [],
  options: ['data-multi'],
  /** `<label>` around one option. */
  option: ['data-other', 'data-multi', 'data-open'],
  /** The radio or checkbox, first child of `option`; its `::before` draws the row. */
  control: ['data-state'],
  label: [],
  badge: [],
  description: [],
  key: [],
  /** Box of the field under Other; directly after `options`. */
  'other-field': [],
  /** Every text area: Other, text answers, notes. */
  field: ['data-over', 'aria-invalid'],
  counter: ['data-over'],
  /** Why a submit was refused, in the line below its question. */
  problem: [],
  /** Quiet buttons of a question: note, clear, skip. */
  extras: [],
  extra: [],
  notes: [],
  'notes-label': [],
  review: [],
  'review-item': ['data-missing'],
  'review-question': [],
  'review-answer': ['data-skipped'],
  'review-notes': [],
  'review-action': [],
  change: [],
  /** Under Review's list: how many questions stay unanswered, and the button that sends the others. */
  partial: [],
  /** Why the host did not take the answers. */
  error: [],
  actions: [],
  /** In `actions`, the place of the quiet buttons of the question shown; and in it, around those of each question. */
  tray: [],
  hints: [],
  button: ['data-variant', 'aria-disabled'],
  /** At the foot of the card, after a file was pasted or dropped. */
  'file-hint': [],
  /** Covers the body while a confirmation is open. */
  confirm: [],
  sheet: [],
  'confirm-title': [],
  'confirm-text': [],
  'confirm-actions': [],
  /** What stays after the end. `data-status` is the result's status. */
  settled: ['data-status'],
  /** In a receipt: the title, and when it was. */
  'settled-header': [],
  time: [],
  'settled-list': [],
  /** `<details>` and its `<summary>`: several questions of which none got an answer. */
  unanswered: [],
  'unanswered-title': [],
  /** An answer or a note of some length, where it is only read. `data-clamped` while three lines of it are shown at most. */
  'answer-text': ['data-clamped'],
  /** In a queue, below the questions: how many wait, and what is wrong with the connection. */
  queue: [],
  'queue-count': [],
  connection: [],
  /** Markdown: around its blocks, and each element that has a look of its own. */
  markdown: [],
  'markdown-element': [],
  hidden: [],
} as const satisfies Record<string, readonly string[]>;

/** The value of a part's `data-ask-user` attribute. */
export type PartName = keyof typeof ANATOMY;

/** The attribute that names a part in the DOM. */
export const part = <Name extends PartName>(name: Name): { 'data-ask-user': Name } => ({ 'data-ask-user': name });
