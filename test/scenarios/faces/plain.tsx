import { ENGLISH } from './dialog.js';
import { PlainQuestions } from '../../../stories/plain-questions.js';
import type { Face } from '../types.js';

/** The story’s UI with native elements. Its controls have other names than the dialog’s. */
export const plain: Face = {
  name: 'useAskUser',
  draw: (props) => <PlainQuestions {...props} />,
  words: {
    other: 'Something else',
    submit: /^Send$|^Sending|^Try again$/,
    next: 'Next',
    review: 'Review',
    back: 'Back',
    cancel: 'Cancel',
    decline: 'I’d rather not say',
    retry: 'Try again',
    clear: 'Undo',
    skip: 'Leave out',
    keep: 'Go back',
    discard: /^Discard$/,
    edit: 'Go back',
    submitAnyway: 'Send anyway',
    collapse: /^Later$/,
    expand: /^Open$/,
    note: /^Note$/,
    problem: ENGLISH.problem,
    confirmsDiscard: ENGLISH.confirmsDiscard,
    confirmsLong: ENGLISH.confirmsLong,
    failed: ENGLISH.failed,
    answeredMark: ENGLISH.answeredMark,
    end: {
      answered: /^Thank you/,
      cancelled: /^Not answered/,
      declined: /^Not answered/,
      aborted: /^Not answered/,
      superseded: /^Not answered/,
    },
  },
};
