import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { AskUser, AskUserDialog } from '../../../src/react/index.js';
import { act, render, screen } from '@testing-library/react';
import {
  ask,
  button,
  card,
  cleanUpAfterEach,
  click,
  field,
  frame,
  loaded,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { fill } from '../../helpers/browser/keys.js';
import { mouseClick, withTouch } from '../../helpers/browser/pointer.js';
import { choices, DATABASE, NAME, THREE } from '../../helpers/browser/questions.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const WIDE = (dialog: React.ReactNode) => <div style={{ inlineSize: 'min(720px, 100%)' }}>{dialog}</div>;
const THREE_OPTIONS: QuestionInput = {
  question: 'Which database should we use?',
  options: [
    { label: 'PostgreSQL', description: 'Battle-tested relational database' },
    { label: 'SQLite', description: 'Lightweight, one file, nothing to run' },
    { label: 'MongoDB', description: 'Document store' },
  ],
};
const CONTEXT = 'The service stores about 2 GB of orders and is mostly read.';

const row = (index: number) => card().querySelectorAll<HTMLElement>('[data-ask-user="option"]')[index] ?? card();
const inRow = (index: number, part: string) => row(index).querySelector(`[data-ask-user="${part}"]`) ?? card();
const part = (name: string) => card().querySelector(`[data-ask-user="${name}"]`) ?? card();
const box = (element: Element) => element.getBoundingClientRect();

beforeEach(() => page.viewport(1280, 900));

describe('a card with three options and Other [R-CALM]', () => {
  it.each([
    ['without a context', THREE_OPTIONS],
    ['with a context', { ...THREE_OPTIONS, context: CONTEXT }],
    ['with a header and a context', { ...THREE_OPTIONS, header: 'Database', context: CONTEXT }],
  ])('is at most 360 px high at a width of 720 px, %s', (_, question) => {
    ask([question], { around: WIDE, asker: 'Setup assistant' });
    expect(box(card()).width).toBe(720);
    expect(box(card()).height).toBeLessThanOrEqual(360);
  });

  it('shows a description beside its label, or below it if the card is narrow', async () => {
    ask([THREE_OPTIONS], { around: WIDE });
    expect(box(inRow(0, 'description')).left).toBeGreaterThan(box(inRow(0, 'label')).right);
    expect(box(row(0)).height).toBeLessThan(40);
    await page.viewport(320, 640);
    expect(box(inRow(1, 'description')).left).toBe(box(inRow(1, 'label')).left);
    expect(box(inRow(1, 'description')).top).toBeGreaterThanOrEqual(box(inRow(1, 'label')).bottom - 2);
  });

  it('describes Other in one row, and shows the same text in its empty field [R-OTHER]', async () => {
    ask([THREE_OPTIONS], { around: WIDE });
    expect(box(row(3)).height).toBeCloseTo(box(row(0)).height);
    expect(radio('Other')).toHaveAccessibleDescription('Type your answer');
    await mouseClick(row(3));
    expect(field(/Your answer/).placeholder).toBe('Type your answer');
    await fill(field(/Your answer/), 'CockroachDB');
    await mouseClick(row(0));
    expect(radio('Other')).toHaveAccessibleDescription('CockroachDB');
    expect(inRow(3, 'description').checkVisibility()).toBe(true);
  });

  it('has a visually hidden hint that one option can be selected', () => {
    ask([THREE_OPTIONS]);
    expect(screen.getByRole('radiogroup')).toHaveAccessibleDescription('Choose one option.');
    expect(box(screen.getByText('Choose one option.')).width).toBe(1);
  });
});

describe('many questions', () => {
  it.each(['inline', 'dock'] as const)(
    'do not keep the height of a Review that is taller than the window, in a card that is %s',
    async (presentation) => {
      await page.viewport(800, 700);
      ask([choices(5), ...Array.from({ length: 14 }, () => NAME)], { presentation });
      await loaded();
      const height = async (name: RegExp) => {
        await mouseClick(screen.getByRole('button', { name: /^(Question|Review)/ }));
        await mouseClick(screen.getByRole('option', { name }));
        await frame();
        await frame();
        return Math.round(box(part('questions')).height);
      };
      const five = await height(/^1\. Which one/);
      expect(await height(/Review/)).toBeGreaterThan(700);
      expect(await height(/^1\. Which one/)).toBe(five);
    },
  );
});

describe('the secondary buttons of a question', () => {
  const sameRow = (one: Element, other: Element) =>
    Math.abs(box(one).top + box(one).height / 2 - box(other).top - box(other).height / 2) < 1;

  it('are in the row of the card’s buttons', async () => {
    ask([DATABASE], { around: WIDE, allow: { skip: true } });
    await click(radio('SQLite'));
    for (const name of ['Add a note', 'Clear answer', 'Skip'])
      expect(sameRow(button(name), button('Submit'))).toBe(true);
    expect(box(button('Add a note')).left).toBeLessThan(box(button('Cancel')).left);
  });

  it('belong to the question that is shown', async () => {
    ask(THREE, { around: WIDE });
    await click(radio('SQLite'));
    await click(button('Add a note'));
    await mouseClick(tab('Features'));
    expect(screen.getAllByRole('button', { name: 'Add a note' })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Clear answer' })).toBeNull();
    await mouseClick(tab(/Database/));
    expect(screen.queryByRole('button', { name: 'Add a note' })).toBeNull();
    await click(button('Clear answer'));
    await mouseClick(tab(/Review/));
    expect(screen.queryByRole('button', { name: /Add a note|Clear answer/ })).toBeNull();
  });

  it('stay below their question if a host renders the row itself', async () => {
    render(
      <AskUser.Root questions={[DATABASE]}>
        <AskUser.Card>
          <AskUser.Questions />
          <AskUser.Actions>
            <AskUser.Submit />
          </AskUser.Actions>
        </AskUser.Card>
      </AskUser.Root>,
    );
    expect(await screen.findByRole('button', { name: 'Add a note' })).toBeVisible();
    expect(box(button('Add a note')).bottom).toBeLessThanOrEqual(box(button('Submit')).top);
  });

  const Composed = () => (
    <AskUser.Root questions={THREE}>
      <AskUser.Card>
        <AskUser.Questions>
          {(_, index) => (
            <AskUser.Question index={index}>
              <AskUser.QuestionActions />
              <AskUser.Options />
            </AskUser.Question>
          )}
        </AskUser.Questions>
        <AskUser.Actions />
      </AskUser.Card>
    </AskUser.Root>
  );

  it('are rendered once, in the question, if a host places them there', () => {
    render(<Composed />);
    expect(box(button('Add a note')).bottom).toBeLessThanOrEqual(box(radio('SQLite')).top);
  });

  it.each([
    ['a host places them in the question', <Composed key="" />, 1],
    ['they are in the row', <AskUserDialog key="" questions={THREE} />, 1],
  ])('are rendered once after hydration if %s', async (_, dialog, onServer) => {
    const root = document.body.appendChild(document.createElement('div'));
    onTestFinished(() => root.remove());
    root.innerHTML = renderToString(dialog);
    const buttons = () => screen.queryAllByRole('button', { name: 'Add a note' });
    expect(buttons()).toHaveLength(onServer);
    const page = await act(async () => hydrateRoot(root, dialog));
    onTestFinished(() => act(() => page.unmount()));
    expect(buttons()).toHaveLength(1);
  });

  it('do not move the other buttons on a phone when one appears', () =>
    withTouch(async () => {
      await page.viewport(360, 640);
      ask([DATABASE]);
      const before = box(button('Submit')).top;
      await click(radio('SQLite'));
      await frame();
      expect(button('Clear answer')).toBeVisible();
      expect(box(button('Submit')).top).toBe(before);
    }));
});
