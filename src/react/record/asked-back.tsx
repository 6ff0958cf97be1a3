import type { ReactNode } from 'react';
import type { Exchange } from '../../core/answer/types.js';
import { cleanText } from '../../core/clean.js';
import type { AskUserLaterMessages } from '../../messages/lazy-types.js';
import type { DialogMessages } from '../../messages/types.js';
import { part } from '../dialog/anatomy.js';
import type { RenderText } from '../dialog/context.js';
import { ReadOnlyText } from '../dialog/parts/quoted.js';
import { getClampLabels } from '../text/clamp-words.js';
import { rendered } from '../text/render-text.js';

export interface AskedBackProps {
  exchange: Exchange;
  messages: DialogMessages & AskUserLaterMessages;
  renderText: RenderText | undefined;
}

/** Renders `<dd>` elements with what the user asked the agent, and the reply. */
export function AskedBack({ exchange: { text, reply, isCut }, messages, renderText }: AskedBackProps): ReactNode {
  const labels = getClampLabels(messages);
  const shown = cleanText(reply ?? '', { lines: true });
  return (
    <>
      <dd {...part('review-answer')}>
        <ReadOnlyText text={messages.quote(cleanText(text, { lines: true }))} labels={labels} />
      </dd>
      {reply === undefined ? (
        <dd {...part('hint')}>{messages.askBackFailed}</dd>
      ) : (
        <dd {...part('review-notes')}>
          <span {...part('hidden')}>{messages.askBackReplied('')}</span>
          <ReadOnlyText text={shown} labels={labels}>
            <bdi>{rendered(renderText, 'reply', shown)}</bdi>
          </ReadOnlyText>
        </dd>
      )}
      {isCut && <dd {...part('hint')}>{messages.askBackCut}</dd>}
    </>
  );
}
