import type { OptionRef } from '../core/flow/types.js';

/** What in the dialog has an id of its own; `text` is the question's text alone, without its position. */
export type IdName =
  | 'title'
  | 'confirm'
  | 'confirm-text'
  | 'tab'
  | 'panel'
  | 'heading'
  | 'text'
  | 'hint'
  | 'problem'
  | 'control'
  | 'label'
  | 'description'
  | 'field'
  | 'field-label'
  | 'counter'
  | 'notes';

/** Ids of the dialog's elements, made of one prefix and positions, never of the agent's text. */
export type Ids = (name: IdName, question?: number, option?: OptionRef) => string;

export const createIds =
  (prefix: string): Ids =>
  (...path) =>
    [prefix, ...path.filter((step) => step !== undefined)].join('-');
