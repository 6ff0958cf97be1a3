import type { OptionRef } from '../../core/flow/types.js';

/**
 * Names of elements with an ID. `text` is the question's text without its position. Elements of the hook's prop getters
 * have the names `tab`, `panel`, `heading`, `answer-error`, `control`, `field` and `notes`, which are stable between
 * versions. Other names may change.
 */
export type ElementIdName =
  | 'title'
  | 'skeleton'
  | 'confirm'
  | 'confirm-text'
  | 'dismiss'
  | 'tab'
  | 'panel'
  | 'heading'
  | 'text'
  | 'hint'
  | 'answer-error'
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
 * Returns the ID of an element. Some elements need the index of a question, and some also an option:
 * `ids('heading', 0)`, `ids('control', 0, 'other')`. The number of questions stands for Review.
 */
export type ElementIds = (name: ElementIdName, question?: number, option?: OptionRef) => string;

export const createIds =
  (prefix: string): ElementIds =>
  (name, question, option) =>
    `${prefix}-${name}${question === undefined ? '' : `-${question}`}${option === undefined ? '' : `-${option}`}`;
