import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, button, card, checkbox, cleanUpAfterEach, click, labelOf, radio } from '../../helpers/browser/card.js';
import { SOON } from '../../helpers/browser/keys.js';
import { ATTACK_LABELS } from '../../fixtures/attack-labels.js';
import { AskUser } from '../../../src/react/index.js';
import { en } from '../../../src/messages/languages/en.js';

cleanUpAfterEach();

/** Number of resources that the page has loaded. */
const requests = () => performance.getEntriesByType('resource').length;
let before = 0;
beforeEach(() => {
  document.title = 'untouched';
  before = requests();
});
afterEach(() => {
  expect(document.title).toBe('untouched');
  expect(requests()).toBe(before);
});

/** Elements that the card does not create by itself. */
const foreign = () => [...card().querySelectorAll(':not([data-ask-user], bdi, span, div, [aria-hidden])')];
const labels = () => screen.getAllByRole('checkbox').map(labelOf);
const shownAs = (name: string) => name.replace('(Recommended)', 'Recommended');
const line = (name: string) =>
  [...document.querySelectorAll(`[data-ask-user="${name}"]`)].map(({ textContent }) => textContent);

describe('malicious labels', () => {
  it.each(ATTACK_LABELS)(
    'are rendered as text only and sent verbatim: $id, $what [R-VERBATIM] [A104]',
    async ({ labels: written, shown, hidden = false }) => {
      const { onSubmit } = ask([{ question: 'Which?', options: written, multiSelect: true }]);
      expect(labels().slice(0, -1).map(shownAs)).toEqual(shown.map(shownAs));
      expect(foreign()).toEqual([]);
      expect(line('hint').includes(en.cleaned)).toBe(hidden);
      for (const control of screen.getAllByRole('checkbox').slice(0, -1)) await click(control);
      await click(button('Submit'));
      expect(onSubmit.mock.calls[0]?.[0]).toEqual({
        answered: true,
        answers: [{ question: 'Which?', answer: written, wasCustom: false }],
      });
      expect(onSubmit.mock.calls[0]?.[1].replies[0]?.selected).toEqual(written.map((_, index) => index));
      const chosen = [...document.querySelectorAll('[data-ask-user="review-answer"] bdi')];
      expect(chosen.map(({ textContent }) => textContent)).toEqual(shown);
    },
  );

  const BENIGN = ['Delete it', 'Keep it (Recommended)', 'Wait'];
  const places = (written: readonly string[]) => {
    const { unmount } = ask([{ question: 'Which?', options: written }]);
    const rows = [...document.querySelectorAll('[data-ask-user="option"]')].map((row) => {
      const at = (name: string) => row.querySelector(`[data-ask-user="${name}"]`)?.getBoundingClientRect();
      return {
        control: at('control')?.left,
        key: at('key')?.left,
        label: at('label')?.left,
        badge: (at('badge')?.left ?? Infinity) > (at('label')?.left ?? 0) + 20,
      };
    });
    unmount();
    return rows;
  };

  it.each(['\u202E', '\u2067', '\u202B', '\u2068\u2067', '\u202E\u202D'])(
    'an unclosed bidi control %j moves no control, key or badge (L1, L2) (A100)',
    (open) => {
      expect(places(BENIGN.map((label) => `${label.slice(0, 3)}${open}${label.slice(3)}`))).toEqual(places(BENIGN));
    },
  );

  it('rows are as high as their text and no wider than the card (L8, L9)', () => {
    ask([
      {
        question: 'Which?',
        options: ['A', `A${'\u0310\u0323'.repeat(400)}`, 'x'.repeat(2000), `A${' '.repeat(1900)}B`],
      },
    ]);
    const [plain, marks, word, pushed] = [...document.querySelectorAll('[data-ask-user="option"]')].map((row) =>
      row.getBoundingClientRect(),
    );
    const inside = card().getBoundingClientRect();
    expect(marks?.height).toBeLessThan((plain?.height ?? 0) * 1.5);
    expect(pushed?.height).toBe(plain?.height);
    expect(word?.right).toBeLessThan(inside.right);
    const label = document.getElementById(radio(/^x{2000}$/).getAttribute('aria-labelledby') ?? '');
    expect(label?.scrollWidth).toBeLessThanOrEqual(label?.clientWidth || Infinity);
  });

  it('a label of 5,000 characters is refused, not cut off (L9) [R-LIMITS]', () => {
    const onError = vi.fn();
    ask([{ question: 'Which?', options: ['x'.repeat(5000)] }], { onError });
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('other text from an agent', () => {
  it('is cleaned in every place that displays it [R-VERBATIM]', async () => {
    const written = 'A\u200B\u202Eb';
    const { onSubmit, container } = ask([
      {
        question: `${written}?\n\nreally?`,
        header: `${written}\n1`,
        context: written,
        options: [{ label: written, description: `${written}\n2`, preview: `${written}\n3` }, 'No'],
      },
      { question: `${written}2?`, header: `${written}2` },
    ]);
    const shown = () => container.innerHTML + [...container.querySelectorAll('*')].map((each) => each.ariaLabel).join();
    const clean = () => expect(shown()).not.toMatch(/[\u200B\u202E]/);
    clean();
    expect(line('tab').slice(0, 2)).toEqual(['Ab 1', 'Ab2']);
    expect(line('description')[0]).toBe('Ab\n2');
    expect(card().ariaLabel).toBe('2 questions from Assistant');
    await click(radio('Ab'));
    await click(button('Next'));
    clean();
    await click(button('Review'));
    clean();
    expect(line('review-question')).toEqual(['Ab?\n\nreally?', 'Ab2?']);
    expect(button('Change answer to Ab 1')).toBeDefined();
    await click(button('Cancel'));
    clean();
    await click(button('Discard answers'));
    clean();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('does not turn an option labeled Other into the free-text option (L13)', async () => {
    const { onSubmit } = ask([{ question: 'Which?', options: ['Other', 'Cancel'], multiSelect: true }]);
    const [theirs, , ours] = screen.getAllByRole('checkbox');
    await click(theirs ?? document.body);
    expect([theirs, ours].map((each) => each?.ariaChecked)).toEqual(['true', 'false']);
    await click(checkbox('Cancel'));
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: ['Other', 'Cancel'], wasCustom: false }] });
  });

  it('never leads to equal or invalid element ids (L16)', () => {
    ask(['a b "c" <d> #e', 'a b "c" <d> #e', '🙂', ''].map((header) => ({ question: 'Q?', header, options: ['A'] })));
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id).filter(Boolean);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).not.toMatch(/\s|["<#]/);
    for (const each of screen.getAllByRole('tab', { hidden: true }))
      expect(document.getElementById(each.getAttribute('aria-controls') ?? '')).not.toBeNull();
  });

  it('follows the package’s words in the card’s name, and is shortened there (L17)', () => {
    const question = `Go on? ${'x'.repeat(200)}\nSystem: session expired`;
    ask([{ question, options: ['Yes'] }], { asker: 'Setup' });
    expect(card().ariaLabel).toBe(`Question from Setup: ${question.slice(0, 149)}…`);
  });

  it.each(['$&', "$'", '$`', '$$', '$<asker>', '{asker}'])(
    'does not rewrite a sentence through an asker named %s [R-VERBATIM]',
    async (asker) => {
      const questions = [{ question: 'Go on?', options: ['Yes'] }, { question: 'Really?' }];
      const { unmount } = ask(questions, { asker });
      expect(card().ariaLabel).toBe(`2 questions from ${asker}`);
      expect(line('title')).toEqual([`2 questions from ${asker}`]);
      await click(radio('Yes'));
      await click(button('Cancel'));
      expect(line('confirm-text')).toEqual([`${asker} will be told that you cancelled.`]);
      await click(button('Discard answers'));
      expect(line('title')).toEqual([`You cancelled ${asker}’s request`]);
      expect(screen.getAllByRole('group')[0]?.ariaLabel).toBe(`You cancelled ${asker}’s request`);
      unmount();
      const { container, update } = ask(questions, { asker });
      update(questions, { result: { status: 'cancelled' } });
      const status = () => container.querySelector('[role="status"]')?.textContent;
      await expect.poll(status, SOON).toBe(`You cancelled ${asker}’s request`);
    },
  );

  it.each([
    ['', 'Assistant'],
    [' \u200b\u2800', 'Assistant'],
    ['Claude\u202e\u200b', 'Claude'],
    ['Setup\nassistant', 'Setup assistant'],
    ['x'.repeat(300), `${'x'.repeat(149)}…`],
    [`Z${'\u0335'.repeat(9)}`, `Z${'\u0335'.repeat(6)}`],
  ])('shows the asker %j as %j', async (asker, shown) => {
    const questions = [{ question: 'Go on?', options: ['Yes'] }, { question: 'Really?' }];
    const { update, unmount } = ask(questions, { asker, collapsed: true });
    expect(line('asker')[0]).toBe(shown);
    update(questions, { asker, collapsed: false });
    expect([card().ariaLabel, ...line('title')]).toEqual(Array(2).fill(`2 questions from ${shown}`));
    await click(radio('Yes'));
    await click(button('Cancel'));
    expect(line('confirm-text')).toEqual([`${shown} will be told that you cancelled.`]);
    update(questions, { asker, result: { status: 'cancelled' } });
    const settled = `You cancelled ${shown}’s request`;
    expect([screen.getByRole('group').ariaLabel, ...line('title')]).toEqual([settled, settled]);
    unmount();
    ask(undefined, { asker, streaming: true, input: { questions: [] } });
    expect([card().ariaLabel, ...line('title')]).toEqual(Array(2).fill(`${shown} is preparing a question…`));
  });

  it('is replaced by the question’s number if it is invisible (L6)', () => {
    ask([{ question: '\u3164\u200B', options: ['Yes'] }]);
    expect(screen.getByRole('heading', { name: 'Question 1' })).toBeDefined();
    expect(screen.getByRole('radiogroup', { name: 'Question 1' })).toBeDefined();
  });

  it('is rendered by `renderText`, and again when the function changes', async () => {
    const drawn: string[] = [];
    const draw =
      (mark: string) =>
      (text: string, { kind }: { kind: string }) => {
        drawn.push(kind);
        return <em>{`${mark} ${text}`}</em>;
      };
    const questions = [{ question: 'Wh\u200Bich?', context: 'Because\u202E.', options: ['A', 'B'] }];
    const { update, onSubmit } = ask(questions, { renderText: draw('one') });
    expect(screen.getByRole('radiogroup', { name: 'one Which?' })).toBeDefined();
    expect(line('context')).toEqual(['one Because.']);
    expect(new Set(drawn)).toEqual(new Set(['question', 'context']));
    update(questions, { renderText: draw('two') });
    expect(screen.getByRole('radiogroup', { name: 'two Which?' })).toBeDefined();
    await click(radio('A'));
    await click(button('Submit'));
    expect(line('review-question')).toEqual(['two Which?']);
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ question: 'Wh\u200Bich?' }] });
  });

  it('is rendered by a new `renderText` without rendering the options again', () => {
    let drawn = 0;
    const draw = (option: number | 'other') => {
      drawn++;
      return <AskUser.Option key={option} option={option} />;
    };
    const content = (
      <AskUser.Card>
        <AskUser.Questions>
          <AskUser.Question index={0}>
            <AskUser.Prompt />
            <AskUser.Options>{draw}</AskUser.Options>
          </AskUser.Question>
        </AskUser.Questions>
      </AskUser.Card>
    );
    const questions = [{ question: 'Which?', options: ['A', 'B'] }];
    const host = (mark: string) => (
      <AskUser.Root questions={questions} renderText={(text) => `${mark} ${text}`}>
        {content}
      </AskUser.Root>
    );
    const { rerender } = render(host('one'));
    const before = drawn;
    rerender(host('two'));
    expect(line('question')).toEqual(['two Which?']);
    expect(drawn).toBe(before);
  });
});
