import { screen } from '@testing-library/react';
import type { QuestionInput } from '../../../src/react/index.js';
import { ask, button, type AskOptions, type Asked } from './card.js';

export { confirmation } from './card.js';

export const dialog = () =>
  screen.getAllByRole<HTMLDialogElement>('dialog').find(({ localName }) => localName === 'dialog')!;
export const closed = () => document.querySelector('dialog:not([open])') !== null;

/** Renders a card, moves focus to the button before it, and makes the card a modal. */
export function askModal(questions: readonly QuestionInput[], options: AskOptions = {}): Asked {
  const view = ask(questions, { ...options, asker: 'Bot' });
  button('Before').focus();
  view.update(questions, { presentation: 'modal' });
  return view;
}
