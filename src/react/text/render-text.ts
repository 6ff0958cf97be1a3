import type { ReactNode } from 'react';
import type { RenderText, TextContext } from '../dialog/context.js';

/** Returns a text as the host renders it, or as it is. */
export const rendered = (render: RenderText | undefined, kind: TextContext['kind'], text: string): ReactNode =>
  render ? render(text, { kind }) : text;
