'use client';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
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
  // What can't be drawn is not tried again.
  for (const [oldest, drawable] of made) if (drawable && made.size > MAX_MADE) made.delete(oldest);
  return preview;
}

/** The requests whose previews the user wants to read as text. */
const asText = new WeakSet<AskUserStore>();
/** Those who show a preview, or the button to it. */
const listeners = new Set<() => void>();
let changes = 0;

function tell(): void {
  changes += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The preview unless it can't be drawn, and whether the user wants to read it as text. */
function usePreview(props: HtmlProps): [preview: SafePreview | undefined, text: boolean] {
  useSyncExternalStore(
    subscribe,
    () => changes,
    () => 0,
  );
  return [safePreview(props), asText.has(props.ask.store)];
}

const wordsOf = ({ messages }: AskUserContextValue) => ({ ...enHtml, ...messages });

/** The caption of a preview: whose it is, so that it does not pass for a part of the card. */
export const caption = (ask: AskUserContextValue, label: string): string =>
  wordsOf(ask).previewFrom(label, ask.store.getState().request.asker ?? ask.messages.asker);

/** The button that changes between the picture and its text, for all previews of a request. */
export function HtmlToggle(props: HtmlProps): ReactNode {
  const { ask, Button } = props;
  const { store } = ask;
  const [preview, text] = usePreview(props);
  const words = wordsOf(ask);
  if (!preview) return null;
  return (
    <Button
      act={() => {
        if (text) asText.delete(store);
        else asText.add(store);
        tell();
      }}
    >
      {text ? words.showPicture : words.showText}
    </Button>
  );
}

/** A preview as a picture with a text alternative, or as that text alone; its source if it can't be drawn. */
export function HtmlPreview(props: HtmlProps & { title: string }): ReactNode {
  const { html, title } = props;
  const [preview, text] = usePreview(props);
  const words = useMemo(() => preview && toElements(preview.content), [preview]);
  if (!preview) return <pre data-ask-user="preview-source">{html}</pre>;
  return (
    <>
      {!text && (
        <Frame
          preview={preview}
          title={title}
          onFail={() => {
            made.set(html, undefined);
            tell();
          }}
        />
      )}
      <div data-ask-user={text ? 'preview-words' : 'hidden'} dir="auto">
        {words}
      </div>
    </>
  );
}
