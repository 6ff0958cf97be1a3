import { describe, expect, it, vi } from 'vitest';
import {
  ask,
  button,
  card,
  checkbox,
  chosen,
  click,
  cleanUpAfterEach,
  field,
  focused,
  heading,
  problem,
  radio,
  tab,
  confirmation,
} from '../../helpers/browser/card.js';
import { hold, keyUp, press, pressEach, pressFast, QUICK, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick, withTouch } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const LATER = { laterMs: 2000 };

/** Answers all three questions and ends in the field of the last one. */
async function answerThree(): Promise<void> {
  heading(/Which database/).focus();
  await pressEach('2', 'Enter', '1', 'Enter');
  await typeKeys('orders');
}

describe('text typed outside a text field [R-NOPHANTOM]', () => {
  it.each([
    ['on an option', () => radio('PostgreSQL')],
    ['on the heading', () => heading(/Which database/)],
  ])('selects and sends nothing, and keys count again after a pause: %s', async (_, target) => {
    const { onSubmit } = ask([DATABASE]);
    target().focus();
    await typeKeys('also add 3 replicas\n');
    expect(chosen()).toEqual([]);
    expect(problem()).toBeUndefined();
    expect(onSubmit).not.toHaveBeenCalled();
    await expect.poll(() => press('2').then(chosen)).toEqual(['SQLite']);
  });

  it('does not include the letter of a shortcut', async () => {
    ask([DATABASE]);
    heading(/Which database/).focus();
    await press('b', { ctrl: true });
    await press('2');
    expect(chosen()).toEqual(['SQLite']);
  });
});

describe('Enter on an option', () => {
  it('selects it first, and continues when pressed again (A42)', async () => {
    const { onSubmit } = ask([DATABASE]);
    radio('SQLite').focus();
    await press('Enter');
    expect(chosen()).toEqual(['SQLite']);
    expect(onSubmit).not.toHaveBeenCalled();
    await press('Enter');
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ selectedOption: 'SQLite' }] });
  });

  it('never toggles a checkbox, while Space toggles it once (A32) [R-MULTI]', async () => {
    ask([FEATURES, NAME]);
    checkbox('Accounts').focus();
    await press(' ');
    expect(chosen()).toEqual(['Accounts']);
    await press(' ');
    await press(' ');
    expect(chosen()).toEqual(['Accounts']);
    await press('Enter');
    expect(focused()).toBe('field');
    await click(button('Back'));
    expect(chosen()).toEqual(['Accounts']);
  });

  it('shows an error and sends nothing if a multi-select question has no selection (A32) [R-ATOMIC]', async () => {
    const { onSubmit } = ask([FEATURES]);
    checkbox('REST API').focus();
    await press('Enter');
    expect(problem()?.textContent).toBe('Choose an option, or type your answer under Other.');
    expect(chosen()).toEqual([]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('sends nothing with Ctrl or Meta (A48)', async () => {
    const { onSubmit } = ask([DATABASE]);
    radio('SQLite').focus();
    await press('1');
    await press('Enter', { ctrl: true });
    await press('Enter', { meta: true });
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('a button of a confirmation', () => {
  it.each(['Keep answering', 'Edit answer'])('sends nothing if “%s” is pressed twice [R-NOPHANTOM]', async (name) => {
    const { onSubmit } = ask([NAME], { softLimit: 3 });
    field(/name of the service/).focus();
    await typeKeys('orders');
    await press(name === 'Edit answer' ? 'Enter' : 'Escape');
    button(name).focus();
    await press('Enter');
    expect(focused()).toBe('field');
    await press('Enter', QUICK);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(confirmation()).toBeNull();
    await press('Enter', LATER);
    expect(confirmation()?.textContent).toContain('Submit anyway');
  });

  it('toggles no option if it is pressed twice with Space [R-NOPHANTOM]', async () => {
    ask([FEATURES]);
    checkbox('Accounts').focus();
    await pressEach(' ', '0');
    await typeKeys('x');
    checkbox('Accounts').focus();
    await press('Escape');
    expect(focused()).toBe('button Keep answering');
    await press(' ');
    await press(' ', QUICK);
    expect(chosen()).toContain('Accounts');
    await press(' ', LATER);
    expect(chosen()).not.toContain('Accounts');
  });
});

describe('Enter in a request with several questions', () => {
  it('moves to each next question, then to Review, and submits there [R-TABS]', async () => {
    const { onSubmit } = ask(THREE);
    heading(/Which database/).focus();
    await pressEach('2', 'Enter');
    expect(focused()).toBe('question Question 2 of 3. Which features should we include?');
    await pressEach('1', 'Enter');
    // The user can type at once.
    expect(focused()).toBe('field');
    await typeKeys('orders');
    expect(field(/name of the service/).value).toBe('orders');
    await press('Enter');
    expect(focused()).toBe('question Check your answers');
    expect(onSubmit).not.toHaveBeenCalled();
    await press('Enter', LATER);
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it.each(['Next', 'Back', 'Change answer to Name'])(
    'leads into a text field, as does a click on “%s” [R-FOLLOW]',
    async (name) => {
      ask(name === 'Back' ? [NAME, DATABASE] : [DATABASE, NAME]);
      if (name !== 'Next') await click(button('Next'));
      if (name.startsWith('Change')) {
        await typeKeys('or');
        await press('Enter');
      }
      await click(button(name));
      await typeKeys('ders');
      expect(field(/name of the service/).value).toBe(name.startsWith('Change') ? 'orders' : 'ders');
    },
  );

  it('does on a heading what the primary button does, answered or not [R-TABS]', async () => {
    const { onSubmit } = ask(THREE);
    heading(/Which database/).focus();
    await pressEach('Enter', 'Enter', 'Enter');
    expect(focused()).toBe('question Check your answers');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('does nothing on a tab', async () => {
    const { onSubmit } = ask(THREE);
    tab(/Review/).focus();
    await press('Enter', LATER);
    await press(' ', LATER);
    expect(focused()).toMatch(/^tab Review/);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('is ignored on Review’s heading for 500 ms [R-NOPHANTOM]', async () => {
    const { onSubmit } = ask(THREE);
    await answerThree();
    await press('Enter');
    for (let i = 0; i < 3; i++) await press('Enter', { laterMs: -5000 });
    expect([focused(), onSubmit.mock.calls.length]).toEqual(['question Check your answers', 0]);
    await press('Enter', LATER);
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('submits from Review’s heading although the last key was released outside the card (A66)', async () => {
    const { onSubmit } = ask([DATABASE, NAME]);
    heading(/Which database/).focus();
    await pressEach('1', 'Enter');
    await typeKeys('orders');
    button('Review').focus();
    await press('Tab');
    expect(focused()).toBe('button After');
    await mouseClick(button('Review'));
    await press('Enter', LATER);
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('takes one step while it is held, and never passes Review (A44) [R-ONCE]', async () => {
    const { onSubmit } = ask(THREE);
    await answerThree();
    const steps = ['Question 2 of 3', 'field', 'Check your answers', 'Check your answers'];
    tab(/Database/).focus();
    await press('Shift');
    heading(/Which database/).focus();
    for (const step of steps) {
      await hold('Enter', 10, LATER);
      await keyUp('Enter');
      expect(focused()).toContain(step);
      if (step.startsWith('Check')) break;
    }
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('sends nothing on Review while it is held since the last question (A44) [R-ONCE]', async () => {
    const { onSubmit } = ask(THREE);
    await answerThree();
    await hold('Enter', 0);
    for (let i = 0; i < 10; i++) await hold('Enter', 1, { laterMs: 600 + 100 * i });
    expect([focused(), onSubmit.mock.calls.length]).toEqual(['question Check your answers', 0]);
    await keyUp('Enter');
  });

  it('presses a button once while it is held (A43, A44) [R-ONCE]', async () => {
    const { onSubmit } = ask(THREE);
    await answerThree();
    button('Review').focus();
    await hold('Enter', 10, LATER);
    await keyUp('Enter');
    expect([focused(), onSubmit.mock.calls.length]).toEqual(['question Check your answers', 0]);
    button('Submit answers').focus();
    await hold('Enter', 10, LATER);
    await keyUp('Enter');
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});

describe('Enter in a text field', () => {
  it('continues, and adds a line with Shift (A46)', async () => {
    const { onSubmit } = ask([NAME]);
    field(/name of the service/).focus();
    await typeKeys('a');
    await press('Enter', { shift: true });
    await typeKeys('b');
    expect(field(/name of the service/).value).toBe('a\nb');
    expect(onSubmit).not.toHaveBeenCalled();
    await press('Enter');
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: 'a\nb' }] });
  });

  it('adds a line on a touch screen, and the button continues (A46)', () =>
    withTouch(async () => {
      const { onSubmit } = ask([NAME]);
      field(/name of the service/).focus();
      await typeKeys('a\nb');
      expect(field(/name of the service/).value).toBe('a\nb');
      expect(onSubmit).not.toHaveBeenCalled();
      await click(button('Submit'));
      expect(onSubmit).toHaveBeenCalledOnce();
    }));

  it.each(['', '  '])('under Other with “%s” shows an error, every time (A46) [R-OTHER]', async (text) => {
    const { onSubmit } = ask([DATABASE, NAME]);
    heading(/Which database/).focus();
    await press('0');
    await typeKeys(text);
    await pressEach('Enter', 'Enter');
    expect(focused()).toBe('field Your answer');
    expect(problem()?.textContent).toBe('Type your answer or choose another option.');
    expect(field(/Your answer/).getAttribute('aria-describedby')).toContain(problem()?.id);
    expect(field(/Your answer/).getAttribute('aria-invalid')).toBe('true');
    await typeKeys('x');
    expect(problem()).toBeUndefined();
    await press('Enter');
    expect(focused()).toBe('field');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('under a blank Other beside a selected option continues, as the button does (A46) [R-MULTI]', async () => {
    const { onSubmit } = ask([FEATURES]);
    checkbox('Accounts').focus();
    await pressEach('1', '0', 'Enter');
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      answered: true,
      answers: [{ question: FEATURES.question, answer: ['Accounts'], wasCustom: false }],
    });
  });

  it('held on “Add a note” types no lines into the note (A43)', async () => {
    ask([DATABASE]);
    button('Add a note').focus();
    await hold('Enter', 4);
    await keyUp('Enter');
    expect([focused(), field(/Note/).value]).toEqual(['field Note (optional)', '']);
  });

  it('always adds a line in a note', async () => {
    const { onSubmit } = ask([DATABASE]);
    radio('SQLite').focus();
    await press('2');
    await click(button('Add a note'));
    await typeKeys('a\nb');
    expect(field(/Note/).value).toBe('a\nb');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('a card inside a host form', () => {
  it('neither submits the form nor adds fields to it (A47)', async () => {
    const onHostSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
    const { container, onSubmit } = ask([DATABASE, FEATURES, NAME], {
      around: (inner) => (
        <form onSubmit={onHostSubmit}>
          <input name="message" defaultValue="hello" />
          {inner}
          <button>Send</button>
        </form>
      ),
    });
    radio('SQLite').focus();
    await pressEach('Enter', 'ArrowDown', '0');
    await typeKeys('mine');
    await press('Enter');
    await pressEach('ArrowDown', ' ');
    expect(chosen()).toEqual(['Accounts']);
    await click(button('Add a note'));
    await typeKeys('n\n');
    await click(button('Next'));
    await typeKeys('orders');
    await press('Enter');
    const form = container.querySelector('form');
    expect(form && [...new FormData(form).keys()]).toEqual(['message']);
    await click(button('Submit answers'));
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(onHostSubmit).not.toHaveBeenCalled();
  });

  it('stops on the radio of Other by arrow, and toggles once by Space (A29, A32, A47)', async () => {
    ask([DATABASE, FEATURES], { around: (inner) => <form>{inner}</form> });
    radio('MongoDB').focus();
    await pressEach('3', 'ArrowDown', 'Shift');
    expect([chosen(), focused()]).toEqual([['Other'], 'control Other']);
    await click(button('Next'));
    checkbox('Admin pages').focus();
    await pressEach(' ', 'ArrowDown', ' ', 'Shift');
    expect([chosen(), focused()]).toEqual([['Admin pages', 'Other'], 'control Other']);
  });

  it('keeps quick Enter presses from the form (A47)', async () => {
    const onHostSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
    ask([NAME], { around: (inner) => <form onSubmit={onHostSubmit}>{inner}</form> });
    field(/name of the service/).focus();
    await pressFast('Enter', 3);
    expect(card().textContent).toContain('Type your answer.');
    expect(onHostSubmit).not.toHaveBeenCalled();
  });
});
