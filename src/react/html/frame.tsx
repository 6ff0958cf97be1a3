'use client';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { part } from '../dialog/anatomy.js';
import type { SafePreview } from './sanitize.js';
import { trusted } from './trusted.js';

/** Refuses scripts, forms, popups and downloads. With the same origin, the page can fill and measure the frame. */
const SANDBOX = 'allow-same-origin';
/** Refuses network requests, scripts, forms and frames. */
const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-src 'none'; child-src 'none'";
const PAGE = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">`;
/**
 * Default styles of a preview. Set through the object model, because a content security policy does not refuse that.
 */
const LOOK = `
:root { font: 13px/1.5 ui-sans-serif, system-ui, sans-serif; }
body { display: flow-root; margin: 0; overflow-wrap: break-word; }
* { max-width: 100%; box-sizing: border-box; }
table { border-collapse: collapse; }
td, th { border: 1px solid color-mix(in srgb, currentcolor 25%, #0000); padding: 0.25em 0.6em; text-align: start; }
pre, code, kbd, samp { font-family: ui-monospace, Menlo, Consolas, monospace; }
h1, h2, h3, h4, h5, h6 { margin: 0.6em 0 0.3em; font-size: 1.15em; }
p, ul, ol, dl, pre, figure { margin: 0.4em 0; }
body > :first-child { margin-top: 0; }
body > :last-child { margin-bottom: 0; }
img { height: auto; }`;
/** Maximum width and height of a picture, in CSS pixels. */
const MAX_SIZE = 20_000;

function fill(page: Document, { content, styles, colored }: SafePreview, color: string): void {
  const view = page.defaultView as (Window & typeof globalThis) | null;
  if (!view) throw new Error('The frame has no window.');
  page.body.replaceChildren(page.importNode(content, true));
  const elements = page.body.querySelectorAll<HTMLElement>('*');
  styles.forEach((declarations, at) => {
    for (const [property, value] of declarations) elements[at]?.style.setProperty(property, value);
  });
  const shownStyle = new view.CSSStyleSheet();
  shownStyle.replaceSync(LOOK);
  page.adoptedStyleSheets = [shownStyle];
  // Authors choose colors for a white page. Without colors, the scheme is not set, because a frame whose color scheme
  // differs from that of its `<iframe>` element would be opaque.
  const { style } = page.documentElement;
  style.color = colored ? '#18181b' : color;
  style.colorScheme = colored ? 'light' : '';
  style.background = colored ? '#fff' : '';
  page.body.dir = 'auto';
  page.body.style.padding = colored ? '12px' : '0';
}

/** Makes the frame large enough for its content, so that the pane scrolls instead of the frame. */
function fit(frame: HTMLIFrameElement, page: Document): void {
  const { documentElement: root } = page;
  frame.style.inlineSize = '';
  frame.style.blockSize = '0';
  const { scrollWidth } = root;
  if (scrollWidth > root.clientWidth) frame.style.inlineSize = `${scrollWidth}px`;
  const { scrollHeight } = root;
  if (Math.max(scrollWidth, scrollHeight) > MAX_SIZE) throw new RangeError('The preview is too large for a picture.');
  frame.style.blockSize = `${scrollHeight}px`;
}

export interface FrameProps {
  preview: SafePreview;
  title: string;
  onFail: () => void;
}

export function Frame({ preview, title, onFail }: FrameProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const failed = useRef(onFail);
  const [loads, setLoads] = useState(0);
  useLayoutEffect(() => {
    failed.current = onFail;
    // React 18 does not support a boolean `inert` prop.
    if (frame.current) frame.current.inert = true;
  });
  useEffect(() => {
    try {
      // React 18 would set the attribute to a plain string, which a page with Trusted Types refuses.
      if (frame.current) frame.current.srcdoc = trusted(PAGE);
    } catch {
      failed.current();
    }
  }, []);
  useEffect(() => {
    const { current: element } = frame;
    const page = element?.contentDocument;
    // The initial empty document has no policy.
    if (!element || !page?.querySelector('meta[http-equiv="Content-Security-Policy"]')) return undefined;
    const attempt = (run: () => void) => {
      try {
        run();
      } catch {
        failed.current();
      }
    };
    const refit = () => attempt(() => fit(element, page));
    attempt(() => fill(page, preview, getComputedStyle(element).color));
    refit();
    // Images load after the document is filled.
    page.addEventListener('load', refit, true);
    let width = element.parentElement?.clientWidth;
    let requestedWidth = 0;
    const sizes = new ResizeObserver(() => {
      if (element.parentElement?.clientWidth === width) return;
      width = element.parentElement?.clientWidth;
      cancelAnimationFrame(requestedWidth);
      requestedWidth = requestAnimationFrame(refit);
    });
    if (element.parentElement) sizes.observe(element.parentElement);
    return () => {
      sizes.disconnect();
      cancelAnimationFrame(requestedWidth);
      page.removeEventListener('load', refit, true);
    };
  }, [preview, loads]);
  return (
    <iframe
      {...part('preview-frame')}
      ref={frame}
      title={title}
      sandbox={SANDBOX}
      referrerPolicy="no-referrer"
      tabIndex={-1}
      data-colored={preview.colored || undefined}
      onLoad={() => setLoads((count) => count + 1)}
    />
  );
}
