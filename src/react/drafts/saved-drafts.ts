import { EMPTY_DRAFT } from '../../core/flow/empty-draft.js';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserAction, AskUserState, Draft, Exchange } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';
import { defined, isRecord, isText } from '../../core/guards.js';

/**
 * Synchronous storage for drafts, like the browser's storages. If a method throws, the error is ignored, and the draft
 * may be lost.
 */
export interface DraftStorage {
  /** Returns the text under a key, or `null` or `undefined` if the key does not exist. */
  get(key: string): string | null | undefined;
  /** Stores a text under a key, in place of the previous one. */
  set(key: string, text: string): void;
  /** Removes the text under a key. Must not throw if the key does not exist. */
  remove(key: string): void;
}

export const draftKey = (requestId: string): string => `ask-user:${requestId}`;

const VERSION = 1;

/** Stored draft, with enough of its question to recognize the question. */
interface SavedDraft {
  readonly id: string;
  readonly question: string;
  /** Labels of the selected options, by index. */
  readonly selected: Readonly<Record<string, unknown>>;
  readonly other: unknown;
  readonly custom: string;
  readonly notes: string;
  readonly skipped: unknown;
  readonly recommended?: unknown;
  readonly askBack?: unknown;
  readonly exchanges?: unknown;
}

/** Stored drafts that are not restored yet. In a streaming request, questions arrive one by one. */
export interface SavedDrafts {
  /** ID of the question that was shown. `null` for Review, or if no question had arrived. */
  readonly active: unknown;
  readonly drafts: Map<string, SavedDraft>;
  /** Message of a discussion, or an empty string. */
  message: string;
}

const isSaved = (value: unknown): value is SavedDraft =>
  isRecord(value) && isRecord(value.selected) && [value.id, value.question, value.custom, value.notes].every(isText);

/** Returns `undefined` for text that does not contain stored drafts of this version. */
export function readDrafts(text: string): SavedDrafts | undefined {
  try {
    const saved: unknown = JSON.parse(text);
    if (!isRecord(saved) || saved.version !== VERSION || !Array.isArray(saved.drafts)) return undefined;
    const drafts = saved.drafts as unknown[];
    if (!drafts.every(isSaved)) return undefined;
    const message = isText(saved.message) ? saved.message : '';
    return { active: saved.active, drafts: new Map(drafts.map((draft) => [draft.id, draft])), message };
  } catch {
    return undefined;
  }
}

/**
 * Returns the drafts, the message and the shown question as a string. Includes what is in `left`, which is not restored
 * yet.
 *
 * @param secrets - Whether the string may contain drafts of secret questions. Such a string must not be stored.
 */
export function writeDrafts(
  { request, drafts, active, message }: AskUserState,
  left: SavedDrafts | undefined,
  secrets = false,
): string {
  const { questions } = request;
  const now = questions.flatMap(({ id, question, options, constraints }, at): SavedDraft[] => {
    const draft = drafts[at];
    if (!draft || (constraints?.secret && !secrets)) return [];
    const selected = Object.fromEntries(draft.selected.map((index) => [index, options[index]?.label]));
    const exchanges = draft.exchanges?.filter(({ isElsewhere }) => !isElsewhere);
    return [{ ...draft, id, question, selected, exchanges }];
  });
  return JSON.stringify({
    version: VERSION,
    active: questions.length === 0 && left ? left.active : (questions[active]?.id ?? null),
    drafts: [...now, ...(left?.drafts.values() ?? [])],
    message: message || left?.message,
  });
}

type Restored = Extract<AskUserAction, { type: 'restore' }>;

/** Returns stored exchanges. One that was waiting has failed: what waited for its reply is gone. */
function restoredExchanges(
  saved: unknown,
  questionId: string,
  own: readonly Exchange[] = [],
): readonly Exchange[] | undefined {
  const read = (Array.isArray(saved) ? (saved as unknown[]) : []).flatMap((one): Exchange[] => {
    if (!isRecord(one) || !isText(one.key) || !isText(one.text) || own.some(({ key }) => key === one.key)) return [];
    const { key, text, reply, isCut } = one;
    if (!isText(reply)) return [{ key, questionId, text, status: 'failed' }];
    return [{ key, questionId, text, status: 'replied', reply, ...(isCut === true && { isCut }) }];
  });
  return read.length > 0 ? [...read, ...own] : undefined;
}

/** Returns the draft of a question with what was stored of it. */
function restoredDraft({ id, question, options }: Question, saved: SavedDraft, now: Draft): Restored['drafts'][number] {
  const { custom, notes } = saved;
  const exchanges = restoredExchanges(saved.exchanges, id, now.exchanges);
  const asked = {
    askBack: now.askBack ?? (isText(saved.askBack) ? saved.askBack : ''),
    ...(exchanges && { exchanges }),
  };
  // What was entered meanwhile stays. Only the empty fields are restored.
  if (!isSameDraft(now, EMPTY_DRAFT))
    return { questionId: id, ...now, ...asked, custom: now.custom || custom, notes: now.notes || notes };
  const selected = options.flatMap(({ label }, index) => (saved.selected[index] === label ? [index] : []));
  // Do not restore the selection or the skip if the question's text or a selected label has changed.
  const isSame = question === saved.question && selected.length === Object.keys(saved.selected).length;
  if (!isSame) return { ...EMPTY_DRAFT, ...asked, questionId: id, custom, notes };
  const { other, skipped, recommended } = saved;
  return defined<Restored['drafts'][number]>({
    ...asked,
    questionId: id,
    selected,
    other: other === true,
    custom,
    notes,
    skipped: skipped === true,
    recommended: recommended === true || undefined,
  });
}

export const isSameDraft = (draft: Draft | undefined, other: Draft): boolean =>
  JSON.stringify(draft) === JSON.stringify(other);

/**
 * Restores the message, the drafts of the questions that have arrived, and the shown index, as one action. Removes what
 * it restored from `saved`. Returns whether a draft or the message changed.
 */
export function restoreDrafts({ getState, dispatch }: AskUserStore, saved: SavedDrafts, active?: number): boolean {
  const before = getState();
  const drafts = before.request.questions.flatMap((question, at) => {
    const draft = saved.drafts.get(question.id);
    return draft && saved.drafts.delete(question.id) ? restoredDraft(question, draft, before.drafts[at]!) : [];
  });
  const message = before.message ? undefined : saved.message || undefined;
  if (drafts.length > 0 || message !== undefined || active !== undefined)
    dispatch({ type: 'restore', drafts, message, active });
  const now = getState();
  // If the host does not allow a message now, keep the stored one.
  if (now.message) saved.message = '';
  return now.message !== before.message || now.drafts !== before.drafts;
}

/** Key of the index of stored drafts, last written first. A `DraftStorage` cannot list its keys. */
const INDEX = 'ask-user';
const KEY_PREFIX = 'ask-user:';

const MAX_DRAFTS = 20;
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

type Entry = readonly [key: string, writtenAt: number];

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) && typeof value[0] === 'string' && value[0].startsWith(KEY_PREFIX) && Number.isFinite(value[1]);

/** Ignores entries whose key lacks `KEY_PREFIX`, so that keys of the host are not removed. */
function read(storage: DraftStorage): Entry[] {
  try {
    const list: unknown = JSON.parse(storage.get(INDEX) ?? '[]');
    return Array.isArray(list) ? list.filter(isEntry) : [];
  } catch {
    // A broken index is replaced when the next draft is written.
    return [];
  }
}

/**
 * Keeps the drafts of the 20 requests that were written last, for 7 days, and removes the others. With `key`, first
 * lists its drafts as written now, or as removed.
 */
export function boundDrafts(storage: DraftStorage, key?: string, written = false): void {
  const now = Date.now();
  const before = read(storage);
  const list = before.filter(([other]) => other !== key);
  if (key !== undefined && written) list.unshift([key, now]);
  const retained = list.filter(([, writtenAt], at) => at < MAX_DRAFTS && now - writtenAt < MAX_AGE_MS);
  for (const entry of list) if (!retained.includes(entry)) storage.remove(entry[0]);
  if (retained.length === before.length && !written) return;
  if (retained.length > 0) storage.set(INDEX, JSON.stringify(retained));
  else storage.remove(INDEX);
}
