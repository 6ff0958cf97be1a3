import { cleanText } from '../core/clean.js';
import type { AskUserRequest, Question } from '../core/index.js';
import { messagesOf } from '../terminal/words.js';

/** The texts of the terminal. */
export const MESSAGES = messagesOf();

const nameOf = ({ header = '', question }: Question): string => cleanText(header) || cleanText(question);

export const WORDS = {
  call: ({ questions }: Pick<AskUserRequest, 'questions'>) =>
    `${MESSAGES.questionCount(questions.length)}: ${questions.map(nameOf).join(' • ')}`,
  quit: 'Press Ctrl+C again to quit pi. The questions are asked again when you continue the session (pi -c).',
  envelope: ({ questions }: AskUserRequest) =>
    `The agent asks ${MESSAGES.questionCount(questions.length)}. Submit an empty text to answer one by one.`,
  position: (text: string, position: number, count: number) => (count === 1 ? text : `(${position}/${count}) ${text}`),
  other: 'Other (type your answer)',
  chooseAll: (text: string) => `${text}\nChoose all that apply, then "Done".`,
  done: 'Done',
  nonePending: 'No questions are pending.',
  pending: (file: string, count: number) =>
    `${MESSAGES.questionCount(count)} ${count === 1 ? 'is' : 'are'} pending in ${file}. Write the answers into the file and continue the session (pi -c).`,
  see: 'See: /questions',
  cleared: (file: string) => `Removed ${file}. The questions in it will not be answered.`,
  notAnswered: '(no answer yet)',
  usage: 'Usage: /questions [show | clear]',
  flagText: 'Answers to the questions of ask_user as a JSON list, in question order',
  flagUnreadable: '--answers must be a JSON list, such as \'["PostgreSQL", "order-processor"]\'.',
  flagRefused: (problems: readonly string[]) => `--answers was not used: ${problems.join('; ')}.`,
  answersFrom: 'The user has answered the pending questions.',
  summary: 'Questions that were asked with ask_user, and what the user answered:',
} as const;
