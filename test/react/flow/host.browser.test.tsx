import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { askUserJson } from '../../../src/dialects/index.js';
import { AskUserDialog } from '../../../src/react/index.js';
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
} from '../../helpers/browser/card.js';
import { press, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const keep = { question: 'What about the old data?', options: ['Delete everything', 'Keep it'] };
const inForm = (children: React.ReactNode) => <form>{children}</form>;

describe('a card in a host app', () => {
  it('keeps its selection when the host’s form is reset [R-NOPHANTOM]', async () => {
    const { onSubmit } = ask([keep], { around: inForm });
    await click(radio('Keep it'));
    document.querySelector('form')?.reset();
    expect(chosen()).toEqual(['Keep it']);
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[0].answers[0]?.answer).toBe('Keep it');
  });

  it('keeps a multi-select answer with Other when the host’s form is reset [R-NOPHANTOM R-MULTI]', async () => {
    ask([FEATURES], { around: inForm });
    await click(screen.getByRole('checkbox', { name: 'REST API' }));
    await mouseClick(screen.getByRole('checkbox', { name: 'Other' }));
    await typeKeys('mine');
    document.querySelector('form')?.reset();
    expect(chosen()).toEqual(['REST API', 'Other']);
    expect(field(/Your answer/).value).toBe('mine');
  });

  it('ignores a second quick Enter when the next request replaces the first [R-NOPHANTOM]', async () => {
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

  it('keeps nothing of one request in the next [R-KEEP]', async () => {
    const { update } = ask([DATABASE], { requestId: 'r1' });
    await click(button('Add a note'));
    await typeKeys('remember this');
    update([DATABASE], { requestId: 'r2' });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(button('Add a note')).toBeVisible();
  });

  it('restores focus to where it came from when the host unmounts it (A67)', async () => {
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

  it('reports once that a streamed request cannot be asked, and keeps typed text [R-EMPTY R-STREAM]', async () => {
    const onError = vi.fn();
    const draw = (input: unknown, streaming: boolean) => (
      <AskUserDialog input={input} streaming={streaming} requestId="r1" onError={onError} />
    );
    const view = ask(undefined);
    view.rerender(draw({ questions: [NAME, { question: 'Whi' }] }, true));
    field(/name of the service/).focus();
    await typeKeys('orders');
    view.rerender(draw({ questions: [NAME, { header: 'no question' }] }, false));
    expect(onError).toHaveBeenCalledOnce();
    expect(screen.getByText('orders')).toBeVisible();
    view.rerender(draw({ questions: [NAME, { header: 'no question' }] }, false));
    expect(onError).toHaveBeenCalledOnce();
    expect(screen.getByText('orders')).toBeVisible();
  });

  it('drops the selection if the host changes the question or the option [R-NOPHANTOM]', async () => {
    const deploy = (question: string, yes: string) => [{ question, options: [yes, 'No'] }];
    const { update } = ask(deploy('Deploy', 'Yes'));
    await click(radio('Yes'));
    update(deploy('Deploy to production and delete staging?', 'Yes'));
    expect(chosen()).toEqual([]);
    await click(radio('Yes'));
    update(deploy('Deploy to production and delete staging?', 'Yes, and all backups'));
    expect(chosen()).toEqual([]);
  });

  it('asks for confirmation before a retried cancellation discards text typed since [R-CANCEL R-ASYNC]', async () => {
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

  it('keeps typed text for copying if the request is answered elsewhere [R-FIRST]', async () => {
    const { update } = ask([NAME]);
    field(/name of the service/).focus();
    await typeKeys('orders');
    update([NAME], { result: { status: 'answered', answers: [] } });
    expect(screen.getByText('orders')).toBeVisible();
  });

  it('shows the user’s answer as sent if the host passes it back before the delivery resolves [R-ASYNC]', async () => {
    const { update, onSubmit } = ask([NAME], { onSubmit: () => new Promise(() => {}) });
    field(/name of the service/).focus();
    await typeKeys('orders');
    await click(button('Submit'));
    update([NAME], { result: structuredClone(onSubmit.mock.calls[0]?.[1].result) });
    expect(screen.getByText('“orders”')).toBeVisible();
    expect(screen.queryByText(/weren’t sent|Couldn’t send/)).toBeNull();
  });

  it('calls no handler for a request that is already settled on mount [R-EMPTY]', () => {
    const onError = vi.fn();
    const result = { status: 'invalid', issues: [] } as const;
    const { update } = ask([NAME], { result, onError });
    update([NAME], { result, onError });
    expect(onError).not.toHaveBeenCalled();
  });

  it('does not mention Other in an error if the dialect does not support custom text [R-ATOMIC]', async () => {
    render(<AskUserDialog dialect={askUserJson} input={{ question: 'Which?', options: ['A', 'B'] }} />);
    await click(button('Submit'));
    expect(problem()?.textContent).toBe('Choose an option.');
  });

  it('stays settled when `asker` changes afterwards [R-ONCE]', async () => {
    const { update } = ask([DATABASE], { asker: 'Bot' });
    await click(radio('SQLite'));
    await click(button('Submit'));
    update([DATABASE], { asker: 'Claude' });
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByText('SQLite')).toBeVisible();
  });

  it('asks valid questions that follow invalid input under the same id [R-EMPTY]', () => {
    const { update } = ask([], { requestId: 'r1' });
    update([DATABASE], { requestId: 'r1' });
    expect(card()).toBeVisible();
  });

  it('leaves the keys of a web component with a field to that component', async () => {
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
