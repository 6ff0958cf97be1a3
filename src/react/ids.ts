import type { OptionRef } from '../core/flow/types.js';

/**
 * What in the dialog has an id of its own; `text` is the question's text alone, without its position. On elements of the
 * hook's getters, and kept from version to version: `tab`, `panel`, `heading`, `problem`, `control`, `field`, `notes`.
 * The others are the parts' own, and can change.
 */
export type IdName =
  | 'title'
  | 'pending'
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
  | 'rule'
  | 'notes'
  | 'partial'
  | 'discuss'
  | 'review'
  | 'change'
  | 'preview'
  | 'preview-title'
  | 'larger';

/**
 * Ids of the dialog's elements, made of one prefix and positions, never of the agent's text:
 * `ids('heading', question)`, `ids('control', question, option)`, both by position.
 */
export type Ids = (name: IdName, question?: number, option?: OptionRef) => string;

export const createIds =
  (prefix: string): Ids =>
  (name, question, option) =>
    `${prefix}-${name}${question === undefined ? '' : `-${question}`}${option === undefined ? '' : `-${option}`}`;
