import { render, screen } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AskUser, AskUserDialog, useAskUser, type AskUserEvent, type DraftStorage } from '../../../src/react/index.js';
import { ask, button, cleanUpAfterEach, click, loaded, radio } from '../../helpers/browser/card.js';
import { press, SOON } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const spy = () => vi.fn<(event: AskUserEvent) => unknown>();
type Spy = ReturnType<typeof spy>;

/** The events so far, each as its type and its data. */
const told = (onEvent: Spy) =>
  onEvent.mock.calls.map(([{ type, requestId: _, ...rest }]) => [type, ...Object.values(rest)].join(' '));
async function expectTold(onEvent: Spy, events: readonly string[]): Promise<void> {
  await expect.poll(() => told(onEvent), SOON).toEqual(events);
}

describe('onEvent [R-EVENTS]', () => {
  it.each([false, true])('reports each step once and in order (StrictMode %s)', async (strict) => {
    const onEvent = spy();
    ask([DATABASE, NAME], { strict, onEvent, requestId: 'r1' });
    await mouseClick(radio('SQLite'));
    await mouseClick(radio('MongoDB'));
    await press('Enter');
    await press('Enter');
    await press('Enter', { laterMs: 2000 });
    await expectTold(onEvent, [
      'shown 2',
      'chosen 0 1 true',
      'chosen 0 2 true',
      'question 1',
      'question review',
      'refused 1',
      'question 1',
    ]);
    await press('Escape');
    await press('Escape');
    await click(button('Collapse'));
    await click(button('Continue'));
    await press('Escape');
    await click(button('Discard answers'));
    await expectTold(onEvent, [
      ...told(onEvent).slice(0, 7),
      'confirm discard asked',
      'confirm discard dismissed',
      'collapsed true',
      'collapsed false',
      'confirm discard asked',
      'confirm discard confirmed',
      'cancelled cancelled false',
    ]);
    expect(new Set(onEvent.mock.calls.map(([{ requestId }]) => requestId))).toEqual(new Set(['r1']));
  });

  it('is called after commit, so the page shows what it reports', async () => {
    const seen: unknown[] = [];
    ask([DATABASE], {
      onEvent: ({ type }) => void seen.push([type, radio('SQLite').getAttribute('aria-checked')]),
    });
    await expect.poll(() => seen.length, SOON).toBe(1);
    await mouseClick(radio('SQLite'));
    await expect
      .poll(() => seen, SOON)
      .toEqual([
        ['shown', 'false'],
        ['chosen', 'true'],
      ]);
  });

  it('reports an action that unmounts the card', async () => {
    const onEvent = spy();
    const Host = () => {
      const [open, setOpen] = useState(true);
      return open && <AskUserDialog questions={[DATABASE]} onEvent={onEvent} onSubmit={() => setOpen(false)} />;
    };
    render(<Host />);
    await mouseClick(radio('SQLite'));
    await mouseClick(button('Submit'));
    expect(screen.queryByRole('radio')).toBeNull();
    await expectTold(onEvent, ['shown 1', 'chosen 0 1 true', 'submitted 1 0']);
  });

  it('reports each failed delivery', async () => {
    const onEvent = spy();
    ask([DATABASE], { onEvent, onSubmit: () => ({ ok: false, code: 'busy with SQLite' }) });
    await mouseClick(radio('SQLite'));
    await mouseClick(button('Submit'));
    await mouseClick(button('Try again'));
    await expectTold(onEvent, [
      'shown 1',
      'chosen 0 1 true',
      'submitted 1 0',
      'failed answered',
      'submitted 1 0',
      'failed answered',
    ]);
    expect(JSON.stringify(onEvent.mock.calls)).not.toMatch(/SQLite/);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('It broke');
      },
    ],
    ['rejects', () => Promise.reject(new Error('It broke'))],
  ])('does not break the card if it %s, and the error is reported as uncaught', async (_, listener) => {
    const reported = vi.spyOn(window, 'reportError').mockImplementation(() => {});
    const { onSubmit } = ask([DATABASE], { onEvent: listener });
    await mouseClick(radio('SQLite'));
    await mouseClick(button('Submit'));
    expect(onSubmit).toHaveBeenCalledOnce();
    await expect.poll(() => reported.mock.calls.length, SOON).toBe(3);
    expect(reported.mock.calls.map(String)).toEqual(Array(3).fill('Error: It broke'));
  });

  it('reports `shown` once per request, and not for a settled request', async () => {
    const onEvent = spy();
    const { update } = ask([DATABASE, FEATURES], { onEvent, requestId: 'r1', streaming: true });
    update([DATABASE, FEATURES, NAME], { requestId: 'r1', streaming: false });
    update([NAME], { requestId: 'r2', streaming: false });
    update([NAME], { requestId: 'r3', streaming: false, result: { status: 'cancelled' } });
    update([NAME], { requestId: 'r4', streaming: false });
    await expect
      .poll(() => onEvent.mock.calls.map(([event]) => event), SOON)
      .toEqual([
        { requestId: 'r1', type: 'shown', questions: 1 },
        { requestId: 'r2', type: 'shown', questions: 1 },
        { requestId: 'r4', type: 'shown', questions: 1 },
      ]);
  });

  it('does not report restored drafts', async () => {
    const kept = new Map<string, string>();
    const draftStorage: DraftStorage = {
      get: (key) => kept.get(key),
      set: (key, text) => void kept.set(key, text),
      remove: (key) => void kept.delete(key),
    };
    const { unmount } = ask([DATABASE, NAME], { requestId: 'r1', draftStorage });
    await loaded();
    await mouseClick(radio('SQLite'));
    await press('Enter');
    unmount();
    const onEvent = spy();
    ask([DATABASE, NAME], { requestId: 'r1', draftStorage, onEvent });
    await expect.poll(() => screen.queryByRole('textbox', { name: /name of/ }), SOON).not.toBeNull();
    await mouseClick(button('Back'));
    await expectTold(onEvent, ['shown 2', 'question 0']);
  });

  it('is called for the parts and for the hook', async () => {
    const parts = spy();
    const hook = spy();
    const Own = () => {
      const { collapse, submit, activeQuestion } = useAskUser([DATABASE], { onEvent: hook });
      return (
        <>
          <button onClick={collapse}>collapse</button>
          <button onClick={() => activeQuestion?.choose(1)}>choose</button>
          <button onClick={() => submit()}>send</button>
        </>
      );
    };
    render(
      <StrictMode>
        <AskUser.Root questions={[NAME]} onEvent={parts}>
          <AskUser.Card />
        </AskUser.Root>
        <Own />
      </StrictMode>,
    );
    for (const name of ['send', 'send', 'choose', 'collapse', 'send']) await click(button(name));
    await expectTold(parts, ['shown 1']);
    await expectTold(hook, ['shown 1', 'refused 0', 'refused 0', 'chosen 0 1 true', 'collapsed true', 'submitted 1 0']);
  });
});
