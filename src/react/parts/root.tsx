'use client';
import { useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { AskUserContext, type AskUserContextValue } from '../context.js';
import { useCardControls } from '../hooks/use-card-controls.js';
import { useFlow, type UseAskUserOptions } from '../hooks/use-flow.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { createIds } from '../ids.js';
import type { AnsweredOutput, EndedOutput } from '../../core/answer/output.js';
import type { QuestionInput } from '../../core/question/types.js';
import { defined } from '../../core/guards.js';
import { en } from '../messages/en.js';
import type { AskUserMessages } from '../messages/types.js';
import { useIsomorphicLayoutEffect } from '../hooks/use-isomorphic-layout-effect.js';

export interface AskUserRootProps<A = AnsweredOutput, E = EndedOutput> extends UseAskUserOptions<A, E> {
  /** The questions, as a model or a schema library hands them over. A new but equal array changes nothing. */
  questions?: readonly QuestionInput[] | undefined;
  /** A tool call's whole input, as it came: parsed by the dialect. Instead of `questions`. */
  input?: unknown;
  /** Words to replace, in part or all. @default English */
  messages?: { [Name in keyof AskUserMessages]?: AskUserMessages[Name] | undefined } | undefined;
  /** Level of the card's heading; a question's is one more. @default 3 */
  headingLevel?: 1 | 2 | 3 | 4 | 5 | undefined;
  /** Number keys choose options while the focus is in the card. @default true */
  shortcuts?: boolean | undefined;
  /** @default the direction of the page around it */
  dir?: 'ltr' | 'rtl' | undefined;
  children?: ReactNode;
}

/**
 * Holds one request and its flow for the parts inside.
 * Doesn't render an element of its own.
 */
export function AskUserRoot<A = AnsweredOutput, E = EndedOutput>(props: AskUserRootProps<A, E>): ReactNode {
  const { questions, input, messages, headingLevel = 3, shortcuts = true, dir, children, ...options } = props;
  const list = useMemo(() => (questions === undefined ? input : { questions }), [questions, input]);
  // The dialect's types hold between its own two ends; in between, a wire value is only passed on.
  const flow = useFlow(list, options as UseAskUserOptions<unknown, unknown>);
  const empty = useFlowValue(flow.store, (state) => state.drafts.length === 0);

  const prefix = useId();
  const ids = useMemo(() => createIds(prefix), [prefix]);
  const words = useStable(useMemo(() => ({ ...en, ...defined<Partial<AskUserMessages>>(messages ?? {}) }), [messages]));
  const latestWords = useRef(words);
  useIsomorphicLayoutEffect(() => {
    latestWords.current = words;
  });

  const card = useRef<HTMLDivElement | null>(null);
  const body = useRef<HTMLDivElement | null>(null);
  const status = useRef<HTMLDivElement | null>(null);
  const alert = useRef<HTMLDivElement | null>(null);
  const controls = useCardControls(flow, ids, latestWords, { card, status, alert });

  // Radix writes `ltr` unless it is told otherwise. Saying so again would draw every part twice.
  const [around, setAround] = useState<'rtl'>();
  useIsomorphicLayoutEffect(() => {
    if (card.current && getComputedStyle(card.current).direction === 'rtl') setAround('rtl');
  }, [empty]);

  const value = useMemo(
    (): AskUserContextValue => ({
      ...flow,
      ids,
      messages: words,
      headingLevel,
      shortcuts,
      dir: dir ?? around,
      card,
      body,
      status,
      alert,
      controls,
    }),
    [flow, ids, words, headingLevel, shortcuts, dir, around, controls],
  );
  return empty ? null : <AskUserContext.Provider value={value}>{children}</AskUserContext.Provider>;
}

/** The object before, while the new one says the same: hosts write `messages={{ … }}` in place. */
function useStable(words: AskUserMessages): AskUserMessages {
  const [stable, setStable] = useState(words);
  const keys = Object.keys(words) as (keyof AskUserMessages)[];
  const same = keys.every((key) => words[key] === stable[key]);
  if (same || words === stable) return stable;
  setStable(words);
  return words;
}
