import { useId, useMemo } from 'react';
import type { OptionRef } from '../../core/flow/types.js';
import type { Flow } from '../flow/flow.js';

/**
 * Names of elements with an ID. `text` is the question's text without its position. Elements of the hook's prop getters
 * have the names `tab`, `panel`, `heading`, `answer-error`, `control`, `filter`, `field`, `notes` and `ask-back`, which are
 * stable
 * between versions. Other names may change.
 */
export type ElementIdName =
  | 'title'
  | 'skeleton'
  | 'confirm'
  | 'confirm-text'
  | 'dismiss'
  | 'tab'
  | 'list-button'
  | 'panel'
  | 'heading'
  | 'text'
  | 'hint'
  | 'answer-error'
  | 'control'
  | 'label'
  | 'description'
  | 'filter'
  | 'filter-count'
  | 'field'
  | 'field-label'
  | 'counter'
  | 'rule'
  | 'notes'
  | 'ask-about'
  | 'ask-back'
  | 'ask-back-rule'
  | 'partial'
  | 'discuss'
  | 'review'
  | 'recommended'
  | 'recommended-list'
  | 'taken'
  | 'undo'
  | 'change'
  | 'preview'
  | 'preview-title'
  | 'larger'
  | 'orphaned';

/**
 * Returns the ID of an element. Some elements need the index of a question, and some also an option:
 * `ids('heading', 0)`, `ids('control', 0, 'other')`. The number of questions stands for Review.
 */
export type ElementIds = (name: ElementIdName, question?: number, option?: OptionRef) => string;

/** FNV-1a hash with 32 bits of a text of any length, in characters that are valid in a list of IDs. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x1000193);
  return (hash >>> 0).toString(36);
}

/**
 * Returns the IDs of one request's elements. `useId` distinguishes cards of the same request, and the hash distinguishes
 * requests: several copies of React on a page, and roots that are hydrated separately, return the same from `useId`.
 */
export function useElementIds({ id, store }: Flow): ElementIds {
  const prefix = useId();
  return useMemo(() => {
    const hash = hashOf(id ?? JSON.stringify(store.getState().request.questions));
    return (...parts) => prefix + [hash, ...parts].filter((part) => part !== undefined).join('-');
  }, [prefix, id, store]);
}
