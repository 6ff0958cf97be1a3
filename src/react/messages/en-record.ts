import { createFormat } from '../format.js';
import type { AskUserRecordMessages } from './types.js';

const createRecordMessages = (): AskUserRecordMessages => ({
  showAll: 'Show all',
  showLess: 'Show less',
  questionCount: (questions) => createFormat('en').plural(questions, { one: '# question', other: '# questions' }),
});

/** English, for what is only read. */
export const enRecord: AskUserRecordMessages = /* @__PURE__ */ createRecordMessages();
