'use client';
import { useId, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import {
  AskUserContext,
  CollapsedContext,
  RenderPreviewContext,
  RenderTextContext,
  RestoredContext,
  type AskUserContextValue,
  type RenderPreview,
  type RenderText,
} from '../context.js';
import { useCardControls } from '../hooks/use-card-controls.js';
import type { AnyOptions, UseAskUserOptions } from '../hooks/options.js';
import { useFlow } from '../hooks/use-flow.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { useKept } from '../hooks/use-kept.js';
import { useTray } from '../hooks/use-tray.js';
import { createIds } from '../ids.js';
import type { AnsweredOutput, EndedOutput } from '../../core/answer/output.js';
import type { QuestionInput } from '../../core/question/types.js';
import { defined } from '../../core/guards.js';
import { enFirst } from '../messages/en-first.js';
import type { AskUserMessages, AskUserMessagesInput } from '../messages/types.js';
import { useIsomorphicLayoutEffect } from '../hooks/use-isomorphic-layout-effect.js';
import { Boundary } from './boundary.js';

export interface AskUserRootProps<A = AnsweredOutput, E = EndedOutput> extends UseAskUserOptions<A, E> {
  /** The questions, as a model or a schema library hands them over. A new but equal array changes nothing. */
  questions?: readonly QuestionInput[] | undefined;
  /** A tool call's whole input, as it came: parsed by the dialect. Instead of `questions`. */
  input?: unknown;
  /** Words to replace, in part or all. @default English */
  messages?: AskUserMessagesInput | undefined;
  /** Level of the card's heading; a question's is one more. @default 3 */
  headingLevel?: 1 | 2 | 3 | 4 | 5 | undefined;
  /** Number keys choose options while the focus is in the card. @default true */
  shortcuts?: boolean | undefined;
  /** @default the direction of the page around it */
  dir?: 'ltr' | 'rtl' | undefined;
  /** Language of the dialog's own words, as a BCP 47 tag: the card's `lang`. @default the page's */
  locale?: string | undefined;
  /**
   * `inline`: a card in the page, that takes no focus and blocks nothing. `modal`: a native `<dialog>` over the page. `dock`: in the
   * place of the chat's composer, which the host hides while the card is open and not collapsed; needs `composerRef`.
   * @default 'inline'
   */
  presentation?: 'inline' | 'modal' | 'dock' | undefined;
  /**
   * `if-idle`: on arrival the card takes the focus to its heading, but only from the page itself or from an empty
   * composer, and only if nothing was pressed for a second. `follow`: a card that arrives within 10 seconds after the user
   * answered or sent a message takes the focus to its first control, if nothing was touched since and the composer is empty.
   * @default none: arriving never moves the focus
   */
  autoFocus?: 'if-idle' | 'follow' | undefined;
  /**
   * The chat's composer, a field or an element that can be edited: `autoFocus` leaves the focus there while it holds a text, and
   * `dock` comes collapsed then. @default `returnFocusTo`
   */
  composerRef?: RefObject<HTMLElement | null> | undefined;
  /**
   * A key from anywhere on the page to the question, and back to where the focus was; written as in `aria-keyshortcuts`, for
   * example `Alt+Q`. The card's `aria-keyshortcuts`, and the hints name it. @default none
   */
  focusShortcut?: string | undefined;
  /** Where the focus goes after an ending that had it: the chat's composer. In a dock that is `composerRef`. @default what stays of the card */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined;
  /**
   * Draws an option's preview. What it draws is the host's to make safe; it must not suspend, which loses the focus.
   * `undefined` asks for the default, and `null` draws nothing.
   * @default a picture if the request's previews are HTML, else the text, monospaced
   */
  renderPreview?: RenderPreview | undefined;
  /**
   * Draws a question's text, its context or a note, as Markdown for example. It must not suspend, which loses the focus.
   * @default the text alone
   */
  renderText?: RenderText | undefined;
  children?: ReactNode;
}

/**
 * Holds one request and its flow for the parts inside.
 * Doesn't render an element of its own.
 */
export function AskUserRoot<A = AnsweredOutput, E = EndedOutput>(props: AskUserRootProps<A, E>): ReactNode {
  const { questions, input, messages, headingLevel = 3, shortcuts = true, dir, children, ...options } = props;
  const { locale, presentation = 'inline', autoFocus, composerRef, focusShortcut } = props;
  const returnFocusTo = (presentation === 'dock' && composerRef) || props.returnFocusTo;
  const { advanceOnChoose = false, renderPreview, renderText } = props;
  const list = useMemo(() => (questions === undefined ? input : { questions }), [questions, input]);
  // The dialect's types hold between its own two ends; in between, a wire value is only passed on.
  const { flow, collapsed, restored } = useFlow(list, options as AnyOptions);
  const empty = useFlowValue(
    flow.store,
    ({ drafts, streaming, result }) => drafts.length === 0 && (!streaming || result?.status === 'invalid'),
  );

  const prefix = useId();
  const ids = useMemo(() => createIds(prefix), [prefix]);
  const given = useMemo(() => ({ ...enFirst, ...defined<Partial<AskUserMessages>>(messages ?? {}) }), [messages]);
  // Hosts write `messages={{ … }}` in place: the object before, as long as the new one says the same.
  const words = useKept<AskUserMessages>(
    () => given,
    (kept) => (Object.keys(given) as (keyof AskUserMessages)[]).some((name) => given[name] !== kept[name]),
  );
  const latest = useRef({ messages: words, advanceOnChoose });
  useIsomorphicLayoutEffect(() => {
    latest.current = { messages: words, advanceOnChoose };
  });

  const card = useRef<HTMLDivElement | null>(null);
  const body = useRef<HTMLDivElement | null>(null);
  const status = useRef<HTMLDivElement | null>(null);
  const alert = useRef<HTMLDivElement | null>(null);
  const controls = useCardControls(flow, ids, latest, { card, status, alert });
  const tray = useTray();

  const value = useMemo(
    (): AskUserContextValue => ({
      ...flow,
      ids,
      messages: words,
      headingLevel,
      shortcuts,
      dir,
      locale,
      presentation,
      autoFocus,
      focusShortcut,
      composerRef,
      returnFocusTo,
      card,
      body,
      status,
      alert,
      tray,
      controls,
    }),
    [
      flow,
      ids,
      words,
      headingLevel,
      shortcuts,
      dir,
      locale,
      presentation,
      autoFocus,
      focusShortcut,
      composerRef,
      returnFocusTo,
      tray,
      controls,
    ],
  );
  if (empty) return null;
  return (
    <AskUserContext.Provider value={value}>
      <CollapsedContext.Provider value={collapsed}>
        <RenderPreviewContext.Provider value={renderPreview}>
          <RenderTextContext.Provider value={renderText}>
            <RestoredContext.Provider value={restored}>
              <Boundary ask={value}>{children}</Boundary>
            </RestoredContext.Provider>
          </RenderTextContext.Provider>
        </RenderPreviewContext.Provider>
      </CollapsedContext.Provider>
    </AskUserContext.Provider>
  );
}
