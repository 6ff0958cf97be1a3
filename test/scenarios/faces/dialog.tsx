import { AskUserDialog } from '../../../src/react/index.js';
import type { Face, Words } from '../types.js';

/** English names of the dialog’s controls; the parts have the same. */
export const ENGLISH: Words = {
  other: 'Other',
  // The submit button changes its name during delivery and after a failure.
  submit: /^Submit( answers)?$|^Sending|^Try again$/,
  next: 'Next',
  review: 'Review',
  back: 'Back',
  cancel: 'Cancel',
  decline: 'Decline to answer',
  retry: 'Try again',
  clear: 'Clear answer',
  skip: 'Skip',
  keep: 'Keep answering',
  discard: /^Discard answers$|^Leave without answering$/,
  edit: 'Edit answer',
  submitAnyway: 'Submit anyway',
  collapse: /^Collapse/,
  expand: /^Continue/,
  addNote: 'Add a note',
  note: /^Note/,
  // Must not match the hint in Other’s field, `Type your answer`.
  problem: /^Choose an option, or type|^Type your answer(\.| or)/,
  confirmsDiscard: /^Discard \d answers?\?$|^Leave without answering\?$/,
  confirmsLong: /Continue anyway\?$/,
  failed: /weren’t sent|Couldn’t send/,
  answeredMark: /, answered$|, skipped$/,
  end: {
    answered: /^You answered/,
    cancelled: /^You cancelled/,
    declined: /^You declined/,
    aborted: /no longer needs an answer$/,
    superseded: /was replaced$/,
  },
};

export const dialog: Face = {
  name: 'AskUserDialog',
  draw: (props) => <AskUserDialog {...props} />,
  words: ENGLISH,
};
