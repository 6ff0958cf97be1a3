import { render } from '@testing-library/react';
import { useRef } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AskUserDialog, type AskUserCardElement, type AskUserDialogProps } from '../../../src/react/index.js';
import {
  button,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  problem,
  radio,
} from '../../helpers/browser/card.js';
import { hold, keyDown, keyUp, press, QUICK, typeKeys } from '../../helpers/browser/keys.js';
import { DATABASE, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

/** A dialog, and a host button that focuses it. */
function Page(props: AskUserDialogProps) {
  const card = useRef<AskUserCardElement>(null);
  return (
    <>
      <AskUserDialog {...props} ref={card} />
      <button type="button" onClick={() => card.current?.focus({ byUser: true })}>
        Answer
      </button>
    </>
  );
}

const open = (props: AskUserDialogProps) => {
  const onSubmit = vi.fn();
  const view = render(<Page onSubmit={onSubmit} {...props} />);
  button('Answer').focus();
  return { onSubmit, ...view };
};

describe('focus({ byUser: true }) [R-FOLLOW]', () => {
  it('moves focus to the question, and keys count once the previous key is released', async () => {
    const { onSubmit } = open({ questions: [DATABASE] });
    await press('Enter');
    expect(focused()).toMatch(/^question Which database/);
    await press('2', QUICK);
    expect([chosen(), focused()]).toEqual([['SQLite'], 'control SQLite']);
    await press('Enter', QUICK);
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('ignores other keys while that key is down', async () => {
    open({ questions: [DATABASE] });
    await keyDown('Enter');
    expect(focused()).toMatch(/^question/);
    await keyDown('2');
    expect(chosen()).toEqual([]);
    await keyUp('Enter');
    await keyUp('2');
    await press('2', QUICK);
    expect(chosen()).toEqual(['SQLite']);
  });

  it('ignores the repeats of that key [R-NOPHANTOM]', async () => {
    const { onSubmit } = open({ questions: [DATABASE] });
    await hold('Enter', 4);
    await keyUp('Enter');
    expect([problem(), chosen(), onSubmit.mock.calls.length]).toEqual([undefined, [], 0]);
  });

  it('accepts keys if that key was released in another window', async () => {
    open({ questions: [DATABASE] });
    await keyDown('Enter');
    const question = document.activeElement as HTMLElement;
    const frameElement = document.body.appendChild(document.createElement('iframe'));
    onTestFinished(() => frameElement.remove());
    frameElement.contentWindow?.focus();
    await keyUp('Enter');
    window.focus();
    question.focus();
    await keyDown('2', QUICK);
    expect(chosen()).toEqual(['SQLite']);
    await keyUp('2');
  });

  it('moves focus into the field of a question without options', async () => {
    open({ questions: [NAME] });
    await press('Enter');
    await typeKeys('orders');
    expect(field(/name of/).value).toBe('orders');
  });

  it('moves focus to the current question and to Review', async () => {
    open({ questions: THREE });
    await click(button('Next'));
    button('Answer').focus();
    await press('Enter');
    expect(focused()).toMatch(/^question Question 2 of 3/);
    for (const name of ['Next', 'Review']) await click(button(name));
    button('Answer').focus();
    await press('Enter');
    expect(focused()).toBe('question Check your answers');
  });

  it('moves focus into a confirmation, to a collapsed card, and to the title of a settled card', async () => {
    open({ questions: THREE });
    await click(radio('SQLite'));
    await click(button('Collapse'));
    button('Answer').focus();
    await press('Enter');
    expect(focused()).toBe('button Continue');
    await press('Enter');
    await click(button('Cancel'));
    button('Answer').focus();
    await press('Enter');
    expect(focused()).toBe('button Keep answering');
    await click(button('Discard answers'));
    button('Answer').focus();
    await press('Enter');
    await frame();
    expect(focused()).toMatch(/^title You cancelled/);
  });

  it('works on the card element found in the DOM, also for the next request', async () => {
    const { rerender } = open({ questions: [NAME], requestId: 'a' });
    rerender(<Page questions={[DATABASE]} requestId="b" />);
    document.querySelector<AskUserCardElement>('[data-ask-user="card"]')?.focus({ byUser: true });
    await press('1', QUICK);
    expect(chosen()).toEqual(['PostgreSQL']);
  });
});
