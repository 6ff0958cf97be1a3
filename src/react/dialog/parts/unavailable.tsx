import type { ReactNode } from 'react';
import type { AskUserState } from '../../../core/flow/types.js';
import { getSettledKey } from '../../../messages/asker.js';
import { enFirst } from '../../../messages/en-first.js';
import type { AskUserMessages } from '../../../messages/types.js';
import { withAsker } from '../../text/asker.js';
import { getEnteredTexts } from '../../text/entered.js';
import { part } from '../anatomy.js';
import type { AskUserContextValue } from '../context.js';
import { UnsentTexts } from './copyable.js';

/**
 * Renders what takes the place of a card that could not be rendered. Does not use the host's components or render
 * functions, because one of them may have failed. Falls back to English if the host's messages cause an error.
 */
export function Unavailable({ ask, state }: { ask: AskUserContextValue; state: AskUserState }): ReactNode {
  const { messages, ids, card, dir } = ask;
  const { phase, result, settledExternally } = state;
  const sending = phase === 'submitting';
  const status = phase === 'settled' && result ? getSettledKey(result) : 'unavailable';
  // A user who answers, cancels or declines leaves nothing unused.
  const isUnused = !sending && (phase !== 'settled' || settledExternally);
  const write = (texts: AskUserMessages) => (
    <div {...part('card')} role="group" aria-labelledby={ids('title')} dir={dir} data-phase="settled" ref={card}>
      <div {...part('settled')} data-status={sending ? undefined : status}>
        <p {...part('title')} id={ids('title')} tabIndex={-1}>
          {sending ? texts.sending : withAsker(texts.settled[status], messages)}
        </p>
        {isUnused && <UnsentTexts texts={getEnteredTexts(state, texts).flat()} messages={texts} />}
      </div>
    </div>
  );
  try {
    return write(messages);
  } catch {
    return write(enFirst);
  }
}
