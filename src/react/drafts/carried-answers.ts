import {
  fillable,
  filledIn,
  fillIn,
  findOffer,
  undoFillIn,
  unedited,
  type CarryOffer,
  type EarlierAnswer,
  type FilledDraft,
} from '../../core/flow/carry.js';
import { keepAnswers, keepRemoved, reopenKept } from '../../core/flow/keep-answers.js';
import { readKept, writeKept, type KeepScope, type KeptRequest } from '../../core/flow/kept-answers.js';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserState } from '../../core/flow/types.js';
import type { HostedFlow } from '../flow/flow.js';
import type { KeptMemory } from './kept-memory.js';
import { saveAtEnd } from './save-at-end.js';

/** Answers to an earlier request of the conversation, which were not accepted, for questions of this one. */
export interface CarriedAnswers {
  /** Answers to questions that are asked again unchanged. `use` fills them in. After `use`, those that it filled in. */
  readonly answers: readonly EarlierAnswer[];
  /** Answers to questions that have changed. They are never filled in. */
  readonly changed: readonly EarlierAnswer[];
  /**
   * Typed texts of questions that are not asked again, or that have a newer answer, for the user to copy. `question` is
   * empty for the message of a discussion.
   */
  readonly left: CarryOffer['left'];
  /** Whether `use` has filled in the answers. */
  readonly isUsed: boolean;
  /** Fills in the answers of questions that are still unanswered. Submits nothing. */
  readonly use: () => void;
  /** Removes what `use` has filled in, except what the user has edited since. */
  readonly undo: () => void;
  /** Removes the offer from this request. The answers stay available for later requests. */
  readonly dismiss: () => void;
}

const KEY = 'ask-user-kept';

/**
 * Requests that are open in this page, with the function that checks what is offered there. What is entered in them is
 * not offered in another one.
 */
const openHere = new Map<string, () => void>();

/** Settled requests, whose answers are kept once. Later, another request may have used them. */
const endings = new WeakSet<AskUserStore>();

/**
 * Offers earlier answers of the conversation, and keeps what is entered into the request, until its answers are accepted
 * or the user discards them. Keeps in `draftStorage`, or in `memory` without it or without a request ID. Returns a stop
 * function.
 *
 * @param before - State of the flow before the host changed its questions, if that is why this is called.
 */
export function carryAnswers(
  { store, host, id, requestId, generation }: HostedFlow,
  memory: KeptMemory,
  onChange: (carried: CarriedAnswers | undefined) => unknown,
  before?: AskUserState,
): () => void {
  const { getState, dispatch } = store;
  const scope = (): KeepScope => ({
    conversationId: host().conversationId ?? '',
    id: id ?? `${requestId} ${generation}`,
  });
  const own = scope().id;

  function update(change: (kept: readonly KeptRequest[]) => readonly KeptRequest[]): readonly KeptRequest[] {
    const storage = id === undefined ? undefined : host().draftStorage;
    if (!storage) return (memory.kept = change(memory.kept));
    try {
      const text = storage.get(KEY) ?? '';
      const before = readKept(text) ?? [];
      const kept = change(before);
      if (kept === before && kept.length > 0) return kept;
      if (kept.length > 0) storage.set(KEY, writeKept(kept));
      else if (text) storage.remove(KEY);
      return kept;
    } catch {
      // The storage may be full or forbidden. Only kept answers are lost.
      return [];
    }
  }
  const keep = () => {
    const state = getState();
    if (endings.has(store)) return;
    if (state.phase === 'settled') endings.add(store);
    update((kept) => keepAnswers(kept, state, scope(), Date.now()));
    // What is offered in another card may have been accepted here.
    if (state.phase === 'settled') for (const checkOffer of openHere.values()) checkOffer();
  };

  let offer: CarryOffer | undefined;
  let filled: readonly FilledDraft[] = [];
  let shown = '';
  const show = () => {
    const state = getState();
    filled = unedited(filled, state);
    const isUsed = filled.length > 0;
    const answers = !offer ? [] : isUsed ? offer.answers.filter(isFilled) : fillable(offer, state);
    const { changed = [], left = [] } = offer ?? {};
    const hasOffer = state.phase !== 'settled' && answers.length + changed.length + left.length > 0;
    const next = hasOffer ? JSON.stringify([isUsed, answers, changed, left]) : '';
    if (next === shown) return;
    shown = next;
    onChange(hasOffer ? { answers: answers.map(withoutDraft), changed, left, isUsed, use, undo, dismiss } : undefined);
  };
  const isFilled = ({ questionId }: EarlierAnswer) => filled.some((one) => one.questionId === questionId);
  const use = () => {
    const before = getState();
    if (!offer || before.phase !== 'answering') return;
    dispatch(fillIn(offer, before));
    filled = [...filled, ...filledIn(before, getState())];
    show();
  };
  const undo = () => {
    dispatch(undoFillIn(filled, getState()));
    show();
  };
  const dismiss = () => {
    offer = undefined;
    show();
  };
  const find = () => {
    const state = getState();
    // While the request is streaming, more questions may arrive.
    if (state.phase === 'settled' || state.streaming) return;
    const kept = update((all) => all).filter(({ open }) => open === undefined || !openHere.has(open));
    offer = findOffer(kept, state, scope(), Date.now());
  };

  const check = () => {
    if (!shown || filled.length > 0) return;
    find();
    show();
  };
  openHere.set(own, check);
  update((kept) => reopenKept(kept, getState(), scope(), Date.now()));
  let last = getState();
  if (before) update((kept) => keepRemoved(kept, before, last, scope(), Date.now()));
  // The request may have been settled before this code was loaded.
  if (last.phase === 'settled') keep();
  find();
  show();
  const follow = () => {
    const [was, now] = [last, getState()];
    last = now;
    if (now.phase === 'settled') keep();
    if (now.request !== was.request || now.streaming !== was.streaming) {
      update((kept) => keepRemoved(kept, was, now, scope(), Date.now()));
      filled = [];
      find();
    }
    show();
  };
  const close = () => {
    // The same request may have been opened again in another card.
    if (openHere.get(own) === check) openHere.delete(own);
  };
  const onEnd = () => {
    keep();
    close();
  };
  const stop = saveAtEnd(store, { onChange: follow, save: keep, onEnd });
  return () => {
    stop();
    // Answers that are being sent may be accepted after the card of the next request has opened.
    if (getState().phase !== 'submitting') close();
  };
}

const withoutDraft = ({ questionId, index, texts }: EarlierAnswer): EarlierAnswer => ({ questionId, index, texts });
