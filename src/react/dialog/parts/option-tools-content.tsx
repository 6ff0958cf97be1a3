'use client';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { allowsOther, offersAll, offersFilter } from '../../../core/flow/selectors.js';
import { hiddenBy } from '../../../core/flow/filter.js';
import { withLaterMessages } from '../../../messages/en-later.js';
import { filterProps, selectable, selectAll } from '../../engine/filter-options.js';
import { QUIET_MS } from '../../text/count.js';
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
  const adds = () => selectable(engine, question, index).length;
  // Primitives, so that a selection renders the buttons only if they change.
  const canAdd = useFiltered(ask, () => adds() > 0);
  const label = useFiltered(ask, ({ selected }, filter) => {
    const shown = question.options.length - (filter()?.hidden.size ?? 0);
    const count = adds();
    return count > 0 && count < shown - selected.length
      ? messages.selectMore(count)
      : messages.selectAll(shown || question.options.length);
  });
  const canClear = useFiltered(ask, ({ selected, other }) => selected.length > 0 || other);
  const announce = () => {
    const draft = store.getState().drafts[index];
    if (draft) engine.announce(messages.selectedCount(draft.selected.length + Number(draft.other)));
  };
  const add = () => {
    selectAll(engine, question, index);
    announce();
  };
  const clear = () => {
    intents.clear(question.id);
    announce();
  };
  return (
    <div {...part('question-actions')}>
      <ActionButton act={add} isOff={!canAdd}>
        {label}
      </ActionButton>
      <ActionButton act={clear} isOff={!canClear}>
        {messages.clear}
      </ActionButton>
    </div>
  );
}

const PANEL = '[data-ask-user="panel"]';
const SCROLLER = '[data-ask-user="scroller"]';
