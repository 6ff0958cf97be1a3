import type { QuestionInput } from '../../../src/react/index.js';
import { button, checkbox, click, field, heading, radio, tab, type AskOptions } from './card.js';
import { fill, press, pressEach, typeKeys } from './keys.js';
import { mouseClick } from './pointer.js';
import { choices, DATABASE, FEATURES, NAME, THREE } from './questions.js';

export interface CardState {
  name: string;
  questions: readonly QuestionInput[];
  props?: AskOptions;
  reach?: () => Promise<unknown> | void;
}

const typeOther = async () => {
  await mouseClick(radio('Other'));
  await typeKeys('mine');
};
const toReview = async () => {
  heading(/Which database/).focus();
  await pressEach('2', 'Enter', 'Enter', 'Enter');
};

/** Questions with headers and labels that are unsuitable as ids or names. */
const HOSTILE: readonly QuestionInput[] = [
  { ...DATABASE, header: 'a b "c" <d> #e', context: 'Because.' },
  { ...FEATURES, header: '🙂' },
  { ...NAME, header: '🙂' },
  { question: 'No header?', options: ['Yes (Recommended)', ' ', 'Yes (Recommended)'] },
];

const PREVIEWS: QuestionInput = {
  question: 'How should it be written?',
  options: [{ label: 'As one file', preview: 'export const answer = 42;\n'.repeat(40) }, 'Not at all'],
};

/** Every state that a card can be in, and how a user reaches it. */
export const STATES: readonly CardState[] = [
  { name: 'single select', questions: [DATABASE] },
  { name: 'single select, selected', questions: [DATABASE], reach: () => click(radio('SQLite')) },
  { name: 'single select, Other', questions: [DATABASE], reach: typeOther },
  { name: 'Other kept', questions: [DATABASE], reach: () => typeOther().then(() => mouseClick(radio('SQLite'))) },
  { name: 'multi-select', questions: [FEATURES], reach: () => click(checkbox('REST API')) },
  { name: 'text', questions: [NAME], reach: () => click(button('Add a note')) },
  {
    name: 'text, over the limit',
    questions: [NAME],
    props: { softLimit: 3 },
    reach: () => fill(field(/name of/), 'abcd'),
  },
  { name: 'refused', questions: [DATABASE], reach: () => click(button('Submit')) },
  { name: 'refused text', questions: [NAME], reach: () => click(button('Submit')) },
  {
    name: 'preview',
    questions: [PREVIEWS],
    reach: () => click(radio('As one file')),
  },
  {
    name: 'preview, larger',
    questions: [PREVIEWS],
    reach: () => click(radio('As one file')).then(() => click(button('Open larger'))),
  },
  { name: 'preview, option without one', questions: [PREVIEWS], reach: () => click(radio('Not at all')) },
  { name: 'long list, no number keys', questions: [choices(12)], props: { shortcuts: false } },
  { name: 'tabs', questions: HOSTILE, props: { asker: 'Setup assistant', allow: { skip: true, decline: true } } },
  {
    name: 'tabs, visited and skipped',
    questions: HOSTILE,
    props: { allow: { skip: true } },
    reach: () => click(button('Skip')).then(() => click(button('Next'))),
  },
  { name: 'tabs, the last question', questions: HOSTILE, reach: () => mouseClick(tab('Question 4')) },
  { name: 'Review', questions: THREE, reach: toReview },
  {
    name: 'several questions, refused',
    questions: THREE,
    reach: () => toReview().then(() => click(button('Submit answers'))),
  },
  { name: 'discard confirmation', questions: THREE, reach: () => toReview().then(() => press('Escape')) },
  {
    name: 'long-answer confirmation',
    questions: [NAME],
    props: { softLimit: 3 },
    reach: async () => {
      await fill(field(/name of/), 'abcd');
      await press('Enter');
    },
  },
  {
    name: 'sending',
    questions: [DATABASE],
    props: { onSubmit: () => new Promise(() => {}) },
    reach: () => typeOther().then(() => press('Enter')),
  },
  {
    name: 'failed delivery',
    questions: [DATABASE],
    props: { onSubmit: () => ({ ok: false }) },
    reach: () => typeOther().then(() => press('Enter')),
  },
  { name: 'answered', questions: [DATABASE], reach: () => typeOther().then(() => press('Enter')) },
  { name: 'cancelled', questions: [DATABASE], reach: () => click(button('Cancel')) },
  { name: 'withdrawn', questions: [DATABASE], props: { result: { status: 'aborted' } } },
  { name: 'streaming', questions: THREE, props: { streaming: true } },
  { name: 'collapsed', questions: THREE, reach: () => click(button('Collapse')) },
  { name: 'modal', questions: THREE, props: { presentation: 'modal' } },
  {
    name: 'modal, discard confirmation',
    questions: THREE,
    props: { presentation: 'modal' },
    reach: () => click(radio('SQLite')).then(() => press('Escape')),
  },
  {
    name: 'modal, collapsed',
    questions: THREE,
    props: { presentation: 'modal' },
    reach: () => click(button('Collapse')),
  },
  { name: 'right to left', questions: HOSTILE, props: { dir: 'rtl' } },
];
