import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { QuestionInput } from '../../../src/react/index.js';
import type { PartName } from '../../../src/react/dialog/anatomy.js';
import {
  ask,
  button,
  card,
  cleanUpAfterEach,
  click,
  field,
  focused,
  heading,
  radio,
  tab,
  type AskOptions,
} from '../../helpers/browser/card.js';
import { press, typeKeys } from '../../helpers/browser/keys.js';
import { emulate } from '../../helpers/browser/media.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const OTHER: QuestionInput = { question: 'Anything else?', header: 'Else' };

const part = (name: PartName) => document.querySelector(`[data-ask-user="${name}"]`);
const stream = (questions: readonly QuestionInput[], more?: AskOptions) =>
  ask(questions, { streaming: true, requestId: 'r1', asker: 'Setup assistant', ...more });

describe('a card before the first complete question [R-STREAM]', () => {
  it.each([
    ['no input', undefined],
    ['no questions', { questions: [] }],
    ['a partial question', { questions: [{ question: 'Which da' }] }],
    ['incomplete JSON', '{"questions":[{"que'],
  ])('shows that a question is being prepared, and offers nothing to select: %s', (_, input) => {
    const onError = vi.fn();
    ask(undefined, { input, streaming: true, asker: 'Setup assistant', onError, strict: true });
    expect(heading('Setup assistant is preparing a question…')).toBeVisible();
    expect(card()).toHaveAccessibleName('Setup assistant is preparing a question…');
    expect(card()).toHaveAttribute('data-streaming');
    expect(part('body')).toHaveAttribute('aria-busy', 'true');
    expect(part('skeleton')).toHaveAttribute('aria-hidden', 'true');
    expect(document.querySelectorAll('[data-ask-user="skeleton-line"]')).toHaveLength(3);
    for (const role of ['radio', 'checkbox', 'textbox', 'tab']) expect(screen.queryByRole(role)).toBeNull();
    expect(onError).not.toHaveBeenCalled();
  });

  it('can be cancelled, and stays cancelled', async () => {
    const { onCancel, onSubmit, update } = stream([NAME]);
    await click(button('Submit'));
    button('Cancel').focus();
    await press('Enter');
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onCancel.mock.calls[0]?.[1].result).toEqual({ status: 'cancelled' });
    expect(heading(/You cancelled/)).toBeVisible();
    expect(focused()).toMatch(/^title You cancelled/);
    update(THREE, { streaming: false });
    expect(screen.queryByRole('radio')).toBeNull();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('is replaced by the questions in place, and focus stays', () => {
    const { update } = stream([NAME]);
    button('Cancel').focus();
    update([NAME, FEATURES]);
    expect(heading(/name of the service/)).toBeVisible();
    expect(part('skeleton')).toBeNull();
    expect(part('body')).not.toHaveAttribute('aria-busy');
    expect(focused()).toBe('button Cancel');
  });

  it('is removed if the final request is empty [R-EMPTY]', () => {
    const onError = vi.fn();
    const { update } = stream([], { onError });
    expect(card()).toBeVisible();
    update([], { streaming: false, onError });
    expect(screen.queryByRole('region')).toBeNull();
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('a card while more questions stream in [R-STREAM]', () => {
  it('accepts answers to complete questions, hides partial ones, and sends nothing', async () => {
    const { update, onSubmit } = stream([DATABASE, { question: 'Which fea' }]);
    expect(screen.queryByText(/Which fea/)).toBeNull();
    await click(radio('SQLite'));
    expect(button('Submit')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Submit')).toHaveAccessibleDescription('Setup assistant is preparing a question…');
    await click(button('Submit'));
    radio('SQLite').focus();
    await press('Enter');
    expect(onSubmit).not.toHaveBeenCalled();
    update([DATABASE, { ...FEATURES, options: ['Accounts'] }]);
    expect(screen.queryByRole('tab')).toBeNull();
    update(THREE, { streaming: false });
    expect(card()).not.toHaveAttribute('data-streaming');
    expect(radio('SQLite')).toBeChecked();
    expect(screen.getAllByRole('tab')).toHaveLength(4);
  });

  it('keeps focus, caret, text and every element', async () => {
    const { update } = stream([NAME, DATABASE]);
    const text = field(/name of/);
    text.focus();
    await typeKeys('orders');
    text.setSelectionRange(2, 4);
    const id = text.id;
    update([NAME, DATABASE, FEATURES]);
    update([NAME, DATABASE, FEATURES, OTHER]);
    update([NAME, DATABASE, FEATURES, OTHER], { streaming: false });
    expect(field(/name of/)).toBe(text);
    expect([text.id, text.value, text.selectionStart, text.selectionEnd]).toEqual([id, 'orders', 2, 4]);
    expect(document.activeElement).toBe(text);
    await mouseClick(tab('Database'));
    const labels = screen.getAllByRole('radio').map((one) => one.getAttribute('value'));
    expect(labels).toEqual(['0', '1', '2', 'other']);
  });
});

describe('the lines of the skeleton', () => {
  afterEach(() => emulate({}));

  it.each([
    ['reduce', 'none'],
    ['no-preference', 'ask-user-skeleton'],
  ])('with prefers-reduced-motion: %s have the animation %s (A87)', async (value, animation) => {
    await emulate({ 'prefers-reduced-motion': value });
    stream([NAME]);
    expect(getComputedStyle(part('skeleton-line')!).animationName).toBe(animation);
  });
});
