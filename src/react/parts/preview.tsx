'use client';
import {
  forwardRef,
  useContext,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
} from 'react';
import type { OptionRef } from '../../core/flow/types.js';
import { part } from '../anatomy.js';
import { CollapsedContext, RenderPreviewContext, useQuestionContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../hooks/use-isomorphic-layout-effect.js';
import { shut } from '../hooks/use-modal.js';
import { useShownOption } from '../hooks/use-shown-option.js';
import { hasPreviews, previewOf, shownLabel } from '../option-facts.js';
import { cleanText } from '../text/clean.js';
import { ActionButton } from './button.js';

export interface AskUserPreviewProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {}

/**
 * What the option that has the focus, or is chosen, would come to. There from the start, so that nothing moves while
 * the options are walked.
 * Renders a `<div role="group">`, or nothing where no option has a preview.
 */
export const Preview = forwardRef<HTMLDivElement, AskUserPreviewProps>(function Preview(props, ref) {
  const { question } = useQuestionContext('Preview');
  return hasPreviews(question) ? <Pane {...props} ref={ref} /> : null;
});

// Apart, so that questions without previews hear of nothing.
const Pane = forwardRef<HTMLDivElement, AskUserPreviewProps>(function Pane(props, ref) {
  const ask = useQuestionContext('Preview');
  const { store, ids, messages, question, index } = ask;
  const pane = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => pane.current!, []);
  const opener = useRef<HTMLButtonElement>(null);
  const option = useShownOption(ask, pane);
  // A modal that is out of sight would block the page.
  const live = useFlowValue(store, ({ phase, active }) => phase === 'answering' && active === index);
  const away = useContext(CollapsedContext) || !live;
  const [larger, setLarger] = useState(false);
  if (larger && away) setLarger(false);

  const title = option === undefined ? messages.previewWait : messages.previewOf(shownLabel(ask, option));
  return (
    <div
      {...part('preview')}
      id={ids('preview', index)}
      role="group"
      aria-labelledby={ids('preview-title', index)}
      {...props}
      ref={pane}
    >
      <div {...part('preview-header')}>
        <bdi {...part('preview-title')} id={ids('preview-title', index)}>
          {title}
        </bdi>
        {previewOf(question, option) && (
          <ActionButton act={() => setLarger(true)} ref={opener}>
            {messages.larger}
          </ActionButton>
        )}
      </div>
      <PreviewText option={option} />
      {larger && !away && (
        <Larger
          title={title}
          option={option}
          onClose={() => {
            setLarger(false);
            opener.current?.focus();
          }}
        />
      )}
    </div>
  );
});

function PreviewText({ option }: { option: OptionRef | undefined }) {
  const { store, messages, question } = useQuestionContext('Preview');
  const draw = useContext(RenderPreviewContext);
  const raw = previewOf(question, option);
  const text = useMemo(() => cleanText(raw, { lines: true }), [raw]);
  const chosen = typeof option === 'number' ? question.options[option] : undefined;
  const format = store.getState().request.previewFormat ?? 'text';
  // Always the same element, so that the focus stays in it whatever it shows.
  const Text = draw ? 'div' : 'pre';
  return (
    // Can be scrolled by keyboard only if it can have the focus.
    <Text {...part('preview-text')} dir="auto" tabIndex={option === undefined ? undefined : 0}>
      {text && draw && chosen ? draw(text, { question, option: chosen, format }) : text}
      {!text && option !== undefined && <span {...part('hint')}>{messages.previewNone}</span>}
    </Text>
  );
}

interface LargerProps {
  title: string;
  option: OptionRef | undefined;
  onClose: () => void;
}

function Larger({ title, option, onClose }: LargerProps) {
  const { ids, messages, index } = useQuestionContext('Preview');
  const dialog = useRef<HTMLDialogElement>(null);
  useIsomorphicLayoutEffect(() => {
    const { current } = dialog;
    if (!current) return;
    if (!current.showModal) current.open = true;
    else if (!current.open) current.showModal();
    current.querySelector<HTMLElement>('[data-ask-user="preview-text"]')?.focus();
  }, []);
  return (
    <dialog {...part('larger')} aria-labelledby={ids('larger', index)} onClose={onClose} ref={dialog}>
      <div {...part('preview-header')}>
        <bdi {...part('preview-title')} id={ids('larger', index)}>
          {title}
        </bdi>
        <ActionButton variant="secondary" act={() => shut(dialog.current)}>
          {messages.close}
        </ActionButton>
      </div>
      <PreviewText option={option} />
    </dialog>
  );
}
