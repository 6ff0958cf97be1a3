import { describe, expect, it, vi } from 'vitest';
import type { StateReducer } from '../../../src/react/index.js';
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
    update([NAME], { allowSkip: true, softLimit: 3 });
    const options = {
      softLimit: 3,
      confirmCancel: 'auto',
      allowSkip: true,
      allowDecline: false,
      allowPartial: false,
      allowDiscuss: false,
    };
    expect(actions(stateReducer)).toEqual([{ type: 'setOptions', options }]);
    expect(button('Skip')).toBeVisible();
    update([NAME], { allowSkip: true, softLimit: 3, messages: {} });
    expect(stateReducer).toHaveBeenCalledOnce();
  });

  it('are applied before questions that change with them', () => {
    const stateReducer = spy();
    const { update } = ask([NAME], { strict, requestId: 'r1', stateReducer });
    update([NAME, DATABASE], { allowPartial: true });
    expect(actions(stateReducer).map(({ type }) => type)).toEqual(['setOptions', 'setRequest']);
  });

  it('are limited to what the dialect can represent, also when the dialect changes', () => {
    const stateReducer = spy();
    const { update } = ask([DATABASE], { strict, requestId: 'r1', stateReducer, allowDiscuss: true });
    update([DATABASE], { dialect: { ...askUser, capabilities: { ...askUser.capabilities, discuss: false } } });
    expect(actions(stateReducer)).toMatchObject([{ type: 'setOptions', options: { allowDiscuss: false } }]);
  });

  it('can be refused by `stateReducer`', () => {
    const { update, container } = ask([NAME], {
      strict,
      requestId: 'r1',
      stateReducer: (state, { action, changes }) => (action.type === 'setOptions' ? state : changes),
    });
    update([NAME], { allowSkip: true });
    expect(container).not.toHaveTextContent('Skip');
  });
});
