'use client';
import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { EMPTY_DRAFT } from '../../../core/flow/empty-draft.js';
import { answeredCount, questionStatus } from '../../../core/flow/selectors.js';
import { shortName } from '../../../messages/labels.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowState } from '../../flow/use-flow-value.js';
import { DOUBLE_MS, hasModifier, isCharacter } from '../../keys/key-events.js';

/*
 * A listbox: its options contain only text, and one is selected, the shown question. In a menu, screen readers would call
 * that one "checked", which sounds like an answer. A list of buttons would be up to 100 tab stops. Moving the focus in the
 * list does not select, so that no question is rendered on the way.
 */
export function QuestionList({ close }: { close: () => void }): ReactNode {
  const { store, ids, messages, engine } = useAsk();
  const state = useFlowState(store, (now) => now);
  const { request, drafts, missing, active } = state;
  const answered = answeredCount(state);
  const element = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const count = request.questions.length;

  useLayoutEffect(() => {
    const { current: list } = element;
    const page = list?.getRootNode() as Document | undefined;
    const button = page?.getElementById(ids('list-button'));
    const focused = page?.activeElement ?? null;
    // The user may have gone on while the list was loading. Safari does not focus a button on click.
    const isElsewhere = focused && focused !== button && focused !== focused.ownerDocument.body;
    if (!list || !button || (isElsewhere && !list.contains(focused))) return close();
    const shown = list.children[store.getState().active] as HTMLElement | undefined;
    shown?.focus({ preventScroll: true });
    shown?.scrollIntoView?.({ block: 'nearest' });
    // The press must not close the list, because its click would open it again.
    const onMouseDown = (event: Event) => event.preventDefault();
    const onClick = (event: Event) => {
      event.stopPropagation();
      button.focus();
      close();
    };
    button.addEventListener('mousedown', onMouseDown);
    button.addEventListener('click', onClick);
    return () => {
      button.removeEventListener('mousedown', onMouseDown);
      button.removeEventListener('click', onClick);
    };
    // Only when the list opens and closes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    const { activeElement = null } = currentTarget.getRootNode() as Partial<Document>;
    // If only the window has lost the focus, the element keeps it.
    if (!currentTarget.contains(relatedTarget) && !currentTarget.contains(activeElement)) close();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, currentTarget, target, timeStamp } = event;
    if (hasModifier(event) || key === 'Tab') return;
    const rows = [...currentTarget.children] as HTMLElement[];
    const at = rows.indexOf(target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count }[key];
    const { text, at: before } = typed.current;
    const isNext = timeStamp - before < DOUBLE_MS;
    const isTyped = isCharacter(key) && (key !== ' ' || (isNext && text !== ''));
    if (key === 'Enter' || (key === ' ' && !isTyped)) {
      if (!event.repeat) rows[at]?.click();
    } else if (to !== undefined) rows[to]?.focus();
    else if (isTyped) {
      // The first letter leaves the focused row, and further ones may stay there.
      const all = (isNext ? text : '') + key.toLowerCase();
      typed.current = { text: all, at: timeStamp };
      const from = all.length === 1 ? at + 1 : at;
      const order = [...rows.slice(from), ...rows.slice(0, from)];
      order.find(({ textContent }) => startsWith(textContent ?? '', all))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The keys are those of the list.
  /* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
  const row = (index: number, number: string, name: string, status: string | undefined, data: object) => (
    <div
      key={index}
      role="option"
      tabIndex={index === active ? 0 : -1}
      aria-selected={index === active}
      data-state={index === active ? 'active' : 'inactive'}
      {...data}
      {...part('tab')}
      onClick={() => {
        // The focus stays there if the host refuses the step.
        engine.focus(ids('list-button'));
        engine.goTo(index);
      }}
    >
      {number}
      <bdi>{name}</bdi>
      {status && ' '}
      {status && <span {...part('hint')}>{status}</span>}
    </div>
  );

  return (
    <div
      role="listbox"
      aria-label={messages.tabs}
      // In Firefox, the box itself would be a tab stop.
      tabIndex={-1}
      {...part('question-list')}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      ref={element}
    >
      {request.questions.map((question, index) => {
        const status = questionStatus(question, drafts[index] ?? EMPTY_DRAFT, missing.includes(index));
        return row(index, `${index + 1}. `, shortName(question, index, messages), status && messages[status], {
          'data-answered': status === 'answered' ? '' : undefined,
          'data-missing': status === 'missing' || status === 'invalid' ? '' : undefined,
        });
      })}
      {row(count, '', messages.review, messages.answeredOf(answered, count), {
        'data-review': '',
        'data-answered': answered === count ? '' : undefined,
      })}
    </div>
  );
}

/** Whether the text of a row starts with what was typed, with or without its number. */
function startsWith(text: string, typed: string): boolean {
  const name = text.toLowerCase();
  return name.startsWith(typed) || name.replace(/^\d+\. /, '').startsWith(typed);
}
