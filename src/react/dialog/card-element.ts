/** Options for `focus()` of a dialog's card. */
export interface CardFocusOptions extends FocusOptions {
  /**
   * Whether the user has just asked for it, by a link or a key of your app. Focus then moves to the shown question, or
   * to its field if it has no options. Keys wait only until the pressed key is released.
   * @default false
   */
  byUser?: boolean | undefined;
}

/** Element of a dialog's card, as a `ref` receives it. */
export interface AskUserCardElement extends HTMLDivElement {
  /**
   * Moves focus to the card's heading, or to what covers it. Digits, Enter and Space then have no effect for 500 ms,
   * because the user may have meant them for another element.
   */
  focus(options?: CardFocusOptions): void;
}
