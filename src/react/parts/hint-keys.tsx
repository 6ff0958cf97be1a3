'use client';
import type { ReactNode } from 'react';
import { activeQuestion, canSubmit, primaryAction } from '../../core/flow/selectors.js';
import type { Question } from '../../core/question/types.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowState, useFlowValue } from '../hooks/use-flow-value.js';
import { useFocusedKind } from '../hooks/use-focused-kind.js';
import { laterWords } from '../messages/en-later.js';

/** As they are written on keyboards, or as the other hints write them. */
const CAPS: Readonly<Record<string, string>> = { Control: 'ctrl', Alt: 'alt', Meta: '⌘', Shift: '⇧' };

/** The keys of the element that has the focus; while that is outside, the way into the card, or the keys of the first control. */
export function HintKeys(): ReactNode {
  const { store, card, focusShortcut, ...ask } = useAsk();
  const messages = laterWords(ask.messages);
  const action = useFlowState(store, (state) => {
    const now = primaryAction(state);
    // Enter would only say what is missing.
    return now === 'submit' && !canSubmit(state) ? undefined : now;
  });
  const question = useFlowValue(store, activeQuestion);
  // The first Enter on an option chooses it.
  const chosen = useFlowValue(
    store,
    ({ drafts, active }) => drafts[active]?.other || drafts[active]?.selected.length !== 0,
    question?.id,
    'selection',
  );
  const kind = kindOf(question);
  const first = kind === 'review' ? 'heading' : kind === 'text' ? 'answer' : 'option';
  const focus = useFocusedKind(card, focusShortcut ? 'outside' : first);
  // Of several shortcuts one is enough.
  const [shortcut = ''] = focusShortcut?.trim().split(/\s+/) ?? [];
  // Nothing else works from there.
  if (focus === 'outside')
    return hint(
      shortcut.split('+').map((key) => CAPS[key] ?? key),
      messages.keyFocus,
    );
  const one = kind === 'one' && focus === 'option';
  const continues = ['heading', 'answer', 'line'].includes(focus) || (focus === 'option' && (chosen || !one));
  // Where there is room for one alone, it is the first.
  return (
    <>
      {action && continues && hint(['↵'], messages.keyContinue[action])}
      {one && hint(chosen ? ['↑', '↓'] : ['↑', '↓', '↵'], messages.keyChoose)}
      {kind === 'many' && focus === 'option' && hint(['space'], messages.keyToggle)}
      {focus === 'answer' && hint(['⇧', '↵'], messages.keyNewLine)}
      {hint(['esc'], messages.keyCancel)}
    </>
  );
}

// No component, since every change of the tab draws them.
const hint = (keys: readonly string[], text: string) => (
  <span>
    {keys.map((key) => (
      <kbd {...part('key')} key={key}>
        {key}
      </kbd>
    ))}
    {text}
  </span>
);

function kindOf(question: Question | undefined) {
  if (!question) return 'review';
  if (question.options.length === 0) return 'text';
  return question.multiSelect ? 'many' : 'one';
}
