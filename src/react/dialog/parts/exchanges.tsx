'use client';
import { forwardRef, useContext, useEffect, useRef } from 'react';
import { cleanText, excerpt } from '../../../core/clean.js';
import { offersAskBack } from '../../../core/flow/selectors.js';
import type { AskUserStore } from '../../../core/flow/store.js';
import type { Exchange } from '../../../core/flow/types.js';
import { codePointLength, isBlank } from '../../../core/guards.js';
import { withLaterMessages } from '../../../messages/en-later.js';
import { fieldProps } from '../../engine/props.js';
import { useFlowState, useFlowValue } from '../../flow/use-flow-value.js';
import { textDirection } from '../../text/field-props.js';
import { part } from '../anatomy.js';
import { RenderTextContext, useAskQuestion, type QuestionContextValue } from '../context.js';
import { createIdSet, useHasId, type IdSet } from '../id-set.js';
import { useDraft } from '../use-draft.js';
import { useOverflow } from '../use-overflow.js';
import type { AskUserAskAboutProps, AskUserAskBackProps } from './ask-back.js';
import { ActionButton } from './button.js';
import { rendered } from '../../text/render-text.js';

/** Questions whose field the user has opened. */
const openedIn = new WeakMap<AskUserStore, IdSet>();

function openedOf(store: AskUserStore): IdSet {
  const opened = openedIn.get(store) ?? createIdSet();
  openedIn.set(store, opened);
  return opened;
}

const useIsOpen = (ask: QuestionContextValue): boolean => {
  const hasText = useDraft(ask, ({ askBack }) => askBack !== undefined);
  return useHasId(openedOf(ask.store), ask.question.id) || hasText;
};

/** Opens the field, and focuses it once `change` is done. */
const openField = ({ engine, ids, store, question, index }: QuestionContextValue, change?: () => void) =>
  engine.act(
    () => {
      openedOf(store).set(question.id);
      change?.();
    },
    () => ids('ask-back', index),
  );

export const OpenAskBack = forwardRef<HTMLButtonElement, AskUserAskAboutProps>(function OpenAskBack(props, ref) {
  const ask = useAskQuestion();
  const isFull = useDraft(ask, ({ exchanges }, { options }) => exchanges?.length === options.askBack?.limits.exchanges);
  const isOpen = useIsOpen(ask);
  const asks = useFlowValue(ask.store, (state) => offersAskBack(ask.question, state));
  if (!asks) return <DiscussThis {...props} ref={ref} />;
  if (isOpen || isFull) return null;
  return (
    <ActionButton id={ask.ids('ask-about', ask.index)} act={() => openField(ask)} {...props} ref={ref}>
      {props.children ?? withLaterMessages(ask.messages).askBack}
    </ActionButton>
  );
});

const DiscussThis = forwardRef<HTMLButtonElement, AskUserAskAboutProps>(function DiscussThis(props, ref) {
  const { host, intents, messages, question } = useAskQuestion();
  // The code that lets the host reply may not be loaded yet.
  if (host().onAskBack) return null;
  return (
    <ActionButton act={() => intents.discuss(undefined, question.id)} {...props} ref={ref}>
      {props.children ?? withLaterMessages(messages).discussThis}
    </ActionButton>
  );
});

export const Exchanges = forwardRef<HTMLDivElement, AskUserAskBackProps>(function Exchanges(props, ref) {
  const ask = useAskQuestion();
  const exchanges = useDraft(ask, (draft) => draft.exchanges);
  const isOpen = useIsOpen(ask);
  useAnnouncements(ask, exchanges);
  if (!isOpen && !exchanges) return null;
  return (
    <div {...part('ask-back', props)} ref={ref}>
      {exchanges && <Thread exchanges={exchanges} />}
      {isOpen && <AskBackField />}
    </div>
  );
});

/** Announces how an exchange ended while the card was shown. */
function useAnnouncements({ engine, messages }: QuestionContextValue, exchanges: readonly Exchange[] = []): void {
  const before = useRef(exchanges);
  useEffect(() => {
    const waited = before.current.filter(({ status }) => status === 'waiting');
    before.current = exchanges;
    const ended = exchanges.find(({ key, status }) => status !== 'waiting' && waited.some((one) => one.key === key));
    if (!ended) return;
    const { askBackFailed, askBackReplied } = withLaterMessages(messages);
    engine.announce(ended.reply === undefined ? askBackFailed : askBackReplied(excerpt(ended.reply)));
  }, [engine, messages, exchanges]);
}

function Thread({ exchanges }: { exchanges: readonly Exchange[] }) {
  const { messages, ids, index } = useAskQuestion();
  const field = ids('ask-back', index);
  const box = useRef<HTMLDivElement>(null);
  const long = useOverflow(box, exchanges);
  useEffect(() => {
    const { current } = box;
    const last = current?.lastElementChild;
    // The start of the latest exchange, whose reply may be long.
    if (current && last) current.scrollTop += last.getBoundingClientRect().top - current.getBoundingClientRect().top;
    // The user may wait in the field, below the reply.
    const page = current?.getRootNode() as Partial<Document> | undefined;
    if (page?.activeElement?.id === field) current?.scrollIntoView?.({ block: 'nearest' });
  }, [exchanges, field]);
  // Some browsers scroll an element by keyboard only if it is a tab stop.
  const scroller = long && {
    'data-long': '',
    role: 'group',
    tabIndex: 0,
    'aria-label': withLaterMessages(messages).askedBack,
  };
  return (
    <div {...scroller} {...part('exchanges')} ref={box}>
      {exchanges.map((exchange) => (
        <OneExchange key={exchange.key} {...{ exchange }} />
      ))}
    </div>
  );
}

function OneExchange({ exchange: { key, text, status, reply = '', isCut } }: { exchange: Exchange }) {
  const ask = useAskQuestion();
  const { intents, question, store } = ask;
  const isOffered = useFlowState(store, (state) => offersAskBack(question, state));
  const messages = withLaterMessages(ask.messages);
  const renderText = useContext(RenderTextContext);
  const shown = cleanText(reply, { lines: true });
  return (
    <div {...part('exchange')} data-status={status}>
      <p {...part('hint')}>
        <bdi translate="no">{messages.quote(cleanText(text, { lines: true }))}</bdi>
      </p>
      {status === 'waiting' && <p {...part('hint')}>{messages.askBackWaiting}</p>}
      {status === 'failed' && (
        <p {...part('hint')}>
          <span>{messages.askBackFailed}</span>
          {isOffered && (
            <ActionButton act={() => openField(ask, () => intents.askBack(question.id, key))}>
              {messages.retry}
            </ActionButton>
          )}
        </p>
      )}
      {status === 'replied' && (
        <>
          <span {...part('hidden')}>{messages.askBackReplied('')}</span>
          <div {...part('reply')} dir="auto">
            {rendered(renderText, 'reply', shown)}
          </div>
        </>
      )}
      {isCut && <p {...part('hint')}>{messages.askBackCut}</p>}
    </div>
  );
}

/** Closes the empty field, and moves the focus to the button that opens it. */
function closeField({ engine, ids, intents, store, question, index }: QuestionContextValue): void {
  engine.act(
    () => {
      openedOf(store).set(question.id, false);
      intents.setAskBack(question.id, '');
    },
    () => ids('heading', index),
  );
  // There is no button if the host renders none, or if no further exchange fits.
  engine.focus(ids('ask-about', index));
}

function AskBackField() {
  const ask = useAskQuestion();
  const { store, ids, question, index, engine, intents } = ask;
  const messages = withLaterMessages(ask.messages);
  const text = useDraft(ask, ({ askBack = '' }) => askBack);
  const isLocked = useDraft(ask, (_, { phase }) => phase === 'submitting');
  const canSend = useFlowState(store, (state) => state.options.askBack?.canAsk(state, index) === true);
  const limit = useDraft(ask, (_, { options }) => options.askBack?.limits.question ?? Infinity);
  const length = codePointLength(text);
  const isTooLong = length > limit;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    const close = () => closeField(ask);
    // Escape in the empty field.
    current?.addEventListener('cancel', close);
    return () => current?.removeEventListener('cancel', close);
  }, [ask]);
  return (
    <div {...part('notes')}>
      <label {...part('notes-label')} htmlFor={ids('ask-back', index)}>
        {messages.askBackField}
      </label>
      <textarea
        {...part('field')}
        {...fieldProps(engine, question, index, 'ask-back', isLocked)}
        rows={1}
        dir={textDirection(text)}
        aria-describedby={isTooLong ? ids('ask-back-rule', index) : undefined}
        data-over={isTooLong ? '' : undefined}
        data-empty={isBlank(text) ? '' : undefined}
        value={text}
        ref={field}
      />
      {isTooLong && (
        <p {...part('counter')} id={ids('ask-back-rule', index)} data-over="">
          {messages.askBackTooLong(length, limit)}
        </p>
      )}
      <ActionButton variant="secondary" isOff={!canSend} act={() => openField(ask, () => intents.askBack(question.id))}>
        {messages.askBackSend}
      </ActionButton>
    </div>
  );
}
