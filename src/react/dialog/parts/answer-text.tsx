import type { ReactNode } from 'react';
import { mayStayBlank } from '../../../core/answer/constraints.js';
import type { Answer } from '../../../core/answer/types.js';
import type { Question } from '../../../core/question/types.js';
import { part } from '../anatomy.js';
import type { RenderText } from '../context.js';
import type { AskUserMessages } from '../../../messages/types.js';
import type { AskUserLaterMessages } from '../../../messages/lazy-types.js';
import { getClampLabels } from '../../text/clamp-words.js';
import { cleanText } from '../../../core/clean.js';
import { labelOf, shownText } from '../../../messages/labels.js';
import { ReadOnlyText } from './quoted.js';
import { rendered } from '../../text/render-text.js';

export interface AnswerTextProps {
  answer: Answer;
  /** Question of the answer. `undefined` if the request or record does not contain it. */
  question: Question | undefined;
  messages: AskUserMessages & AskUserLaterMessages;
  renderText: RenderText | undefined;
}

export function AnswerText({ answer, question, messages, renderText }: AnswerTextProps): ReactNode {
  const { selected, custom, notes, recommended, skipped } = answer;
  const labels = selected.map(({ index, label }) => {
    if (question?.options[index]?.label !== label) return cleanText(label);
    const { name, short = name } = labelOf(question, index, messages);
    // A badge shows that the user accepted the recommendation. Otherwise, the label is shown as it was answered.
    return recommended ? short : name;
  });
  const clampLabels = getClampLabels(messages);
  return (
    <>
      {skipped && (
        <dd {...part('review-answer')} data-skipped="">
          {question && mayStayBlank(question) ? messages.leftBlank : messages.skipped}
        </dd>
      )}
      {labels.length > 0 && (
        <dd {...part('review-answer')} data-recommended={recommended && ''}>
          <ReadOnlyText text={labels.join('; ')} labels={clampLabels}>
            {renderList(labels, messages)}
          </ReadOnlyText>
          {recommended && (
            <>
              {' '}
              <span {...part('badge')}>{messages.recommended}</span>
            </>
          )}
        </dd>
      )}
      {custom !== undefined && (
        <dd {...part('review-answer')}>
          <ReadOnlyText text={messages.quote(shownText(question, custom))} labels={clampLabels} />
        </dd>
      )}
      {notes !== undefined && (
        <dd {...part('review-notes')}>
          <ReadOnlyText text={notes} labels={clampLabels}>
            <bdi translate="no">{rendered(renderText, 'notes', notes)}</bdi>
          </ReadOnlyText>
        </dd>
      )}
    </>
  );
}

/** Puts each label into a separate `<bdi>`, so that its text direction does not affect the next label. */
const renderList = (labels: readonly string[], { list }: AskUserLaterMessages): ReactNode[] =>
  list(labels.map((_, index) => `{${index}}`))
    .split(/\{(\d+)\}/)
    .map((text, at) => (at % 2 ? <bdi key={at}>{labels[Number(text)]}</bdi> : text && <span key={at}>{text}</span>));
