import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  ask,
  button,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  heading,
  labelOf,
  problem,
  radio,
} from '../../helpers/browser/card.js';
import { press, pressEach, pressFast, QUICK, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

describe.each([false, true])('a request (StrictMode: %s)', (strict) => {
  it('is answered once on repeated Enter (A45) [R-ONCE]', async () => {
    const { onSubmit } = ask([DATABASE], { strict });
    radio('SQLite').focus();
    await press('2');
    await pressFast('Enter', 4);
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('is answered once on a double click, and on two clicks in one task (A45) [R-ONCE]', async () => {
    const first = ask([DATABASE], { strict });
    await click(radio('SQLite'));
    await userEvent.dblClick(button('Submit'));
    expect(first.onSubmit).toHaveBeenCalledOnce();
    first.unmount();

    const second = ask([DATABASE], { strict, onSubmit: () => new Promise(() => {}) });
    await click(radio('SQLite'));
    const submit = button('Submit');
    submit.click();
    submit.click();
    await userEvent.dblClick(submit, { force: true });
    expect(second.onSubmit).toHaveBeenCalledOnce();
  });

  it('is cancelled once on two clicks on Cancel (A45) [R-ONCE] [R-CANCEL]', () => {
    const { onCancel } = ask([DATABASE], { strict });
    const cancel = button('Cancel');
    cancel.click();
    cancel.click();
    expect(onCancel).toHaveBeenCalledOnce();
  });
});

describe('a double click in a card with a fixed bottom edge', () => {
  const around = (inner: React.ReactNode) => <div style={{ position: 'fixed', inset: 'auto 0 0' }}>{inner}</div>;

  it('on Review does not submit [R-ONCE] [R-NOPHANTOM]', async () => {
    const { onSubmit } = ask([DATABASE, NAME], { around });
    await click(radio('SQLite'));
    await click(button('Next'));
    field(/name of the service/).focus();
    await typeKeys('orders');
    await userEvent.dblClick(button('Review'));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(heading('Check your answers')).toBeDefined();
    await mouseClick(button('Submit answers'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('on Cancel discards nothing [R-CANCEL]', async () => {
    const { onCancel } = ask([DATABASE, NAME], { around });
    await click(radio('SQLite'));
    await userEvent.dblClick(button('Cancel'));
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('on Submit does not send a long answer [R-LONG]', async () => {
    const { onSubmit } = ask([NAME], { around, softLimit: 3 });
    field(/name of the service/).focus();
    await typeKeys('orders');
    await userEvent.dblClick(button('Submit'));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('a submit without an answer', () => {
  it('sends nothing, shows an error and selects nothing in one question [R-ATOMIC] [R-NOPHANTOM]', async () => {
    const { onSubmit } = ask([DATABASE]);
    button('Submit').focus();
    await press('Enter');
    const why = problem();
    expect(why?.textContent).toBe('Choose an option, or type your answer under Other.');
    expect(focused()).toBe('question Which database should we use?');
    expect(screen.getByRole('radiogroup').getAttribute('aria-describedby')).toContain(why?.id);
    await pressFast('Enter', 3, QUICK);
    await press('Enter', { laterMs: 2000 });
    expect(chosen()).toEqual([]);
    expect(onSubmit).not.toHaveBeenCalled();
    await press('1');
    expect(problem()).toBeUndefined();
    await press('Enter');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('shows an error at the field of a question without options [R-ATOMIC]', async () => {
    const { onSubmit } = ask([NAME]);
    await click(button('Submit'));
    expect(document.activeElement).toBe(field(/name of the service/));
    expect(field(/name of the service/).getAttribute('aria-describedby')).toBe(problem()?.id);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('shows the first missing question and marks all missing tabs of several [R-ATOMIC] [R-TABS]', async () => {
    const { onSubmit, container } = ask(THREE);
    heading(/Which database/).focus();
    await pressEach('2', 'Enter', 'Enter', 'Enter');
    expect(focused()).toBe('question Check your answers');
    button('Submit answers').focus();
    await press('Enter');
    expect(focused()).toBe('question Question 2 of 3. Which features should we include?');
    expect(problem()?.textContent).toBe('Choose an option, or type your answer under Other.');
    const marked = [...container.querySelectorAll('[data-missing][role="tab"]')].map(labelOf);
    expect(marked).toEqual(['Features, answer missing', 'Name, answer missing']);
    await pressFast('Enter', 2, QUICK);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('ignores a quick second Enter at the first missing question [R-NOPHANTOM]', async () => {
    const { onSubmit } = ask([DATABASE, NAME]);
    await click(button('Next'));
    await click(button('Review'));
    button('Submit answers').focus();
    await press('Enter');
    expect(focused()).toContain('Which database');
    await pressFast('Enter', 1, QUICK);
    await press('Enter', { laterMs: 2000 });
    expect(focused()).toBe('field');
    await click(button('Back'));
    expect(chosen()).toEqual([]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('is refused in a multi-select question with a blank Other [R-OTHER] [R-MULTI]', async () => {
    const { onSubmit } = ask([FEATURES]);
    await click(checkbox('Other'));
    await click(button('Submit'));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(problem()?.textContent).toBe('Type your answer or choose another option.');
    expect(focused()).toBe('field Your answer');
  });
});
