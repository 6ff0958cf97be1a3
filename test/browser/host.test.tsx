import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { askUserJson } from '../../src/dialects/index.js';
import { AskUserDialog } from '../../src/react/index.js';
import {
  ask,
  button,
  card,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  radio,
  problem,
} from '../helpers/browser/card.js';
import { press, typeKeys } from '../helpers/browser/keys.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME } from '../helpers/browser/questions.js';

cleanUpAfterEach();

const keep = { question: 'What about the old data?', options: ['Delete everything', 'Keep it'] };
const inForm = (children: React.ReactNode) => <form>{children}</form>;

describe('what a host does around the card', () => {
  it('resets its form: nothing is chosen by that, nothing is lost [R-NOPHANTOM]', async () => {
    const { onSubmit } = ask([keep], { around: inForm });
    await click(radio('Keep it'));
    document.querySelector('form')?.reset();
    expect(chosen()).toEqual(['Keep it']);
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[0].answers[0]?.answer).toBe('Keep it');
  });

  it('resets its form under a multi-select with Other [R-NOPHANTOM R-MULTI]', async () => {
    ask([FEATURES], { around: inForm });
    await click(screen.getByRole('checkbox', { name: 'REST API' }));
    await mouseClick(screen.getByRole('checkbox', { name: 'Other' }));
    await typeKeys('mine');
    document.querySelector('form')?.reset();
    expect(chosen()).toEqual(['REST API', 'Other']);
    expect(field(/Your answer/).value).toBe('mine');
  });

  it('shows the next request in its place: a second quick Enter answers nothing there [R-NOPHANTOM]', async () => {
    const { onSubmit, update } = ask([keep], { requestId: 'r1', onSubmit: () => new Promise(() => {}) });
    await click(radio('Keep it'));
    radio('Keep it').focus();
    update([{ question: 'Delete everything?', options: ['Yes', 'No'] }], { requestId: 'r2' });
    expect(focused()).toMatch(/^title /);
    await press('Enter');
    await press('Enter');
    expect(chosen()).toEqual([]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('leaves nothing of one request in the next [R-KEEP]', async () => {
    const { update } = ask([DATABASE], { requestId: 'r1' });
    await click(button('Add a note'));
    await typeKeys('remember this');
    update([DATABASE], { requestId: 'r2' });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(button('Add a note')).toBeVisible();
  });

  it('takes the card away with the focus in it: the focus goes back where it came from (A67)', async () => {
    const view = ask([DATABASE]);
    button('Before').focus();
    radio('SQLite').focus();
    view.rerender(
      <>
        <button type="button">Before</button>
        <button type="button">After</button>
      </>,
    );
    expect(focused()).toBe('button Before');
  });

  it('is told once when what streamed can not be asked in the end, and the typed text stays [R-EMPTY R-STREAM]', async () => {
    const onInvalid = vi.fn();
    const draw = (input: unknown, streaming: boolean) => (
      <AskUserDialog input={input} streaming={streaming} requestId="r1" onInvalid={onInvalid} />
    );
    const view = ask(undefined);
    view.rerender(draw({ questions: [NAME, { question: 'Whi' }] }, true));
    field(/name of the service/).focus();
    await typeKeys('orders');
    view.rerender(draw({ questions: [NAME, { header: 'no question' }] }, false));
    expect(onInvalid).toHaveBeenCalledOnce();
    expect(screen.getByText('orders')).toBeVisible();
    view.rerender(draw({ questions: [NAME, { header: 'no question' }] }, false));
    expect(onInvalid).toHaveBeenCalledOnce();
    expect(screen.getByText('orders')).toBeVisible();
  });

  it('makes another question of the one that was answered: the choice does not go along [R-NOPHANTOM]', async () => {
    const deploy = (question: string, yes: string) => [{ question, options: [yes, 'No'] }];
    const { update } = ask(deploy('Deploy', 'Yes'));
    await click(radio('Yes'));
    update(deploy('Deploy to production and delete staging?', 'Yes'));
    expect(chosen()).toEqual([]);
    await click(radio('Yes'));
    update(deploy('Deploy to production and delete staging?', 'Yes, and all backups'));
    expect(chosen()).toEqual([]);
  });

  it('does not take a cancel: what is typed after it is asked about again [R-CANCEL R-ASYNC]', async () => {
    const { onCancel } = ask([NAME], { onCancel: () => ({ ok: false }) });
    await click(button('Cancel'));
    field(/name of the service/).focus();
    await typeKeys('orders');
    await click(button('Try again'));
    expect(screen.getByRole('dialog', { name: 'Discard 1 answer?' })).toBeVisible();
    await click(button('Keep answering'));
    expect(field(/name of the service/).value).toBe('orders');
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('has it answered elsewhere: what was typed here can still be copied [R-FIRST]', async () => {
    const { update } = ask([NAME]);
    field(/name of the service/).focus();
    await typeKeys('orders');
    update([NAME], { result: { status: 'answered', answers: [] } });
    expect(screen.getByText('orders')).toBeVisible();
  });

  it('hands the person’s own answer back before it is taken: it was sent [R-ASYNC]', async () => {
    const { update, onSubmit } = ask([NAME], { onSubmit: () => new Promise(() => {}) });
    field(/name of the service/).focus();
    await typeKeys('orders');
    await click(button('Submit'));
    update([NAME], { result: structuredClone(onSubmit.mock.calls[0]?.[1].result) });
    expect(screen.getByText('“orders”')).toBeVisible();
    expect(screen.queryByText(/weren’t sent|Couldn’t send/)).toBeNull();
  });

  it('replays an ending of long ago, whatever it is: nothing is handed over again [R-EMPTY]', () => {
    const onInvalid = vi.fn();
    const result = { status: 'invalid', issues: [] } as const;
    const { update } = ask([NAME], { result, onInvalid });
    update([NAME], { result, onInvalid });
    expect(onInvalid).not.toHaveBeenCalled();
  });

  it('has no room for an own answer: no word of Other where one is missing [R-ATOMIC]', async () => {
    render(<AskUserDialog dialect={askUserJson} input={{ question: 'Which?', options: ['A', 'B'] }} />);
    await click(button('Submit'));
    expect(problem()?.textContent).toBe('Choose an option.');
  });

  it('gives another name to the asker after the end: it is over all the same [R-ONCE]', async () => {
    const { update } = ask([DATABASE], { asker: 'Bot' });
    await click(radio('SQLite'));
    await click(button('Submit'));
    update([DATABASE], { asker: 'Claude' });
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByText('SQLite')).toBeVisible();
  });

  it('first gave what can not be asked, and then what can, under one id [R-EMPTY]', () => {
    const { update } = ask([], { requestId: 'r1' });
    update([DATABASE], { requestId: 'r1' });
    expect(card()).toBeVisible();
  });

  it('puts a web component with a field into the card: its keys are its own', async () => {
    class OwnField extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).append(document.createElement('input'));
      }
    }
    if (!customElements.get('own-field')) customElements.define('own-field', OwnField);
    ask([DATABASE]);
    const element = document.createElement('own-field');
    card().append(element);
    const input = element.shadowRoot?.querySelector('input');
    input?.focus();
    await typeKeys('a1b2');
    expect(input?.value).toBe('a1b2');
    expect(chosen()).toEqual([]);
    element.remove();
  });
});
