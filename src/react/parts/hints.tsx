'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { activeQuestion, primaryAction } from '../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { useAskUserContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';

export interface AskUserHintsProps extends ComponentPropsWithoutRef<'p'> {}

/**
 * The keys that work here, for those who can see them; everyone else finds roles and names.
 * Renders a `<p>`.
 */
export const Hints = forwardRef<HTMLParagraphElement, AskUserHintsProps>(function Hints(props, ref) {
  const { store, messages } = useAskUserContext('Hints');
  const action = useFlowValue(store, primaryAction);
  const kind = useFlowValue(store, (state) => {
    if (state.phase === 'submitting') return undefined;
    const question = activeQuestion(state);
    if (!question) return 'review';
    if (question.options.length === 0) return 'text';
    return question.multiSelect ? 'many' : 'one';
  });
  return (
    <p {...part('hints')} aria-hidden="true" {...props} ref={ref}>
      {kind &&
        (props.children ?? (
          <>
            {kind === 'one' && hint(['↑', '↓'], messages.keyChoose)}
            {kind === 'many' && hint(['space'], messages.keyToggle)}
            {kind === 'text' && hint(['⇧', '↵'], messages.keyNewLine)}
            {kind !== 'review' && hint(['↵'], messages.keyContinue[action])}
            {kind !== 'text' && hint(['esc'], messages.keyCancel)}
          </>
        ))}
    </p>
  );
});

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
