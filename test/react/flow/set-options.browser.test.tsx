import { render } from '@testing-library/react';
import { useEffect } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useAskUser, type StateReducer } from '../../../src/react/index.js';
import type { Allow } from '../../../src/react/hook.js';
import { askUser } from '../../../src/dialects/index.js';
import { ask, button, cleanUpAfterEach } from '../../helpers/browser/card.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const spy = () => vi.fn<StateReducer>((_, { changes }) => changes);
const actions = (stateReducer: ReturnType<typeof spy>) => stateReducer.mock.calls.map(([, { action }]) => action);

describe.each([false, true])('options that a host changes (StrictMode %s)', (strict) => {
  it('reach `stateReducer` once as `setOptions`, and never as a new request', () => {
    const stateReducer = spy();
    const { update } = ask([NAME], { strict, requestId: 'r1', stateReducer });
    expect(actions(stateReducer)).toEqual([]);
    update([NAME], { allow: { skip: true }, softLimit: 3 });
    const options = { softLimit: 3, confirmCancel: 'auto', allow: { skip: true } };
    expect(actions(stateReducer)).toEqual([{ type: 'setOptions', options }]);
    expect(button('Skip')).toBeVisible();
    update([NAME], { allow: { skip: true }, softLimit: 3, messages: {} });
    expect(stateReducer).toHaveBeenCalledOnce();
  });

  it('do not include an `allow` that is written inline, as long as the same is allowed', () => {
    const stateReducer = spy();
    const listener = vi.fn();
    const rendered = vi.fn();
    function Inline({ allow }: { allow: Allow }) {
      const { store } = useAskUser([NAME], { requestId: 'r1', stateReducer, allow: { ...allow } });
      rendered();
      useEffect(() => store.subscribe(listener), [store]);
      return null;
    }
    const { rerender } = render(<Inline allow={{ skip: true }} />, { reactStrictMode: strict });
    const perRender = strict ? 2 : 1;
    rendered.mockClear();
    rerender(<Inline allow={{ decline: false, skip: true }} />);
    expect([rendered.mock.calls.length, listener.mock.calls, actions(stateReducer)]).toEqual([perRender, [], []]);
    rerender(<Inline allow={{ decline: true, skip: true }} />);
    expect(actions(stateReducer)).toMatchObject([{ options: { allow: { skip: true, decline: true } } }]);
  });

  it('are applied before questions that change with them', () => {
    const stateReducer = spy();
    const { update } = ask([NAME], { strict, requestId: 'r1', stateReducer });
    update([NAME, DATABASE], { allow: { partial: true } });
    expect(actions(stateReducer).map(({ type }) => type)).toEqual(['setOptions', 'setRequest']);
  });

  it('are limited to what the dialect can represent, also when the dialect changes', () => {
    const stateReducer = spy();
    const { update } = ask([DATABASE], { strict, requestId: 'r1', stateReducer, allow: { discuss: true } });
    update([DATABASE], { dialect: { ...askUser, capabilities: { ...askUser.capabilities, discuss: false } } });
    const options = { softLimit: 2000, confirmCancel: 'auto', allow: {} };
    expect(actions(stateReducer)).toEqual([{ type: 'setOptions', options }]);
  });

  it('can be refused by `stateReducer`', () => {
    const { update, container } = ask([NAME], {
      strict,
      requestId: 'r1',
      stateReducer: (state, { action, changes }) => (action.type === 'setOptions' ? state : changes),
    });
    update([NAME], { allow: { skip: true } });
    expect(container).not.toHaveTextContent('Skip');
  });
});
