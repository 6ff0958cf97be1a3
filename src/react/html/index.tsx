'use client';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserContextValue } from '../dialog/context.js';
import { enHtml } from '../../messages/en-html.js';
import { part } from '../dialog/anatomy.js';
import { ActionButton } from '../dialog/parts/button.js';
import { Frame } from './frame.js';
import { sanitize, type SafePreview } from './sanitize.js';
import { toElements } from './words.js';

/** Sanitized previews by their HTML, the one rendered last at the end. `undefined` for one that cannot be rendered. */
const previews = new Map<string, SafePreview | undefined>();
const MAX_PREVIEWS = 20;

interface HtmlProps {
  ask: AskUserContextValue;
  html: string;
}

/** Remembers a preview as the newest. Failures are remembered too, so that they are not tried again. */
function remember(html: string, preview: SafePreview | undefined): void {
  previews.delete(html);
  previews.set(html, preview);
  const [oldest = ''] = previews.keys();
  if (previews.size > MAX_PREVIEWS) previews.delete(oldest);
}

function safePreview(html: string): SafePreview | undefined {
  let preview = previews.get(html);
  try {
    if (!previews.has(html)) preview = sanitize(html);
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

function usePreview({ ask, html }: HtmlProps): [preview: SafePreview | undefined, text: boolean] {
  useSyncExternalStore(
    subscribe,
    () => changes,
    () => 0,
  );
  return [safePreview(html), asText.has(ask.store)];
}

const getMessages = ({ messages }: AskUserContextValue) => ({ ...enHtml, ...messages });

/** Names the asker, so that the preview is not mistaken for a part of the card. */
export const caption = (ask: AskUserContextValue, label: string): string =>
  getMessages(ask).previewFrom(label, ask.messages.asker);

export function HtmlToggle(props: HtmlProps): ReactNode {
  const { ask } = props;
  const { store } = ask;
  const [preview, text] = usePreview(props);
  const allMessages = getMessages(ask);
  if (!preview) return null;
  return (
    <ActionButton
      act={() => {
        if (text) asText.delete(store);
        else asText.add(store);
        notify();
      }}
    >
      {text ? allMessages.showPicture : allMessages.showText}
    </ActionButton>
  );
}

/** The hidden text is the alternative of the picture for screen readers. */
export function HtmlPreview(props: HtmlProps & { title: string }): ReactNode {
  const { html, title } = props;
  const [preview, text] = usePreview(props);
  const elements = useMemo(() => preview && toElements(preview.content), [preview]);
  if (!preview) return <pre {...part('preview-source')}>{html}</pre>;
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
      <div key={html} {...part(text ? 'preview-words' : 'hidden')} dir="auto">
        {elements}
      </div>
    </>
  );
}
