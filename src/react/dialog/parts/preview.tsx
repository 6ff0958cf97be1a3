'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { useAskQuestion } from '../context.js';
import { hasPreviews, previewOf } from '../../text/option-display.js';
import { cleanText, isEmpty } from '../../../core/clean.js';
import { EnteredTexts } from './copyable.js';

/** Props of `AskUser.Preview`. */
export interface AskUserPreviewProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {}

/**
 * Renders a `<div>` with the preview of one option: the focused one, else a selected one, else the one that had focus
 * last. Renders `null` if no option has a preview. Place it inside `AskUser.OptionsArea`.
 */
export const Preview = forwardRef<HTMLDivElement, AskUserPreviewProps>(function Preview(props, ref) {
  const { question } = useAskQuestion();
  const needed = hasPreviews(question);
  const later = useLater(laterCard, needed);
  if (!needed) return null;
  if (later) return <later.PreviewPane {...props} ref={ref} />;
  const texts = question.options.map((_, at) => cleanText(previewOf(question, at), { lines: true }));
  return (
    <div {...part('preview', props)} ref={ref}>
      {later === null && (
        <div {...part('preview-text')}>
          <EnteredTexts texts={texts.filter((text) => !isEmpty(text))} />
        </div>
      )}
    </div>
  );
});
