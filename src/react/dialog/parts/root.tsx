'use client';
import { useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import {
  AskUserContext,
  CollapsedContext,
  EarlierContext,
  RenderPreviewContext,
  RenderTextContext,
  type AskUserContextValue,
  type RenderPreview,
  type RenderText,
} from '../context.js';
import type { AnyOptions, AskUserSource, UseAskUserOptions } from '../../flow/options.js';
import { useFlow } from '../../flow/use-flow.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { useMessages } from '../../flow/use-messages.js';
import { agentWaits } from '../../../core/flow/selectors.js';
import { createIdSet } from '../id-set.js';
import type { Render } from '../../engine/engine.js';
import { useEngine } from '../../engine/use-engine.js';
import { answerIssueText } from '../../../messages/issue-text.js';
import { createLiveRegions } from '../live-regions.js';
import { laterCard } from '../../lazy/later-card.js';
import { closeDialog } from '../use-modal.js';
import type { AnsweredOutput, UnansweredOutput } from '../../../core/answer/output.js';
import type { QuestionInput } from '../../../core/question/types.js';
import type { OnLateAnswers } from '../../record/late-answers.js';
import { Boundary } from './boundary.js';

/** Props of `AskUser.Root`. */
export interface AskUserRootProps<A = AnsweredOutput, E = UnansweredOutput, Item extends QuestionInput = QuestionInput>
  extends AskUserSource<A, E, Item>, UseAskUserOptions<A, E, Item> {
  /**
   * Level of the card's heading. The headings of questions are one level deeper.
   * @default 3
   */
  headingLevel?: 1 | 2 | 3 | 4 | 5 | undefined;
  /**
   * Whether number keys select options while focus is in the card and not in a field.
   * @default true
   */
  shortcuts?: boolean | undefined;
  /** Text direction of the card. Defaults to the direction of the page around it. */
  dir?: 'ltr' | 'rtl' | undefined;
  /**
   * How the card is shown:
   * - `inline`: a card in the page.
   * - `modal`: a native `<dialog>` over the page.
   * - `dock`: a card in place of the chat's composer. Requires `composerRef`. The host hides the composer while the
   *   request is pending and complete, and the card is not collapsed.
   *
   * @default 'inline'
   */
  presentation?: 'inline' | 'modal' | 'dock' | undefined;
  /**
   * When an arriving card takes focus:
   * - `if-idle`: focus moves to the card's heading if the user presses and enters nothing for 1 s after its arrival.
   *   The window must have focus, and focus must be on the page itself or in an empty composer. No other card may be
   *   pending.
   * - `follow`: focus moves to the question, usually to the selected or first option or to the field. The card must
   *   arrive within 10 s after the user answered, cancelled or declined a request, or sent a message. The user must
   *   have touched nothing since. The composer must be empty, and no pending card may precede this one.
   *
   * By default, the arrival of an inline card does not move focus. That of a request whose agent does not wait never does.
   */
  autoFocus?: 'if-idle' | 'follow' | undefined;
  /**
   * Composer of the chat: a field or an editable element. While it contains text, `autoFocus` does not take focus from
   * it, and a dock arrives collapsed. For `autoFocus`, defaults to `returnFocusTo`.
   */
  composerRef?: RefObject<HTMLElement | null> | undefined;
  /**
   * Key that moves focus from the page to the question, and back. Written as in `aria-keyshortcuts`, such as `Alt+Q`.
   * Several keys are separated by spaces. The card's `aria-keyshortcuts` contains them. The key hints name the first.
   *
   * The modifiers are `Alt`, `Control`, `Meta` and `Shift`. `Option`, `Ctrl`, `Cmd` and `Command` work too, but
   * `aria-keyshortcuts` does not define them. A shortcut is ignored if it has another modifier or consists of
   * modifiers only. Without Alt, Control or Meta, only function keys such as `F6` work.
   */
  focusShortcut?: string | undefined;
  /**
   * Element to focus, such as the chat's composer, if a card that contained focus is settled by the user or disappears,
   * and if the user closes a modal or a dock, or collapses a dock. `focusShortcut` can move focus to it, too. In a
   * dock, `composerRef` is used if it is set.
   */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined;
  /**
   * Renders an option's preview. The host must make the output safe. It must not suspend, because suspending loses the
   * focus. Return `undefined` for the default rendering, or `null` to render nothing. By default, HTML is rendered as a
   * picture and other previews as monospaced text.
   */
  renderPreview?: RenderPreview | undefined;
  /**
   * Renders a question's text, its context, its notes or a reply to the user, for example as Markdown. It must not suspend, because
   * suspending loses the focus. By default, the plain text is rendered.
   *
   * Render each text in an element without other content. On a page that the browser translates, React can only update
   * such texts.
   */
  renderText?: RenderText | undefined;
  /**
   * Sends answers that were entered for a request whose agent does not wait (`blocking: false`), and that came after the
   * agent or host had settled it, usually as a message of the user. With it, the settled card offers "Send as a message".
   * Answers to secret questions are not sent.
   */
  onLateAnswers?: OnLateAnswers | undefined;
  /** The parts, usually one `AskUser.Card`. */
  children?: ReactNode;
}

const renderNow: Render = (change, then) => {
  flushSync(change);
  then();
};

/** Provides one request and its flow to the parts inside. Renders `null` if there is nothing to ask. */
export function AskUserRoot<A = AnsweredOutput, E = UnansweredOutput, const Item extends QuestionInput = QuestionInput>(
  props: AskUserRootProps<A, E, Item>,
): ReactNode {
  const {
    messages,
    headingLevel = 3,
    shortcuts = true,
    dir,
    presentation = 'inline',
    composerRef,
    focusShortcut,
    advanceOnChoose = false,
    renderPreview,
    renderText,
    children,
  } = props;
  const { number: roundNumber = 1, answered: answeredBefore = 0 } = props.round ?? {};
  const returnFocusTo = (presentation === 'dock' && composerRef) || props.returnFocusTo;
  // The dialect's output reaches only the host's callbacks, so its types do not matter internally.
  const { flow, collapsed, earlier } = useFlow(props as AnyOptions);
  const empty = useFlowValue(
    flow.store,
    ({ drafts, streaming, result }) => drafts.length === 0 && (!streaming || result?.status === 'invalid'),
  );

  const waits = useFlowValue(flow.store, agentWaits);
  const autoFocus = waits ? props.autoFocus : undefined;
  const asker = useFlowValue(flow.store, ({ request }) => request.asker);
  const stableMessages = useMessages(messages, asker);
  const card = useRef<HTMLDivElement | null>(null);
  const body = useRef<HTMLDivElement | null>(null);
  const [liveRegions] = useState(createLiveRegions);
  const engine = useEngine(
    flow,
    card,
    {
      advanceOnChoose,
      shortcuts,
      announceIssue: (question, draft) => liveRegions.announce(answerIssueText(stableMessages, question, draft), true),
      useKey: (event, target, now) =>
        laterCard.file?.applyCardKey(event, target, { ...now, ...liveRegions, messages: stableMessages }) === true,
      ...(presentation === 'modal' && { close: () => closeDialog(card.current) }),
    },
    renderNow,
  );
  const request = useMemo(
    () => ({
      ...flow,
      ids: engine.ids,
      engine: { ...engine, ...liveRegions },
      openedNotes: createIdSet(),
      ownActions: createIdSet(),
      ownTabs: createIdSet(),
    }),
    [flow, engine, liveRegions],
  );

  const value = useMemo(
    (): AskUserContextValue => ({
      ...request,
      messages: stableMessages,
      headingLevel,
      shortcuts,
      dir,
      roundNumber,
      answeredBefore,
      presentation,
      autoFocus,
      focusShortcut,
      composerRef,
      returnFocusTo,
      card,
      body,
    }),
    [
      request,
      stableMessages,
      headingLevel,
      shortcuts,
      dir,
      roundNumber,
      answeredBefore,
      presentation,
      autoFocus,
      focusShortcut,
      composerRef,
      returnFocusTo,
    ],
  );
  if (empty) return null;
  return (
    <AskUserContext.Provider value={value}>
      <CollapsedContext.Provider value={collapsed}>
        <RenderPreviewContext.Provider value={renderPreview}>
          <RenderTextContext.Provider value={renderText}>
            <EarlierContext.Provider value={earlier}>
              <Boundary ask={value}>{children}</Boundary>
            </EarlierContext.Provider>
          </RenderTextContext.Provider>
        </RenderPreviewContext.Provider>
      </CollapsedContext.Provider>
    </AskUserContext.Provider>
  );
}
