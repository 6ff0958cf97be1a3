import type { AskUserResult, UnansweredResult } from './types.js';

export const STATUSES = [
  'answered',
  'declined',
  'cancelled',
  'aborted',
  'superseded',
  'connectionLost',
  'timedOut',
  'unavailable',
  'invalid',
] as const satisfies readonly AskUserResult['status'][];

/** What happened, as a sentence for agents, without its period. Dialects also parse it. */
export const SENTENCES: Readonly<Record<UnansweredResult['status'], string>> = {
  declined: 'The user declined to answer',
  cancelled: 'The user cancelled',
  aborted: 'The question was withdrawn',
  superseded: 'Something newer replaced the question',
  connectionLost: 'The connection to the user was lost',
  timedOut: 'The user did not answer in time',
  unavailable: 'The question could not be shown to the user',
  invalid: 'The question was not asked, because the call is not valid',
};

export const UNANSWERED_STATUSES = /* @__PURE__ */ Object.keys(SENTENCES) as readonly UnansweredResult['status'][];
