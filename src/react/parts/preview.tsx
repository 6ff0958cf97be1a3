'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useLaterChunk } from '../chunks.js';
import { useAskQuestion } from '../context.js';
import { hasPreviews, previewOf } from '../option-facts.js';
import { cleanText } from '../text/clean.js';
import { Entered } from './copyable.js';

export interface AskUserPreviewProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {}

/**
 * What the option that has the focus, or is chosen, would come to. There from the start, so that nothing moves while
 * the options are walked.
 * Renders a `<div role="group">`, or nothing where no option has a preview.
 */
export const Preview = forwardRef<HTMLDivElement, AskUserPreviewProps>(function Preview(props, ref) {
  const { question } = useAskQuestion();
  const needed = hasPreviews(question);
  const later = useLaterChunk(needed);
  if (!needed) return null;
  // Its room, so that nothing moves when it is drawn.
  if (later) return <later.PreviewPane {...props} ref={ref} />;
  return (
    <div {...part('preview')} {...props} ref={ref}>
      {later === null && (
        <div {...part('preview-text')}>
          <Entered texts={question.options.map((_, at) => cleanText(previewOf(question, at), { lines: true }))} />
        </div>
      )}
    </div>
  );
});
