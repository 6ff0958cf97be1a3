import { screen } from '@testing-library/react';
import type { QuestionInput } from '../../../src/react/index.js';

export const LINES = Array.from({ length: 80 }, (_, line) => `line ${line + 1} ${'.'.repeat(200)}`).join('\n');

export const LAYOUT: QuestionInput = {
  question: 'Which layout?',
  options: [
    { label: 'By feature', description: 'One folder a capability', preview: 'src/\n\torders/\n    billing/' },
    { label: 'By layer (Recommended)', preview: LINES },
    { label: 'As it is', preview: '  \n ' },
  ],
};

export const group = () => screen.getByRole('group', { name: /preview/i });
export const text = () => group().querySelector<HTMLElement>('[data-ask-user="preview-text"]') ?? document.body;
export const shown = () => group().querySelector('[data-ask-user="preview-title"]')?.textContent ?? '';
export const dialog = () => screen.queryByRole<HTMLDialogElement>('dialog');
