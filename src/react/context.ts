'use client';
import { createContext, useContext, type Context, type ReactNode, type RefObject } from 'react';
import type { PreviewFormat, Question, QuestionOption } from '../core/question/types.js';
import type { Flow } from './hooks/flow.js';
import type { CardControls } from './hooks/use-card-controls.js';
import type { Ids } from './ids.js';
import type { AskUserWords } from './messages/types.js';
import type { RestoredDrafts } from './restored-drafts.js';

/** What a preview belongs to. */
export interface PreviewContext {
  readonly question: Question;
  readonly option: QuestionOption;
  readonly format: PreviewFormat;
}

/**
 * Draws an option's preview; what it draws is the host's to make safe. `undefined` asks for the default, and `null` draws
 * nothing.
 */
export type RenderPreview = (preview: string, context: PreviewContext) => ReactNode;

/** What a text is. */
export interface TextContext {
  readonly kind: 'question' | 'context' | 'notes';
}

/** Draws a text of the agent's or the person's; what it draws is the host's to make safe. */
export type RenderText = (text: string, context: TextContext) => ReactNode;

export interface AskUserContextValue extends Flow {
  readonly ids: Ids;
  readonly messages: AskUserWords;
  /** Level of the card's heading; a question's is one more. */
  readonly headingLevel: number;
  /** Number keys are on and shown. */
  readonly shortcuts: boolean;
  readonly dir: 'ltr' | 'rtl' | undefined;
  readonly locale: string | undefined;
  readonly presentation: 'inline' | 'modal' | 'dock';
  readonly autoFocus: 'if-idle' | 'follow' | undefined;
  readonly focusShortcut: string | undefined;
  readonly composerRef: RefObject<HTMLElement | null> | undefined;
  readonly returnFocusTo: RefObject<HTMLElement | null> | undefined;
  readonly card: RefObject<HTMLDivElement | null>;
  readonly body: RefObject<HTMLDivElement | null>;
  readonly status: RefObject<HTMLDivElement | null>;
  readonly alert: RefObject<HTMLDivElement | null>;
  /** The place of a question's quiet buttons in the row of the card's; `undefined` on a server. */
  readonly tray: HTMLElement | undefined;
  /** Intents as a person at the screen means them: with the focus going where it belongs. */
  readonly controls: CardControls;
}

/** What a part inside a question works with: all of the above, and which question it is. */
export interface QuestionContextValue extends AskUserContextValue {
  readonly question: Question;
  /** Position in the request. */
  readonly index: number;
  readonly notesOpen: boolean;
  readonly openNotes: () => void;
}

/** Says that a request has arrived; one with an id says so once, however often it is mounted. */
export type SayArrival = (ask: AskUserContextValue) => void;

/** Here and not beside the announcer: a card needs the way to it, and not what it is made of. */
export const AnnouncerContext: Context<SayArrival | null> = createContext<SayArrival | null>(null);
export const AskUserContext: Context<AskUserContextValue | null> = createContext<AskUserContextValue | null>(null);
/** Apart from the rest: hosts write functions in place, and a new one is to draw the previews alone. */
export const RenderPreviewContext: Context<RenderPreview | undefined> = createContext<RenderPreview | undefined>(
  undefined,
);
/** Likewise, for the texts. */
export const RenderTextContext: Context<RenderText | undefined> = createContext<RenderText | undefined>(undefined);
/** Separate, so that restored drafts render their notice alone. */
export const RestoredContext: Context<RestoredDrafts | undefined> = createContext<RestoredDrafts | undefined>(
  undefined,
);
/** Apart from the rest, so that folding the card draws the card and its body alone. */
export const CollapsedContext: Context<boolean> = createContext(false);
export const QuestionContext: Context<QuestionContextValue | null> = createContext<QuestionContextValue | null>(null);

const outside = (of: string, missing: string) =>
  new Error(
    `A part was rendered outside of <AskUser.${of}>, so there is no ${missing} for it to show. Put it inside; the component stack names it.`,
  );

/** What a part inside `<AskUser.Root>` works with. Throws outside of one. */
export function useAsk(): AskUserContextValue {
  const value = useContext(AskUserContext);
  if (!value) throw outside('Root', 'request');
  return value;
}

/** What a part inside `<AskUser.Question>` works with. Throws outside of one. */
export function useAskQuestion(): QuestionContextValue {
  const value = useContext(QuestionContext);
  if (!value) throw outside('Question', 'question');
  return value;
}
