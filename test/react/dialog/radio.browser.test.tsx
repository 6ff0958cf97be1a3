import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import type { SyntheticEvent } from 'react';
import { describe, expect, it } from 'vitest';
import { AskUser, AskUserDialog } from '../../../src/react/index.js';
import {
  ask,
  button,
  chosen,
  cleanUpAfterEach,
  click,
  focused,
  frame,
  heading,
  radio,
} from '../../helpers/browser/card.js';
import { keyDown, keyUp, press } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const stops = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>('[role="radiogroup"], [role="radio"]')].flatMap((one) =>
    one.tabIndex === 0 ? [one.id || (one.getAttribute('role') ?? '')] : [],
  );

describe('the tab stop of a radio group', () => {
  it('is its first radio in server-rendered HTML [R-SINGLE]', () => {
    const container = document.createElement('div');
    container.innerHTML = renderToString(<AskUserDialog questions={[DATABASE]} />);
    expect(stops(container)).toEqual([container.querySelector('[role="radio"]')?.id]);
  });

  it('is the selected radio, and the first one again after the answer is cleared [R-SINGLE]', async () => {
    const { container } = ask([DATABASE]);
    expect(stops(container)).toEqual([radio('PostgreSQL').id]);
    await mouseClick(radio('MongoDB'));
    expect(stops(container)).toEqual([radio('MongoDB').id]);
    await press('ArrowUp');
    expect([stops(container), focused()]).toEqual([[radio('SQLite').id], 'control SQLite']);
    await press('0');
    expect(stops(container)).toEqual([radio('Other').id]);
    await click(button('Clear answer'));
    expect(stops(container)).toEqual([radio('PostgreSQL').id]);
  });

  it('is reached by Tab and Shift+Tab, and is the only one of its group [R-SINGLE]', async () => {
    ask([DATABASE]);
    await mouseClick(radio('SQLite'));
    await press('Tab');
    const after = focused();
    expect(after).not.toContain('control');
    await press('Tab', { shift: true });
    expect(focused()).toBe('control SQLite');
    await press('Tab', { shift: true });
    expect(focused()).not.toContain('control');
  });
});

describe('a radio that receives focus', () => {
  it('is not selected by an arrow that was pressed elsewhere and is still down [R-SINGLE]', async () => {
    ask([DATABASE]);
    button('Before').focus();
    await keyDown('ArrowDown');
    radio('SQLite').focus();
    await frame();
    await keyUp('ArrowDown');
    expect([chosen(), focused()]).toEqual([[], 'control SQLite']);
    heading(/Which database/).focus();
    radio('MongoDB').focus();
    expect(chosen()).toEqual([]);
  });

  it('calls each handler of the host once, with an event that is not prevented [R-SINGLE]', async () => {
    const seen: string[] = [];
    const see = ({ type, defaultPrevented, target }: SyntheticEvent) => {
      const of = target instanceof HTMLElement ? target.closest('[data-ask-user]')?.getAttribute('data-ask-user') : '';
      seen.push(`${type} ${of} ${defaultPrevented}`);
    };
    const handlers = { onFocus: see, onMouseDown: see, onClick: see };
    ask([DATABASE], {
      around: (inner) => <form {...handlers}>{inner}</form>,
    });
    await mouseClick(radio('SQLite'));
    await frame();
    expect(seen).toEqual(['mousedown control false', 'focus control false', 'click control false']);
    expect([chosen(), focused()]).toEqual([['SQLite'], 'control SQLite']);
  });

  it('shows the event of a press as not prevented to the row of the host around it, too [R-SINGLE]', async () => {
    const seen: string[] = [];
    const see = ({ type, defaultPrevented }: SyntheticEvent) => void seen.push(`${type} ${defaultPrevented}`);
    render(
      <AskUser.Root questions={[DATABASE]}>
        <AskUser.Card>
          <AskUser.Questions>
            {(_, index) => (
              <AskUser.Question index={index}>
                <AskUser.Prompt />
                <AskUser.Options>
                  {(option) => (
                    <AskUser.Option key={option} option={option} onFocus={see} onMouseDown={see} onClick={see} />
                  )}
                </AskUser.Options>
              </AskUser.Question>
            )}
          </AskUser.Questions>
        </AskUser.Card>
      </AskUser.Root>,
    );
    await mouseClick(radio('SQLite'));
    expect(seen).toEqual(['mousedown false', 'focus false', 'click false']);
    expect(chosen()).toEqual(['SQLite']);
  });
});
