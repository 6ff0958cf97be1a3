import { useEffect, useState, type RefObject } from 'react';
import type { Draft, OptionRef } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';
import type { QuestionContextValue } from './context.js';
import { isElement, optionOf } from '../keys/key-target.js';
import { previewOf } from '../text/option-display.js';
import { useDraft } from './use-draft.js';

interface FocusHistory {
  /** Option that has focus, or whose preview has. It stays until another element of the root gets focus. */
  readonly current: OptionRef | undefined;
  /** Options with a preview that have had focus, the latest first. */
  readonly previous: readonly number[];
}

const choosePreviewed = (
  question: Question,
  { selected, other }: Draft,
  { current, previous }: FocusHistory,
): OptionRef | undefined =>
  current ??
  previous.find((option) => selected.includes(option)) ??
  selected.find((option) => previewOf(question, option)) ??
  selected[0] ??
  (other ? 'other' : previous[0]);

export function usePreviewedOption(
  ask: QuestionContextValue,
  pane: RefObject<HTMLElement | null>,
): OptionRef | undefined {
  const { question } = ask;
  const [history, setHistory] = useState<FocusHistory>({ current: undefined, previous: [] });

  useEffect(() => {
    const element = pane.current;
    const root = element?.getRootNode();
    const panel = element?.closest('[data-ask-user="panel"]');
    if (!root || !panel) return undefined;
    const onFocus = ({ target }: Event) => {
      if (!isElement(target)) return;
      const option = panel.contains(target) ? optionOf(target) : undefined;
      setHistory((now) => {
        const { current, previous } = now;
        // A preview that gets focus must not change. Other, and an option without a preview, have none.
        const keepsPreview = current !== undefined && element?.contains(target) && previewOf(question, current);
        if (keepsPreview || option === current) return now;
        if (typeof option !== 'number' || !previewOf(question, option)) return { current: option, previous };
        return { current: option, previous: [option, ...previous.filter((one) => one !== option)] };
      });
    };
    root.addEventListener('focusin', onFocus);
    return () => root.removeEventListener('focusin', onFocus);
  }, [pane, question]);

  return useDraft(ask, (draft) => choosePreviewed(question, draft, history), 'selection');
}
