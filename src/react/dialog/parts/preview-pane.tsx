'use client';
import { forwardRef, useContext, useImperativeHandle, useMemo, useRef, useState, type ReactNode } from 'react';
import { part } from '../anatomy.js';
import { CollapsedContext, RenderPreviewContext, useAskQuestion } from '../context.js';
import { later, useLater } from '../../lazy/later.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../../flow/use-isomorphic-layout-effect.js';
import { closeDialog } from '../use-modal.js';
import { usePreviewedOption } from '../use-previewed-option.js';
import { withLaterMessages } from '../../../messages/en-later.js';
import { previewOf, shownLabel } from '../../text/option-display.js';
import { cleanText } from '../../../core/clean.js';
import { ActionButton } from './button.js';
import type { AskUserPreviewProps } from './preview.js';

export const PreviewPane = forwardRef<HTMLDivElement, AskUserPreviewProps>(function PreviewPane(props, ref) {
  const ask = useAskQuestion();
  const { store, ids, question, index } = ask;
  const messages = withLaterMessages(ask.messages);
  const pane = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => pane.current!, []);
  const opener = useRef<HTMLButtonElement>(null);
  const option = usePreviewedOption(ask, pane);
  // An enlarged preview that is not visible would block the page.
  const isShown = useFlowValue(store, ({ phase, active }) => phase === 'answering' && active === index);
  const isCovered = useContext(CollapsedContext) || !isShown;
  const [larger, setLarger] = useState(false);
  if (larger && isCovered) setLarger(false);

  const label = option !== undefined && shownLabel(ask, option);
  const raw = previewOf(question, option);
  const source = useMemo(() => cleanText(raw, { lines: true }), [raw]);
  const renderPreview = useContext(RenderPreviewContext);
  const format = store.getState().request.previewFormat ?? 'text';
  const chosen = typeof option === 'number' ? question.options[option] : undefined;
  const rendered =
    source && renderPreview && chosen ? renderPreview(source, { question, option: chosen, format }) : undefined;
  // The host does not render this preview, so HTML gets the default rendering.
  const isHtml = format === 'html' && rendered === undefined;
  const [laterHtml] = useState(() => later(() => import('../../html/index.js')));
  const html = useLater(laterHtml, isHtml && (source !== '' || !renderPreview));
  const htmlModule = source ? html : undefined;

  const title =
    label === false ? messages.previewPrompt : htmlModule ? htmlModule.caption(ask, label) : messages.previewOf(label);
  const htmlProps = { ask, html: source };
  // The type of the element does not depend on the option, so the element keeps focus.
  const Text = renderPreview || format === 'html' ? 'div' : 'pre';
  const text = (
    // The keyboard scrolls a focusable element.
    <Text
      {...part('preview-text')}
      dir="auto"
      translate={source ? 'no' : undefined}
      tabIndex={option === undefined ? undefined : 0}
    >
      {htmlModule ? (
        <htmlModule.HtmlPreview {...htmlProps} title={title} />
      ) : rendered !== undefined ? (
        rendered
      ) : !source ? (
        option !== undefined && <span {...part('hint')}>{messages.noPreview}</span>
      ) : Text === 'pre' ? (
        source
      ) : (
        (!isHtml || html === null) && <pre {...part('preview-source')}>{source}</pre>
      )}
    </Text>
  );
  return (
    <div
      id={ids('preview', index)}
      role="group"
      aria-labelledby={ids('preview-title', index)}
      {...part('preview', props)}
      ref={pane}
    >
      <div {...part('preview-header')}>
        <bdi {...part('preview-title')} id={ids('preview-title', index)}>
          {title}
        </bdi>
        {raw && (
          <div {...part('preview-actions')}>
            {htmlModule && <htmlModule.HtmlToggle {...htmlProps} />}
            <ActionButton act={() => setLarger(true)} ref={opener}>
              {messages.openLarger}
            </ActionButton>
          </div>
        )}
      </div>
      {text}
      {larger && !isCovered && (
        <Larger
          title={title}
          onClose={() => {
            setLarger(false);
            opener.current?.focus();
          }}
        >
          {text}
        </Larger>
      )}
    </div>
  );
});

interface LargerProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

function Larger({ title, onClose, children }: LargerProps) {
  const { ids, messages, index } = useAskQuestion();
  const dialog = useRef<HTMLDialogElement>(null);
  useIsomorphicLayoutEffect(() => {
    const { current } = dialog;
    if (!current) return;
    if (!current.showModal) current.open = true;
    else if (!current.open) current.showModal();
    current.querySelector<HTMLElement>('[data-ask-user="preview-text"]')?.focus();
  }, []);
  return (
    <dialog
      {...part('larger')}
      aria-labelledby={ids('larger', index)}
      // React would also tell a dialog of the host around the card, which may close itself.
      onCancel={(event) => event.stopPropagation()}
      onClose={(event) => {
        event.stopPropagation();
        onClose();
      }}
      ref={dialog}
    >
      <div {...part('preview-header')}>
        <bdi {...part('preview-title')} id={ids('larger', index)}>
          {title}
        </bdi>
        <ActionButton variant="secondary" act={() => closeDialog(dialog.current)}>
          {messages.close}
        </ActionButton>
      </div>
      {children}
    </dialog>
  );
}
