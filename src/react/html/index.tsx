'use client';
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserContextValue } from '../context.js';
import { enHtml } from '../messages/en-html.js';
import type { ActionButton } from '../parts/button.js';
import type { cleanText } from '../text/clean.js';
import { Frame } from './frame.js';
import { sanitize, type SafePreview } from './sanitize.js';
import { toElements } from './words.js';

/** What was made of the previews that were looked at last: `undefined` for one that can't be drawn. */
const made = new Map<string, SafePreview | undefined>();
const MAX_MADE = 20;

/**
 * What the dialog hands over. An import of it would split the first load, which costs every dialog more than this object
 * costs here.
 */
export interface HtmlProps {
  ask: AskUserContextValue;
  html: string;
  clean: typeof cleanText;
  Button: typeof ActionButton;
}

function safePreview({ html, clean }: HtmlProps): SafePreview | undefined {
  if (made.has(html)) return made.get(html);
  let preview: SafePreview | undefined;
  try {
    preview = sanitize(html, clean);
  } catch {
    // Too large, or refused by the page's policy: the source is shown.
  }
  made.set(html, preview);
  for (const oldest of made.keys()) if (made.size > MAX_MADE) made.delete(oldest);
  return preview;
}

/** The requests whose previews the user wants to read as text. */
const asText = new WeakSet<AskUserStore>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const useAsText = (store: AskUserStore): boolean =>
  useSyncExternalStore(
    subscribe,
    () => asText.has(store),
    () => false,
  );

const wordsOf = ({ messages }: AskUserContextValue) => ({ ...enHtml, ...messages });

/** The caption of a preview: whose it is, so that it does not pass for a part of the card. */
export const caption = (ask: AskUserContextValue, label: string): string =>
  wordsOf(ask).previewFrom(label, ask.store.getState().request.asker ?? ask.messages.asker);

/** The button that changes between the picture and its text, for all previews of a request. */
export function HtmlToggle(props: HtmlProps): ReactNode {
  const { ask, Button } = props;
  const { store } = ask;
  const text = useAsText(store);
  const words = wordsOf(ask);
  if (!safePreview(props)) return null;
  return (
    <Button
      act={() => {
        if (text) asText.delete(store);
        else asText.add(store);
        for (const listener of listeners) listener();
      }}
    >
      {text ? words.showPicture : words.showText}
    </Button>
  );
}

/** A preview as a picture with a text alternative, or as that text alone; its source if it can't be drawn. */
export function HtmlPreview(props: HtmlProps & { title: string }): ReactNode {
  const { ask, html, title } = props;
  const text = useAsText(ask.store);
  const preview = safePreview(props);
  const words = useMemo(() => preview && toElements(preview.content), [preview]);
  const [failed, fail] = useState<string>();
  if (!preview || failed === html) return <pre data-ask-user="preview-source">{html}</pre>;
  return (
    <>
      {!text && (
        <Frame
          preview={preview}
          title={title}
          onFail={() => {
            made.set(html, undefined);
            fail(html);
          }}
        />
      )}
      <div data-ask-user={text ? 'preview-words' : 'hidden'} dir="auto">
        {words}
      </div>
    </>
  );
}
