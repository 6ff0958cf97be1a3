import { act, render } from '@testing-library/react';
import { Profiler, StrictMode, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AskUser, AskUserDialog, type StateReducer } from '../../../src/react/index.js';
import { ask, button, cleanUpAfterEach, click, field, focused, radio } from '../../helpers/browser/card.js';
import { commit, compose } from '../../helpers/browser/ime.js';
import { fill, press, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const nameField = () => field(/name of the service/);
/** Submits, and returns the answer that the agent receives. */
async function submitted(onSubmit: ReturnType<typeof ask>['onSubmit']): Promise<unknown> {
  await click(button('Submit'));
  return onSubmit.mock.calls[0]?.[0].answers[0]?.answer;
}

describe('typed text', () => {
  it('causes no commit at any length, and is sent in full [R-OTHER]', async () => {
    let commits = 0;
    const onSubmit = vi.fn();
    render(
      <Profiler id="card" onRender={() => commits++}>
        <AskUserDialog questions={[NAME]} onSubmit={onSubmit} softLimit={20} />
      </Profiler>,
    );
    await mouseClick(nameField());
    await typeKeys('twenty-one characters');
    await expect.poll(() => document.querySelector('[data-ask-user="counter"]')?.textContent, SOON).toContain('21');
    const before = commits;
    await typeKeys(' and more');
    await expect.poll(() => document.querySelector('[data-ask-user="counter"]')?.textContent, SOON).toContain('30');
    expect(commits).toBe(before);
    await click(button('Submit'));
    await click(button(/anyway/));
    expect(onSubmit.mock.calls[0]?.[0].answers[0].answer).toBe('twenty-one characters and more');
  });

  it.each(['inline', 'modal', 'dock'] as const)(
    'can be undone after a confirmation (%s) [R-KEEP]',
    async (presentation) => {
      ask([NAME], { presentation });
      await mouseClick(nameField());
      await typeKeys('orders');
      await press('Escape');
      await mouseClick(button('Keep answering'));
      await expect.poll(() => document.activeElement, SOON).toBe(nameField());
      document.execCommand('undo');
      expect(nameField().value).not.toBe('orders');
    },
  );

  it.each([false, true])(
    'is undone and redone by the browser, and sent as shown; StrictMode %s [R-OTHER]',
    async (strict) => {
      const { onSubmit } = ask([NAME], { strict });
      await mouseClick(nameField());
      await typeKeys('orders');
      await userEvent.keyboard('{Control>}a{/Control}');
      await typeKeys('x');
      expect(nameField().value).toBe('x');
      await userEvent.keyboard('{Control>}z{/Control}');
      expect(nameField().value).toContain('orders');
      await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
      expect(nameField().value).toBe('x');
      await userEvent.keyboard('{Control>}z{/Control}');
      await expect.poll(() => nameField().value, SOON).toBe('orders');
      expect(await submitted(onSubmit)).toBe('orders');
    },
  );

  it('keeps the caret after a key in the middle [R-OTHER]', async () => {
    const { onSubmit } = ask([NAME]);
    await mouseClick(nameField());
    await typeKeys('ac');
    await press('ArrowLeft');
    await typeKeys('bb');
    expect([nameField().value, nameField().selectionStart]).toEqual(['abbc', 3]);
    expect(await submitted(onSubmit)).toBe('abbc');
  });

  it('can be composed by an input method, and is sent as committed [R-OTHER]', async () => {
    const { onSubmit } = ask([NAME], { strict: true });
    nameField().focus();
    await typeKeys('a');
    await compose('にほん');
    expect(nameField().value).toBe('aにほん');
    await commit('日本');
    await typeKeys('b');
    expect(nameField().value).toBe('a日本b');
    expect(await submitted(onSubmit)).toBe('a日本b');
  });

  it('survives the reset of a form around the card, as does a selected radio [R-KEEP]', async () => {
    const { onSubmit } = ask(
      [
        { ...DATABASE, id: 'db' },
        { ...NAME, id: 'name' },
      ],
      {
        around: (inner) => (
          <form onSubmit={(event) => event.preventDefault()}>
            <textarea aria-label="Composer" name="message" />
            {inner}
            <button type="reset">Reset</button>
          </form>
        ),
      },
    );
    await click(radio('SQLite'));
    await click(button('Next'));
    await mouseClick(nameField());
    await typeKeys('orders');
    await fill(field('Composer'), 'hello');
    await mouseClick(button('Reset'));
    expect([field('Composer').value, nameField().value]).toEqual(['', 'orders']);
    await mouseClick(button('Back'));
    expect(radio('SQLite').ariaChecked).toBe('true');
    await click(button('Next'));
    expect(nameField().value).toBe('orders');
    await click(button('Review'));
    await click(button('Submit answers'));
    expect(onSubmit.mock.calls[0]?.[0].answers.map(({ answer }: { answer: unknown }) => answer)).toEqual([
      'SQLite',
      'orders',
    ]);
  });
});

describe('a field', () => {
  it('shows what the host’s stateReducer returns, and not what it rejects [R-STATE]', async () => {
    const stateReducer: StateReducer = (state, { action, changes }) => {
      if (action.type !== 'setCustom') return changes;
      if (action.text.includes('!')) return state;
      return { ...changes, drafts: changes.drafts.map((draft) => ({ ...draft, custom: draft.custom.toUpperCase() })) };
    };
    const { onSubmit } = ask([NAME], { stateReducer });
    await mouseClick(nameField());
    await typeKeys('ab');
    expect(nameField().value).toBe('AB');
    await press('!');
    expect(nameField().value).toBe('AB');
    await typeKeys('c');
    expect(await submitted(onSubmit)).toBe('ABC');
  });

  it('ignores a change that the host prevents [R-STATE]', async () => {
    render(
      <AskUser.Root questions={[NAME]}>
        <AskUser.Card>
          <AskUser.Questions>
            <AskUser.Question index={0}>
              <AskUser.Prompt />
              <AskUser.Field aria-label="Name" onChange={(event) => event.preventDefault()} />
            </AskUser.Question>
          </AskUser.Questions>
        </AskUser.Card>
      </AskUser.Root>,
    );
    await mouseClick(field('Name'));
    await typeKeys('a');
    expect(field('Name').value).toBe('');
  });

  it('is empty for another request in the same card [R-KEEP]', async () => {
    function Host() {
      const [id, setId] = useState('r1');
      return (
        <>
          <AskUserDialog requestId={id} questions={[NAME]} />
          <button type="button" onClick={() => setId('r2')}>
            Another
          </button>
        </>
      );
    }
    render(<Host />);
    await mouseClick(nameField());
    await typeKeys('orders');
    await mouseClick(button('Another'));
    expect(nameField().value).toBe('');
  });
});

describe('a server-rendered card', () => {
  const page = (onSubmit?: () => void) => (
    <StrictMode>
      <AskUserDialog requestId="r1" questions={[NAME]} {...(onSubmit && { onSubmit })} />
    </StrictMode>
  );

  it('keeps text that was typed before hydration [R-KEEP]', async () => {
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = renderToString(page());
    await mouseClick(nameField());
    await typeKeys('early');
    const onSubmit = vi.fn();
    const root = await act(async () => hydrateRoot(container, page(onSubmit)));
    onTestFinished(() => {
      act(() => root.unmount());
      container.remove();
    });
    expect([nameField().value, focused()]).toEqual(['early', expect.stringContaining('field')]);
    await typeKeys('!');
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[0].answers[0].answer).toBe('early!');
  });
});
