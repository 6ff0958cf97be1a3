'use client';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserContextValue } from '../dialog/context.js';
import { enHtml } from '../../messages/en-html.js';
import type { ActionButton } from '../dialog/parts/button.js';
import type { cleanText } from '../../core/clean.js';
import { Frame } from './frame.js';
import { sanitize, type SafePreview } from './sanitize.js';
import { toElements } from './words.js';

/** Sanitized previews by their HTML, the one rendered last at the end. `undefined` for one that cannot be rendered. */
const previews = new Map<string, SafePreview | undefined>();
const MAX_PREVIEWS = 20;

/**
 * Props of the components in this module. The dialog passes its functions and components, because importing them would
 * split the initial bundle into more files.
 */
export interface HtmlProps {
  ask: AskUserContextValue;
  html: string;
  clean: typeof cleanText;
  Button: typeof ActionButton;
}

/** Remembers a preview as the newest. Failures are remembered too, so that they are not tried again. */
function remember(html: string, preview: SafePreview | undefined): void {
  previews.delete(html);
  previews.set(html, preview);
  const [oldest = ''] = previews.keys();
  if (previews.size > MAX_PREVIEWS) previews.delete(oldest);
}

function safePreview({ html, clean }: HtmlProps): SafePreview | undefined {
  let preview = previews.get(html);
  try {
    if (!previews.has(html)) preview = sanitize(html, clean);
  } catch {
    // The preview's source is shown instead.
  }
  remember(html, preview);
  return preview;
}

/** Flow stores of requests whose previews the user reads as text. */
const asText = new WeakSet<AskUserStore>();
const listeners = new Set<() => void>();
let changes = 0;

function notify(): void {
  changes += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function usePreview(props: HtmlProps): [preview: SafePreview | undefined, text: boolean] {
  useSyncExternalStore(
    subscribe,
    () => changes,
    () => 0,
  );
  return [safePreview(props), asText.has(props.ask.store)];
}

const getMessages = ({ messages }: AskUserContextValue) => ({ ...enHtml, ...messages });

/** Names the asker, so that the preview is not mistaken for a part of the card. */
export const caption = (ask: AskUserContextValue, label: string): string =>
  getMessages(ask).previewFrom(label, ask.messages.asker);

export function HtmlToggle(props: HtmlProps): ReactNode {
  const { ask, Button } = props;
  const { store } = ask;
  const [preview, text] = usePreview(props);
  const allMessages = getMessages(ask);
  if (!preview) return null;
  return (
    <Button
      act={() => {
        if (text) asText.delete(store);
        else asText.add(store);
        notify();
      }}
    >
      {text ? allMessages.showPicture : allMessages.showText}
    </Button>
  );
}

/** The hidden text is the alternative of the picture for screen readers. */
export function HtmlPreview(props: HtmlProps & { title: string }): ReactNode {
  const { html, title } = props;
  const [preview, text] = usePreview(props);
  const elements = useMemo(() => preview && toElements(preview.content), [preview]);
  if (!preview)
    return (
      <pre data-ask-user="preview-source" className="au-preview-source">
        {html}
      </pre>
    );
  return (
    <>
      {!text && (
        <Frame
          preview={preview}
          title={title}
          onFail={() => {
            remember(html, undefined);
            notify();
          }}
        />
      )}
      <div
        data-ask-user={text ? 'preview-words' : 'hidden'}
        className={text ? 'au-preview-words' : 'au-hidden'}
        dir="auto"
        key={html}
      >
        {elements}
      </div>
    </>
  );
}
