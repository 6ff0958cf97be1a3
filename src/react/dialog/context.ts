'use client';
import { createContext, useContext, useMemo, type Context, type ReactNode, type RefObject } from 'react';
import type { PreviewFormat, Question, QuestionOption } from '../../core/question/types.js';
import type { Flow } from '../flow/flow.js';
import { useFlowValue } from '../flow/use-flow-value.js';
import type { Engine } from '../engine/engine.js';
import type { ElementIds } from '../engine/ids.js';
import type { IdSet } from './id-set.js';
import type { LiveRegions } from './live-regions.js';
import type { DialogMessages } from '../../messages/types.js';
import type { EarlierInput } from '../drafts/use-drafts.js';

/** Second argument of `renderPreview`. */
export interface PreviewContext {
  /** Question that the option belongs to. */
  readonly question: Question;
  /** Option that the preview belongs to. */
  readonly option: QuestionOption;
  /** Format of the request's previews. */
  readonly format: PreviewFormat;
}

/**
 * Renders an option's preview. The host must make the output safe. Return `undefined` for the default rendering, or
 * `null` to render nothing.
 */
export type RenderPreview = (preview: string, context: PreviewContext) => ReactNode;

/** Second argument of `renderText`. */
export interface TextContext {
  /** Kind of the text. `notes` is text of the user; the others are text of the agent. `reply` is its reply to the user. */
  readonly kind: 'question' | 'context' | 'notes' | 'reply';
}

/** Renders a text of the agent or the user. The host must make the output safe. */
export type RenderText = (text: string, context: TextContext) => ReactNode;

export interface AskUserContextValue extends Flow {
  readonly ids: ElementIds;
  readonly messages: DialogMessages;
  readonly headingLevel: number;
  readonly shortcuts: boolean;
  readonly dir: 'ltr' | 'rtl' | undefined;
  readonly roundNumber: number;
  /** Number of answers in the earlier rounds. */
  readonly answeredBefore: number;
  readonly presentation: 'inline' | 'modal' | 'dock';
  readonly autoFocus: 'if-idle' | 'follow' | undefined;
  readonly focusShortcut: string | undefined;
  readonly composerRef: RefObject<HTMLElement | null> | undefined;
  readonly returnFocusTo: RefObject<HTMLElement | null> | undefined;
  readonly card: RefObject<HTMLDivElement | null>;
  readonly body: RefObject<HTMLDivElement | null>;
  /** Questions whose notes field the user has opened or focused. */
  readonly openedNotes: IdSet;
  /** Questions that contain their quiet buttons. Those of the others are in the default content of `Actions`. */
  readonly ownActions: IdSet;
  /** Contains `''` while the host composes the tabs, so that there are tabs for more than 8 questions, too. */
  readonly ownTabs: IdSet;
  /** What the user can do, where focus goes, and the announcements. */
  readonly engine: Engine & LiveRegions;
}

export interface QuestionContextValue extends AskUserContextValue {
  readonly question: Question;
  readonly index: number;
}

/**
 * Announces a request soon, if that is still needed then. Returns a function that cancels this.
 */
export type AnnounceArrival = (ask: AskUserContextValue) => () => void;

/** Separate from the announcer, so that cards do not load its code. */
export const AnnouncerContext: Context<AnnounceArrival | null> = createContext<AnnounceArrival | null>(null);
export const AskUserContext: Context<AskUserContextValue | null> = createContext<AskUserContextValue | null>(null);
// The next four are separate from `AskUserContext`, so that a change of one value does not re-render every part.
export const RenderPreviewContext: Context<RenderPreview | undefined> = createContext<RenderPreview | undefined>(
  undefined,
);
export const RenderTextContext: Context<RenderText | undefined> = createContext<RenderText | undefined>(undefined);
export const EarlierContext: Context<Partial<EarlierInput>> = createContext<Partial<EarlierInput>>({});
export const CollapsedContext: Context<boolean> = createContext(false);
/** Whether the page has been printed, so that every question is rendered. */
export const PrintedContext: Context<boolean> = createContext(false);
export const QuestionContext: Context<QuestionContextValue | null> = createContext<QuestionContextValue | null>(null);

const outside = (of: string, missing: string) =>
  new Error(
    `A part was rendered outside of <AskUser.${of}>, so there is no ${missing} for it to show. Put it inside; the component stack names it.`,
  );

export function useAsk(): AskUserContextValue {
  const value = useContext(AskUserContext);
  if (!value) throw outside('Root', 'request');
  return value;
}

export function useAskQuestion(): QuestionContextValue {
  const value = useContext(QuestionContext);
  if (!value) throw outside('Question', 'question');
  return value;
}

/** Returns what the parts of a question read, or `undefined` if there is no question with this index. */
export function useQuestionValue(index: number): QuestionContextValue | undefined {
  const ask = useAsk();
  const question = useFlowValue(ask.store, ({ request }) => request.questions[index]);
  return useMemo(() => question && { ...ask, question, index }, [ask, question, index]);
}

/** Whether the card renders as one line: it is collapsed, and there is no confirmation or settled view to show. */
export function useIsCollapsed({ store }: AskUserContextValue): boolean {
  const isOpen = useFlowValue(store, ({ phase }) => phase === 'answering' || phase === 'submitting');
  return useContext(CollapsedContext) && isOpen;
}
