'use client';
import type { ReactNode } from 'react';
import { isBlank } from '../../../core/guards.js';
import { activeQuestion, canSubmit, primaryAction } from '../../../core/flow/selectors.js';
import type { Question } from '../../../core/question/types.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowState, useFlowValue } from '../../flow/use-flow-value.js';
import { getUsableShortcuts } from '../../focus/usable-shortcuts.js';
import { useFocusedKind } from '../use-focused-kind.js';
import { withLaterMessages } from '../../../messages/en-later.js';

/** Key names as keyboards or the other hints write them. */
const CAPS: Readonly<Record<string, string>> = { Control: 'ctrl', Alt: 'alt', Meta: '⌘', Shift: '⇧' };

export function HintKeys(): ReactNode {
  const { store, card, engine, ...ask } = useAsk();
  const focusShortcut = getUsableShortcuts(ask.focusShortcut);
  const messages = withLaterMessages(ask.messages);
  const action = useFlowState(store, (state) => {
    const now = primaryAction(state);
    // Enter would not submit.
    return now === 'submit' && !canSubmit(state) ? undefined : now;
  });
  const question = useFlowValue(store, activeQuestion);
  // While nothing is selected in a single-select question, Enter on an option selects it.
  const chosen = useFlowValue(
    store,
    ({ drafts, active }) => drafts[active]?.other || drafts[active]?.selected.length !== 0,
    question?.id,
    'selection',
  );
  const isFiltered = useFlowState(
    store,
    () => question !== undefined && engine.filters.get(question.id) !== undefined,
    engine.filters.subscribe,
  );
  const kind = kindOf(question);
  const first = kind === 'review' ? 'heading' : kind === 'text' ? 'answer' : 'option';
  const asked = useFlowState(store, (state) => {
    if (isBlank(state.drafts[state.active]?.askBack ?? '')) return 'nothing';
    return state.options.askBack?.canAsk(state, state.active) ? 'ready' : 'text';
  });
  const focus = useFocusedKind(card, focusShortcut ? 'outside' : first);
  // One of several shortcuts is enough.
  const [shortcut = ''] = focusShortcut?.split(' ') ?? [];
  if (focus === 'outside')
    return hint(
      shortcut.split('+').map((key) => CAPS[key] ?? key),
      messages.keyFocus,
    );
  const one = kind === 'one' && focus === 'option';
  // A format, such as a number or an email address, has one line. A secret can have several.
  const { input = 'text' } = question?.constraints ?? {};
  const continues = ['heading', 'answer'].includes(focus) || (focus === 'option' && (chosen || !one));
  const asks = focus === 'ask-back';
  // Escape closes the empty field for a question to the agent, and cancels nothing.
  const cancels = !asks || asked !== 'nothing';
  return (
    <>
      {action && continues && hint(['↵'], messages.keyContinue[action])}
      {asks && asked === 'ready' && hint(['↵'], messages.keySend)}
      {one && hint(chosen ? ['↑', '↓'] : ['↑', '↓', '↵'], messages.keyChoose)}
      {kind === 'many' && focus === 'option' && hint(['space'], messages.keyToggle)}
      {(asks || (focus === 'answer' && input === 'text')) && hint(['⇧', '↵'], messages.keyNewLine)}
      {focus === 'filter' && hint(['↓'], messages.keyChoose)}
      {cancels && hint(['esc'], isFiltered ? messages.keyUnfilter : messages.keyCancel)}
    </>
  );
}

// A function, because components would cost more renders.
const hint = (keys: readonly string[], text: string) => (
  <span>
    {keys.map((key) => (
      <kbd key={key} {...part('key')} translate="no">
        {key}
      </kbd>
    ))}
    <span>{text}</span>
  </span>
);

function kindOf(question: Question | undefined) {
  if (!question) return 'review';
  if (question.options.length === 0) return 'text';
  return question.multiSelect ? 'many' : 'one';
}
