// Types alone: what is loaded later imports nothing of what is loaded first, or bundlers make a third file of it.
import type { AskUserStore } from '../core/flow/store.js';
import type { AskUserState, Draft } from '../core/flow/types.js';
import type { Question } from '../core/question/types.js';

/** Synchronous, like the browser's own storages. A method that throws counts as a storage that is full or forbidden. */
export interface DraftStorage {
  get(key: string): string | null | undefined;
  set(key: string, text: string): void;
  remove(key: string): void;
}

export const draftKey = (requestId: string): string => `ask-user:${requestId}`;

const VERSION = 1;

/** A draft, with as much of its question as it takes to know it again. */
interface SavedDraft {
  readonly id: string;
  readonly question: string;
  /** The chosen labels by position. */
  readonly selected: Readonly<Record<string, unknown>>;
  readonly other: unknown;
  readonly custom: string;
  readonly notes: string;
  readonly skipped: unknown;
}

/** What was saved and is not yet back in place: a request that is still being written gets it piece by piece. */
export interface SavedDrafts {
  /** The question shown; `null` is Review. */
  readonly active: unknown;
  readonly drafts: Map<string, SavedDraft>;
  /** The message of a wish to discuss; empty if there was none. */
  message: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isSaved = (value: unknown): value is SavedDraft =>
  isRecord(value) &&
  isRecord(value.selected) &&
  [value.id, value.question, value.custom, value.notes].every((text) => typeof text === 'string');

/** What a storage holds; `undefined` unless we can have written it. Never throws. */
export function readDrafts(text: string): SavedDrafts | undefined {
  try {
    const saved: unknown = JSON.parse(text);
    if (!isRecord(saved) || saved.version !== VERSION || !Array.isArray(saved.drafts)) return undefined;
    const drafts = saved.drafts as unknown[];
    if (!drafts.every(isSaved)) return undefined;
    const message = typeof saved.message === 'string' ? saved.message : '';
    return { active: saved.active, drafts: new Map(drafts.map((draft) => [draft.id, draft])), message };
  } catch {
    return undefined;
  }
}

/** Everything entered, and what is `left` of what was entered before the reload. What is secret is not written down. */
export function writeDrafts({ request, drafts, active, message }: AskUserState, left: SavedDrafts | undefined): string {
  const { questions } = request;
  const now = questions.flatMap(({ id, question, options, constraints }, at): SavedDraft[] => {
    const draft = drafts[at];
    if (!draft || constraints?.secret) return [];
    const selected = Object.fromEntries(draft.selected.map((index) => [index, options[index]?.label]));
    return [{ ...draft, id, question, selected }];
  });
  return JSON.stringify({
    version: VERSION,
    active: questions[active]?.id ?? null,
    drafts: [...now, ...(left?.drafts.values() ?? [])],
    message: message || left?.message,
  });
}

function restoreDraft({ dispatch }: AskUserStore, { id, question, options, multiSelect }: Question, saved: SavedDraft) {
  dispatch({ type: 'setCustom', questionId: id, text: saved.custom });
  // Typing has chosen Other.
  dispatch({ type: 'clearAnswer', questionId: id });
  dispatch({ type: 'setNotes', questionId: id, text: saved.notes });
  const picks = options.flatMap(({ label }, index) => (saved.selected[index] === label ? [index] : []));
  const several = picks.length + Number(saved.other === true);
  // Nobody has chosen anything at what reads otherwise now, and two picks can't become one.
  if (question !== saved.question || picks.length !== Object.keys(saved.selected).length) return;
  if (several > 1 && !multiSelect) return;
  for (const option of picks) dispatch({ type: 'selectOption', questionId: id, option });
  if (saved.other === true) dispatch({ type: 'selectOption', questionId: id, option: 'other' });
  if (saved.skipped === true) dispatch({ type: 'skip', questionId: id });
}

/**
 * Puts back the text and the note alone, where the user has typed none: what the user has chosen by now stays chosen.
 */
function restoreTexts({ dispatch }: AskUserStore, questionId: string, saved: SavedDraft, now: Draft) {
  if (!now.notes) dispatch({ type: 'setNotes', questionId, text: saved.notes });
  if (now.custom || !saved.custom) return;
  dispatch({ type: 'setCustom', questionId, text: saved.custom });
  // Typing has chosen Other.
  dispatch({ type: 'clearAnswer', questionId });
  for (const option of now.selected) dispatch({ type: 'selectOption', questionId, option });
  if (now.other) dispatch({ type: 'selectOption', questionId, option: 'other' });
  if (now.skipped) dispatch({ type: 'skip', questionId });
}

export const isSameDraft = (draft: Draft | undefined, other: Draft): boolean =>
  JSON.stringify(draft) === JSON.stringify(other);

/**
 * Puts back what belongs to the questions that are there by now. Where the user has entered something since, only text
 * comes back, and only into what is still empty. Returns whether anything came back.
 */
export function restoreDrafts(store: AskUserStore, saved: SavedDrafts, empty: Draft): boolean {
  const { drafts, message } = saved;
  let any = false;
  if (message && !store.getState().message) {
    store.dispatch({ type: 'setMessage', text: message });
    any = store.getState().message !== '';
  }
  // Kept for a host that doesn't allow it now.
  if (store.getState().message) saved.message = '';
  const now = (at: number) => store.getState().drafts[at];
  store.getState().request.questions.forEach((question, at) => {
    const draft = drafts.get(question.id);
    const before = now(at);
    if (!before || !draft || !drafts.delete(question.id)) return;
    if (isSameDraft(before, empty)) restoreDraft(store, question, draft);
    else restoreTexts(store, question.id, draft, before);
    any ||= !isSameDraft(now(at), before);
  });
  return any;
}
