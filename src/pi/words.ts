import { cleanText } from '../core/internal.js';
import type { AskUserRequest, Question } from '../core/index.js';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const nameOf = ({ header = '', question }: Question): string => cleanText(header) || cleanText(question);

export const WORDS = {
  questions: (count: number) => counted(count, 'question', 'questions'),
  call: ({ questions }: Pick<AskUserRequest, 'questions'>) =>
    `${counted(questions.length, 'question', 'questions')}: ${questions.map(nameOf).join(' • ')}`,
  quit: 'Press Ctrl+C again to quit pi. The questions are asked again when you continue the session (pi -c).',
  envelope: ({ questions }: AskUserRequest) =>
    `The agent asks ${counted(questions.length, 'question', 'questions')}. Submit an empty text to answer one by one.`,
  position: (text: string, position: number, count: number) => (count === 1 ? text : `(${position}/${count}) ${text}`),
  other: 'Other (type your answer)',
  chooseAll: (text: string) => `${text}\nChoose all that apply, then "Done".`,
  done: 'Done',
  typeAnswer: 'Type your answer',
  discard: (count: number) => `Discard ${counted(count, 'answer', 'answers')}?`,
  discardText: 'The agent will be told that you cancelled.',
  nonePending: 'No questions are pending.',
  pending: (file: string, count: number) =>
    `${counted(count, 'question is', 'questions are')} pending in ${file}. Write the answers into the file and continue the session (pi -c).`,
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
