import { useSyncExternalStore } from 'react';

export interface TwinDraft {
  readonly selected: readonly number[];
  readonly other: boolean;
  readonly text: string;
}

export const EMPTY: TwinDraft = { selected: [], other: false, text: '' };

export const isAnswered = ({ selected, other, text }: TwinDraft): boolean =>
  selected.length > 0 || (other && text.trim() !== '');

/** Returns the draft after a click on an option. `undefined` means Other. */
export function choose(draft: TwinDraft, option: number | undefined, several: boolean): TwinDraft {
  if (!several) return { ...draft, selected: option === undefined ? [] : [option], other: option === undefined };
  if (option === undefined) return { ...draft, other: !draft.other };
  const on = draft.selected.includes(option);
  const selected = on ? draft.selected.filter((index) => index !== option) : [...draft.selected, option];
  return { ...draft, selected };
}

/** A minimal store: one draft and one set of listeners per question. */
export interface DraftStore {
  get(index: number): TwinDraft;
  set(index: number, draft: TwinDraft): void;
  subscribe(index: number, listener: () => void): () => void;
}

export function createDraftStore(count: number): DraftStore {
  const drafts = Array.from({ length: count }, () => EMPTY);
  const listeners = drafts.map(() => new Set<() => void>());
  return {
    get: (index) => drafts[index] ?? EMPTY,
    set(index, draft) {
      drafts[index] = draft;
      for (const listener of listeners[index] ?? []) listener();
    },
    subscribe(index, listener) {
      listeners[index]?.add(listener);
      return () => listeners[index]?.delete(listener);
    },
  };
}

export const useDraft = <T>(store: DraftStore, index: number, select: (draft: TwinDraft) => T): T =>
  useSyncExternalStore(
    (listener) => store.subscribe(index, listener),
    () => select(store.get(index)),
  );
