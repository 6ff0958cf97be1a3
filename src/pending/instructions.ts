import type { AskUserRequest } from '../core/question/types.js';

/** The host's commands that answer the questions in a file. */
export interface PendingCommands {
  /** Command that contains the answers, such as `pi -p @.pi/pending-questions.json "your answers"`. */
  readonly answer: string;
  /** Command that reads the answers which the user has written into the file, such as `pi -c`. */
  readonly edit: string;
}

/** Returns the host's commands for a file. `file` is quoted for a POSIX shell if necessary. */
export type GetPendingCommands = (file: string, request: AskUserRequest) => PendingCommands;

/** Quotes a word for a POSIX shell if necessary. */
export const quoted = (word: string): string =>
  /^[\w./@%+:,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Returns the instructions for the user. Source: the `ask_user` tool specification. */
export const instructionLines = (file: string, { answer, edit }: PendingCommands): readonly string[] => [
  'Questions pending. User input required.',
  '',
  'To answer, re-run with:',
  `  ${answer}`,
  '',
  'Or edit the JSON file and run:',
  `  ${edit}`,
  '',
  `Questions saved to: ${file}`,
];
