'use client';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { allowsOther, offersAll, offersFilter } from '../../../core/flow/selectors.js';
import { hiddenBy } from '../../../core/flow/filter.js';
import { withLaterMessages } from '../../../messages/en-later.js';
import { filterProps, selectable, selectAll } from '../../engine/filter-options.js';
import { QUIET_MS } from '../../text/use-count.js';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useFiltered } from '../use-draft.js';
import { ActionButton } from './button.js';

/** The filter and the buttons of a long list. */
export function OptionToolsContent(): ReactNode {
  const { question } = useAskQuestion();
  return (
    <>
      {offersFilter(question) && <FilterField />}
      {offersAll(question) && <AllButtons />}
    </>
  );
}

function FilterField() {
  const ask = useAskQuestion();
  const { ids, question, index, engine } = ask;
  const messages = withLaterMessages(ask.messages);
  const field = useRef<HTMLInputElement>(null);
  const filter = useFiltered(ask, (_, current) => current(), null);
  const { text = '', hidden } = filter ?? {};
  const total = question.options.length;
  const count = messages.filterCount(total - (hidden?.size ?? 0), total);
  const nothing = hiddenBy(question, text).size === total && messages.filterNone(allowsOther(question));
  const line = nothing || count;

  const announced = useRef(text);
  useEffect(() => {
    if (announced.current === text) return undefined;
    const timer = setTimeout(() => {
      announced.current = text;
      engine.announce(line);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [engine, text, line]);

  const list = () => field.current?.closest(PANEL)?.querySelector<HTMLElement>(SCROLLER);
  useLayoutEffect(() => {
    const scroller = list();
    if (scroller && text) scroller.scrollTop = 0;
    else if (scroller) scroller.style.minBlockSize = '';
  }, [text]);

  const { onChange, ...ours } = filterProps(engine, question, index, text);
  return (
    <>
      <input
        {...ours}
        autoCapitalize="none"
        spellCheck={false}
        aria-label={messages.filter}
        placeholder={messages.filter}
        aria-describedby={text ? ids('filter-count', index) : undefined}
        {...part('filter', { className: 'au-field' })}
        onChange={(event) => {
          const scroller = list();
          // The list stays as high as it was, so that nothing below it moves while the user types.
          if (scroller && !text) scroller.style.minBlockSize = getComputedStyle(scroller).blockSize;
          onChange(event);
        }}
        ref={field}
      />
      <span {...part('filter-count')} id={ids('filter-count', index)}>
        {text ? count : ''}
      </span>
      {nothing && <p {...part('hint')}>{nothing}</p>}
    </>
  );
}

function AllButtons() {
  const ask = useAskQuestion();
  const { store, intents, question, index, engine } = ask;
  const messages = withLaterMessages(ask.messages);
  // Both values change with the selection and with the filter.
  const adds = useFiltered(ask, () => selectable(engine, question, index).length);
  const left = useFiltered(
    ask,
    ({ selected }, filter) => question.options.length - (filter()?.hidden.size ?? 0) - selected.length,
  );
  const selected = useFiltered(ask, (draft) => draft.selected.length);
  const other = useFiltered(ask, (draft) => draft.other);
  const announce = () => {
    const draft = store.getState().drafts[index];
    if (draft) engine.announce(messages.selectedCount(draft.selected.length + Number(draft.other)));
  };
  const add = () => {
    if (adds === 0) return;
    selectAll(engine, question, index);
    announce();
  };
  const clear = () => {
    if (selected === 0 && !other) return;
    intents.clear(question.id);
    announce();
  };
  return (
    <div {...part('question-actions')}>
      <ActionButton act={add} {...(adds === 0 && OFF)}>
        {adds > 0 && adds < left
          ? messages.selectMore(adds)
          : messages.selectAll(left + selected || question.options.length)}
      </ActionButton>
      <ActionButton act={clear} {...(selected === 0 && !other && OFF)}>
        {messages.clear}
      </ActionButton>
    </div>
  );
}

const OFF = { 'aria-disabled': true };
const PANEL = '[data-ask-user="panel"]';
const SCROLLER = '[data-ask-user="scroller"]';
