import { useEffect, useState, type RefObject } from 'react';
import type { Draft, OptionRef } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';
import type { QuestionContextValue } from '../context.js';
import { isElement, optionOf } from '../keys/key-target.js';
import { previewOf } from '../option-facts.js';
import { useDraft } from './use-draft.js';

interface Looked {
  /** The option that has the focus, or had it before the preview got it. */
  readonly at: OptionRef | undefined;
  /** Options with a preview, by when they last had the focus, the latest first. */
  readonly before: readonly number[];
}

const shown = (question: Question, { selected, other }: Draft, { at, before }: Looked): OptionRef | undefined =>
  at ??
  before.find((option) => selected.includes(option)) ??
  selected.find((option) => previewOf(question, option)) ??
  selected[0] ??
  (other ? 'other' : before[0]);

/** The option to preview: what has the focus, else what is chosen, else what had the focus last. */
export function useShownOption(ask: QuestionContextValue, pane: RefObject<HTMLElement | null>): OptionRef | undefined {
  const { question } = ask;
  const [looked, look] = useState<Looked>({ at: undefined, before: [] });

  useEffect(() => {
    const own = pane.current;
    const root = own?.getRootNode();
    const panel = own?.closest('[data-ask-user="panel"]');
    if (!root || !panel) return undefined;
    const onFocus = ({ target }: Event) => {
      if (!isElement(target)) return;
      const option = panel.contains(target) ? optionOf(target) : undefined;
      look((now) => {
        const { at, before } = now;
        // A preview that is about to be read must not change; but Tab comes to it over Other, which has none.
        const stays = at !== undefined && own?.contains(target) && previewOf(question, at);
        if (stays || option === at) return now;
        if (typeof option !== 'number' || !previewOf(question, option)) return { at: option, before };
        return { at: option, before: [option, ...before.filter((one) => one !== option)] };
      });
    };
    root.addEventListener('focusin', onFocus);
    return () => root.removeEventListener('focusin', onFocus);
  }, [pane, question]);

  return useDraft(ask, (draft) => shown(question, draft, looked), 'selection');
}
