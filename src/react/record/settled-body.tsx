import { useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import type { AskUserResult } from '../../core/answer/types.js';
import { createExchangeKey } from '../../core/flow/exchange-key.js';
import { getLateAnswers } from '../../core/flow/late-answers.js';
import { getExchanges } from '../../core/flow/selectors.js';
import { getSettledKey } from '../../messages/asker.js';
import { withLaterMessages } from '../../messages/en-later.js';
import { part } from '../dialog/anatomy.js';
import { RenderTextContext, useAsk } from '../dialog/context.js';
import { isFailure } from './is-failure.js';
import type { OnLateAnswers } from './late-answers.js';
import { RecordBody, type RecordBodyProps } from './record-body.js';

interface SettledBodyProps extends Pick<RecordBodyProps, 'answers' | 'unsent'> {
  result: AskUserResult;
}

/** Renders the content of a settled card below its title. */
export function SettledBody({ result, answers, unsent }: SettledBodyProps): ReactNode {
  const { store, ids, messages } = useAsk();
  const renderText = useContext(RenderTextContext);
  const state = store.getState();
  const { request, settledExternally } = state;
  const status = getSettledKey(result);
  return (
    <>
      <RecordBody
        status={status}
        questions={request.questions}
        answers={answers}
        reason={(settledExternally || status === 'discussed') && 'reason' in result ? result.reason : undefined}
        about={result.status === 'declined' ? result.about : undefined}
        exchanges={getExchanges(state).filter(({ reply }) => reply !== undefined || !settledExternally)}
        unsent={unsent}
        messages={messages}
        titleId={ids('title')}
        renderText={renderText}
      />
      <SendLate />
    </>
  );
}

/** Offers to send what was entered as a message, because the agent does not wait, and its request has ended. */
function SendLate(): ReactNode {
  const { store, host, engine, ...ask } = useAsk();
  const messages = withLaterMessages(ask.messages);
  const { onLateAnswers } = host() as { onLateAnswers?: OnLateAnswers };
  const [phase, setPhase] = useState<'open' | 'sending' | 'failed' | 'sent'>('open');
  const [key] = useState(createExchangeKey);
  const sent = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasFocused = useRef(false);
  useEffect(() => {
    if (phase === 'sent' && wasFocused.current) sent.current?.focus();
    else if (phase === 'sent') engine.announce(messages.sentLate);
    if (phase === 'failed') engine.announce(messages.failed('answered'), true);
    // New `messages` do not rerun this.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [phase, engine]);

  const { request } = store.getState();
  const late = getLateAnswers(store.getState());
  if (!onLateAnswers || !late) return null;

  async function send(): Promise<void> {
    if (!onLateAnswers || !late || phase === 'sending') return;
    setPhase('sending');
    try {
      const outcome: unknown = await onLateAnswers({ key, request, ...late });
      // The button is removed.
      wasFocused.current = button.current?.matches(':focus') === true;
      setPhase(isFailure(outcome) ? 'failed' : 'sent');
    } catch {
      setPhase('failed');
    }
  }

  if (phase === 'sent')
    return (
      <p {...part('hint')} tabIndex={-1} ref={sent}>
        {messages.sentLate}
      </p>
    );
  const hasFailed = phase === 'failed';
  return (
    <div {...part(hasFailed ? 'error' : 'hint')}>
      {hasFailed && <div>{messages.failed('answered')}</div>}
      <button
        {...part('change')}
        type="button"
        aria-disabled={phase === 'sending' || undefined}
        onClick={() => void send()}
        ref={button}
      >
        {phase === 'sending' ? messages.sending : messages.sendLate}
      </button>
    </div>
  );
}
