/** What the `focus()` of a dialog's card takes. */
export interface CardFocusOptions extends FocusOptions {
  /**
   * The user has just asked for it, by a link or a key of yours: the focus goes to the question that is shown, or into its field
   * if it has no options, and keys wait for nothing but the release of that key. @default false
   */
  byUser?: boolean | undefined;
}

/** The element of a dialog's card, as a `ref` gives it. */
export interface AskUserCardElement extends HTMLDivElement {
  /**
   * Takes the focus to the card's heading, or to what covers it. Digits, Enter and Space mean nothing there for half a second,
   * since the user may have meant them for something else.
   */
  focus(options?: CardFocusOptions): void;
}
