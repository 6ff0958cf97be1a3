import type { AskUserRequest } from '../core/question/types.js';

/** The host's own commands that answer the questions in a file. */
export interface PendingCommands {
  /** Takes the answers in the command itself, such as `pi -p @.pi/pending-questions.json "your answers"`. */
  readonly answer: string;
  /** Reads the answers that the user has written into the file, such as `pi -c`. */
  readonly edit: string;
}

/** Returns the host's commands for a file. `file` is quoted for a POSIX shell if it has to be. */
export type GetPendingCommands = (file: string, request: AskUserRequest) => PendingCommands;

/** A word as a POSIX shell takes it. */
export const quoted = (word: string): string =>
  /^[\w./@%+:,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** How to answer the questions in a file. Source: the `ask_user` tool specification. */
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
