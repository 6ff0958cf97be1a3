import type { AskUserLanguage, AskUserMessagesInput } from './types.js';

/** Messages that only a terminal shows: separate, so that a dialog does not bundle them. */
export interface AskUserTerminalMessages {
  /** Effect of a key in the line of a single question, where English has the infinitive: "Enter to submit". */
  hintTo: (action: string) => string;
  /** Effect of ↑↓ in a confirmation. */
  hintChoose: string;
  /** Effect of Space on an option of a multi-select question. */
  hintToggle: string;
  /** Effect of Enter if it submits the answers. */
  hintSubmit: string;
  /** Short form of `hintConfirm` for a narrow terminal. */
  hintNext: string;
  /** Effect of Enter if it sends a message, and short form of `hintSubmit` and `hintSelect`. */
  hintSend: string;
  /** Effect of Alt+Enter in a field. */
  hintNewLine: string;
  /** Effect of Esc if it cancels the request. */
  hintCancel: string;
  /** Effect of ↑↓ if there are several questions, and of Enter on an option. */
  hintSelect: string;
  /** Effect of ↑↓ on the options of a single question. */
  hintNavigate: string;
  /** Effect of the digits. */
  hintQuickSelect: string;
  /** Effect of Enter if it goes to the next question, and in a confirmation. */
  hintConfirm: string;
  /** Effect of Tab, which goes to another question. */
  hintSwitch: string;
  /** Effect of a key that goes back to the question. */
  hintGoBack: string;
  /** Effect of Enter in the field of the filter. */
  hintList: string;
  /** Effect of Esc while options are filtered. */
  hintShowAll: string;
  /** Effect of Enter after a question to the agent has failed. */
  hintRetry: string;
  /** Effect of Enter on an answer in Review. */
  hintChange: string;
  /** Effect of Enter on a question in the list of questions. */
  hintGo: string;
  /** Effect of the key that opens the filter. */
  hintFilter: string;
  /** Effect of the key that selects all options. */
  hintAll: string;
  /** Effect of the key that clears the selection. */
  hintClear: string;
  /** Effect of the key that skips the question. */
  hintSkip: string;
  /** Effect of the key that opens a note. */
  hintNote: string;
  /** Effect of the key that asks the agent about a question. */
  hintAskBack: string;
  /** Effect of the key that opens the discussion of one question. */
  hintDiscussThis: string;
  /** Effect of the key that declines the request. */
  hintDecline: string;
  /** Effect of the key that opens the discussion of all questions. */
  hintDiscuss: string;
  /** Effect of the key that opens the list of questions. */
  hintQuestions: string;
  /** Effect of the key that goes to the next question without an answer. */
  hintNextUnanswered: string;
  /** Effect of the key that offers the recommended options. */
  hintUseRecommended: string;
  /** Effect of the key that undoes that. */
  hintUndoRecommended: string;
  /** Effect of the key that fills in earlier answers. */
  hintUseCarried: string;
  /** Effect of the key that undoes that. */
  hintUndoCarried: string;
  /** Effect of the key that dismisses earlier answers. */
  hintDismissCarried: string;
  /** Effect of pressing Ctrl+C once more. */
  hintQuit: string;
  /** Number of lines that are not shown, and the key that shows them. */
  moreLines: (lines: number, key: string) => string;
  /** Shown in place of an HTML preview. */
  htmlPreview: string;
  /** The same where `--web` shows the preview. */
  htmlPreviewWeb: string;
  /** Title of a receipt whose questions wait in a file. */
  waitIn: (file: string) => string;
}

/** All messages of a language, with those of a terminal. */
export interface AskUserTerminalLanguage extends AskUserLanguage, AskUserTerminalMessages {}

/** Messages of a host of a terminal, all or some. Missing and `undefined` ones are English. */
export type AskUserTerminalMessagesInput = AskUserMessagesInput & {
  [Name in keyof AskUserTerminalMessages]?: AskUserTerminalMessages[Name] | undefined;
};
