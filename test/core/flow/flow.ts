import { askUserReducer } from '../../../src/core/flow/reducer.js';
import { createInitialState } from '../../../src/core/flow/state.js';
import type { AskUserAction, AskUserState, Draft, FlowOptions, OptionRef } from '../../../src/core/flow/types.js';
import type { AskUserRequest, Question } from '../../../src/core/question/types.js';

export const labels = (...names: readonly string[]) => names.map((label) => ({ label }));

const question = (id: string, text: string, ...names: readonly string[]): Question => ({
  id,
  question: text,
  options: labels(...names),
  multiSelect: false,
});

/** Single-select, three options. */
export const DB: Question = question('db', 'Which database?', 'PostgreSQL', 'SQLite', 'MongoDB');
/** Multi-select, three options. */
export const FEATURES: Question = {
  ...question('features', 'Which features?', 'Auth', 'REST', 'Admin'),
  multiSelect: true,
};
/** A question without options. */
export const NAME: Question = question('name', 'What name?');

export const ask = (...questions: readonly Question[]): AskUserRequest => ({ requestId: 'r1', questions });

export const start = (
  questions: readonly Question[],
  options?: Partial<FlowOptions>,
  streaming = false,
): AskUserState => createInitialState(ask(...questions), options, streaming);

export const run = (state: AskUserState, ...actions: readonly AskUserAction[]): AskUserState =>
  actions.reduce(askUserReducer, state);

export const choose = (questionId: string, option: OptionRef): AskUserAction => ({
  type: 'selectOption',
  questionId,
  option,
});
export const toggle = (questionId: string, option: OptionRef): AskUserAction => ({
  type: 'toggleOption',
  questionId,
  option,
});
export const say = (questionId: string, text: string): AskUserAction => ({ type: 'setCustom', questionId, text });
export const note = (questionId: string, text: string): AskUserAction => ({ type: 'setNotes', questionId, text });
export const clear = (questionId: string): AskUserAction => ({ type: 'clearAnswer', questionId });
export const skip = (questionId: string): AskUserAction => ({ type: 'skip', questionId });
export const goTo = (to: number): AskUserAction => ({ type: 'goTo', to });
export const write = (streaming: boolean, ...questions: readonly Question[]): AskUserAction => ({
  type: 'setRequest',
  request: ask(...questions),
  streaming,
});
export const submit: AskUserAction = { type: 'submit' };
export const retry: AskUserAction = { type: 'retry' };
export const cancel = { type: 'cancel' } as const satisfies AskUserAction;
export const decline = { type: 'decline' } as const satisfies AskUserAction;
export const confirm = { type: 'confirm' } as const satisfies AskUserAction;
export const dismiss: AskUserAction = { type: 'dismiss' };
export const delivered: AskUserAction = { type: 'delivered' };
export const fail = (code?: string): AskUserAction => ({
  type: 'deliveryFailed',
  message: 'no network',
  ...(code !== undefined && { code }),
});

/** Returns the draft of a question by its id. */
export function draftOf(state: AskUserState, id: string): Draft {
  const draft = state.drafts[state.request.questions.findIndex((one) => one.id === id)];
  if (!draft) throw new Error(`no draft of ${id}`);
  return draft;
}

/** Returns the answers of the state's result, each as the agent reads it, or its status if it has none. */
export const answersIn = ({ result }: AskUserState) =>
  result?.status === 'answered' ? result.answers.map(({ answer }) => answer) : result?.status;
