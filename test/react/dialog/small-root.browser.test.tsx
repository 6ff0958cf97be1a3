import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  ask,
  button,
  cleanUpAfterEach,
  click,
  frame,
  heading,
  loaded,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { press, pressEach } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { choices, DATABASE, FEATURES, THREE } from '../../helpers/browser/questions.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const root = document.documentElement;
beforeEach(() => page.viewport(1000, 1000));
afterEach(() => {
  root.style.fontSize = '';
});

const WITH_DESCRIPTION: QuestionInput = { ...DATABASE, context: 'Because it has to be kept somewhere.' };
const STATES: [string, readonly QuestionInput[], () => Promise<unknown> | void][] = [
  ['one question', [WITH_DESCRIPTION], () => {}],
  ['Other selected', [WITH_DESCRIPTION], () => mouseClick(radio('Other'))],
  ['a multi-select question', [FEATURES], () => {}],
  ['a long list', [choices(20)], () => screen.findByText(/^\d+ more/)],
  ['a preview', [{ question: 'Which?', options: [{ label: 'One', preview: 'a\nb\nc' }, 'Two'] }], () => {}],
  ['tabs with a missing answer', THREE, () => mouseClick(tab(/Review/)).then(() => click(button('Submit answers')))],
  [
    'Review',
    THREE,
    async () => {
      heading(/Which database/).focus();
      await pressEach('2', 'Enter', 'Enter', 'Enter');
    },
  ],
  ['a confirmation', THREE, () => click(radio('SQLite')).then(() => press('Escape'))],
  ['collapsed', [DATABASE], () => mouseClick(button('Collapse'))],
  ['settled', [DATABASE], () => click(radio('SQLite')).then(() => click(button('Submit')))],
];

/** Parts with a 24 px target or space for a focus ring, which do not shrink. */
const FIXED =
  'header tab tab-list collapse question-actions question-action change hidden status alert key-hints more-indicator tray prompt'.split(
    ' ',
  );

const card = () => document.querySelector<HTMLElement>('[data-ask-user="card"]') ?? document.body;
const parts = () =>
  [...card().querySelectorAll<HTMLElement>('[data-ask-user]')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
const height = (element: Element) => element.getBoundingClientRect().height;

/** Box of an element. For an answer, which is as wide as its row, the box of its words. */
function boxOf(element: Element): DOMRect {
  if (!element.matches('dd')) return element.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(element);
  return words.getBoundingClientRect();
}

/** Pairs of texts and controls that overlap. Neither contains the other. Format: `one, other`. */
function overlapping(): string[] {
  const shown = parts().filter((one) => one.matches('button, textarea, p, h1, h2, h3, h4, dt, dd, bdi, kbd, label'));
  const layer = (one: Element) => one.closest('[data-ask-user="sheet"], [data-ask-user="scroller"]');
  const overlaps: string[] = [];
  for (const [at, one] of shown.entries()) {
    for (const other of shown.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      // A confirmation and the "more" indicator cover other parts, and a scrolling list clips its rows.
      if ([one, other].some((part) => part.closest('[data-ask-user="more-indicator"], [data-ask-user="hidden"]')))
        continue;
      if (layer(one) !== layer(other)) continue;
      const [a, b] = [boxOf(one), boxOf(other)];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1.5 && a.width > 1 && b.width > 1)
        overlaps.push(`${one.dataset['askUser']}, ${other.dataset['askUser']}`);
    }
  }
  return overlaps;
}

describe('a root font size of 62.5 % [R-HOSTCSS]', () => {
  it.each(STATES)('scales the card to 62.5 % without overlaps: %s', async (_, questions, reach) => {
    const draw = async () => {
      const { unmount } = ask(questions, { around: (dialog) => <div style={{ inlineSize: '45rem' }}>{dialog}</div> });
      await loaded();
      await reach();
      await frame();
      expect(overlapping()).toEqual([]);
      const whole = height(card());
      const all = parts().map((one) => [one.dataset['askUser'] ?? '', height(one)] as const);
      unmount();
      return { whole, all };
    };
    const before = await draw();
    root.style.fontSize = '62.5%';
    const after = await draw();
    expect(after.all.map(([name]) => name)).toEqual(before.all.map(([name]) => name));
    const changed = before.all.flatMap(([name, was], at) => {
      const is = after.all[at]?.[1] ?? 0;
      // Hairlines and 24 px targets inside a box do not shrink.
      return FIXED.includes(name) || Math.abs(is - was * 0.625) <= Math.max(4, was * 0.06)
        ? []
        : [`${name}: ${was}, ${is}`];
    });
    expect(changed).toEqual([]);
    expect(Math.abs(after.whole / before.whole - 0.625)).toBeLessThan(0.05);
  });
});
