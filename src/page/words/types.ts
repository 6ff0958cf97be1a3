import type { AccessError } from '../connection.js';

/** Title and text of a page that shows no questions. */
type Refusal = readonly [title: string, text: string];

/** Texts of the pages outside of the dialog. */
export interface PageWords {
  /** The page of `ask-user ask --web`. */
  readonly web: {
    /** Title of the page. */
    readonly title: string;
    /** The user has answered here. */
    readonly answered: string;
    /** The user has cancelled or declined here. */
    readonly sent: string;
    /** There is nothing to show, because the command has ended. */
    readonly ended: string;
    /** The command has ended. What was typed here was not sent. The texts below also say that. */
    readonly gone: string;
    /** The user has answered in another page. */
    readonly answeredElsewhere: string;
    /** The user has cancelled or declined in another page. */
    readonly endedElsewhere: string;
    /** The question could not be rendered. */
    readonly notShown: string;
    /** The command was stopped. */
    readonly stopped: string;
    /** The address of this page does not open it. */
    readonly refused: Readonly<Record<AccessError, Refusal>>;
  };
  /** The page of `ask-user mcp` and `ask-user hook`. */
  readonly agent: {
    /** Title of the page. */
    readonly title: string;
    /** No question waits, and none has been answered in this page. */
    readonly nothingWaits: string;
    /** The user has answered, cancelled or declined here. */
    readonly sent: string;
    /** The same if the program has ended with that. Its agent may go on. */
    readonly sentLast: string;
    /** The agent has ended. */
    readonly ended: string;
    /** The agent has ended, and what was entered in the shown card was not sent. */
    readonly endedUnsent: string;
    /** The question could not be rendered. */
    readonly notShown: string;
    /** The agent no longer waits for the answer. */
    readonly noLongerWaits: string;
    /** The user has answered in another page. */
    readonly answeredElsewhere: string;
    /** Only the newest page stays connected. */
    readonly replaced: string;
    /** The address of this page does not open it. */
    readonly refused: Refusal;
  };
}
