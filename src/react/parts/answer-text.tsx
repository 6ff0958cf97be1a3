'use client';
import type { Answer } from '../../core/answer/types.js';
import { part } from '../anatomy.js';
import { useAskUserContext } from '../context.js';

/** One answer, as Review and the settled card show it: what was chosen, the user's own words, the note. */
export function AnswerText({ answer }: { answer: Answer }) {
  const { messages } = useAskUserContext('Review');
  const { selected, custom, notes, skipped } = answer;
  const labels = selected.map(({ label }) => label);
  return (
    <>
      {skipped && <dd {...part('review-answer')}>{messages.skipped}</dd>}
      {labels.length > 0 && (
        <dd {...part('review-answer')}>
          <bdi>{messages.list(labels)}</bdi>
        </dd>
      )}
      {custom !== undefined && (
        <dd {...part('review-answer')}>
          <bdi>{messages.quote(custom)}</bdi>
        </dd>
      )}
      {notes !== undefined && (
        <dd {...part('review-notes')}>
          <bdi>{notes}</bdi>
        </dd>
      )}
    </>
  );
}
