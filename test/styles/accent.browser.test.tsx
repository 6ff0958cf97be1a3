import type { CSSProperties, ReactNode } from 'react';
import { afterAll, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ask, button, card, checkbox, cleanUpAfterEach, click, focused, radio, tab } from '../helpers/browser/card.js';
import { backgrounds, contrast, textContrasts } from '../helpers/browser/colours.js';
import { press } from '../helpers/browser/keys.js';
import { emulate } from '../helpers/browser/media.js';
import { mouseAt } from '../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME } from '../helpers/browser/questions.js';
import { markdownText } from '../../src/react/markdown/index.js';
import type { QuestionInput } from '../../src/react/index.js';

cleanUpAfterEach();
afterAll(() => emulate({}));

const ACCENTS = [
  '#ff0',
  '#fff',
  '#000',
  '#0d9488',
  '#777',
  '#f00',
  '#00f',
  '#0f0',
  '#f0f',
  '#f97316',
  '#ffc0cb',
  '#001f3f',
] as const;
const SCHEMES = ['light', 'dark'] as const;

const QUESTIONS: readonly QuestionInput[] = [
  { ...DATABASE, options: [{ label: 'PostgreSQL (Recommended)', description: 'Battle-tested' }, 'SQLite'] },
  { ...FEATURES, context: 'Read [the plan](https://example.com).' },
  NAME,
];

const withStyle = (style: CSSProperties) => (dialog: ReactNode) => <div style={style}>{dialog}</div>;
const accent = (color: string, more?: object) => withStyle({ '--ask-user-accent': color, ...more } as CSSProperties);

const part = (name: string) => card().querySelector(`[data-ask-user="${name}"]`) ?? card();
const behind = (element: Element) => backgrounds(element.parentElement);
const name = (element: Element) => element.querySelector('bdi') ?? element;
const edge = (element: Element, pseudo?: string) =>
  contrast(getComputedStyle(element, pseudo).borderBlockEndColor, ...behind(element));

/** How much the edge or the background of a button differs from what is behind it. */
const shape = (element: Element) =>
  Math.max(edge(element), contrast(getComputedStyle(element).backgroundColor, ...behind(element)));

/** Contrast of a button's text. A pressed button has a layer over its background. */
function textOn(element: Element): number {
  const { color, backgroundColor, boxShadow } = getComputedStyle(element);
  const layer = /^(.+\))(?: 0px){3} /.exec(boxShadow)?.[1];
  return contrast(color, ...(layer ? [layer] : []), backgroundColor, ...behind(element));
}

/** Contrast of the outline that shows focus with what is around the element. */
function ring(): number {
  const element = document.activeElement ?? document.body;
  const control = element.matches('[data-ask-user="control"]');
  const { outlineColor } = getComputedStyle(element, control ? '::before' : undefined);
  return contrast(outlineColor, ...behind(element));
}

const lowest = (wanted: string) =>
  Math.min(...textContrasts(card()).flatMap(([found, ratio]) => (found === wanted ? ratio : [])));

describe.each(SCHEMES.flatMap((scheme) => ACCENTS.map((color) => [color, scheme] as const)))(
  'the accent %s in %s mode, without another property [R-THEME]',
  (color, scheme) => {
    it('gives texts a contrast of 4.5 to 1, and marks one of 3 to 1', async () => {
      await emulate({ 'prefers-color-scheme': scheme });
      ask(QUESTIONS, { around: accent(color), renderText: markdownText });
      const texts: Record<string, number> = {};
      const marks: Record<string, number> = {};

      texts['badge'] = lowest('badge');
      texts['primary button'] = textOn(button('Next'));
      marks['shape of the primary button'] = shape(button('Next'));
      const { left, top, width, height } = button('Next').getBoundingClientRect();
      await mouseAt(button('Next'), left + width / 2, top + height / 2, 'move');
      texts['primary button under the pointer'] = textOn(button('Next'));
      marks['shape of the primary button under the pointer'] = shape(button('Next'));
      await mouseAt(button('Next'), left + width / 2, top + height / 2, 'down');
      texts['primary button, pressed'] = textOn(button('Next'));
      // Released elsewhere, so that it is not clicked.
      await mouseAt(button('Next'), 1, 1, 'move', 'up');

      marks['dot of the header'] = edge(part('header'), '::before');
      marks['line of the tab'] = edge(tab('Database'));
      tab('Database').focus();
      await press('Tab');
      marks[`focus ring of ${focused()}`] = ring();
      await click(radio(/PostgreSQL/));
      radio(/PostgreSQL/).focus();
      marks['focus ring of a selected row'] = ring();
      marks['radio'] = edge(radio(/PostgreSQL/));
      const { borderTopColor, backgroundColor } = getComputedStyle(radio(/PostgreSQL/));
      marks['dot of a radio'] = contrast(borderTopColor, backgroundColor);
      for (const text of ['badge', 'description', 'label'] as const) texts[`${text}, selected`] = lowest(text);

      await click(button('Next'));
      texts['link'] = contrast(
        getComputedStyle(card().querySelector('a') ?? card()).color,
        ...backgrounds(card().querySelector('a')),
      );
      await click(checkbox('REST API'));
      marks['checkbox'] = edge(checkbox('REST API'));
      const box = getComputedStyle(checkbox('REST API'));
      marks['tick'] = contrast(
        getComputedStyle(checkbox('REST API'), '::after').borderBlockEndColor,
        box.backgroundColor,
      );
      await click(button('Next'));
      await userEvent.type(part('field'), 'x');
      await click(button('Review'));
      await expect.poll(() => lowest('change')).toBeLessThan(99);
      texts['change'] = lowest('change');
      marks['mark of Review'] = edge(name(tab(/Review/)), '::before');

      const weak = (found: Record<string, number>, least: number) =>
        Object.entries(found).flatMap(([what, ratio]) => (ratio >= least ? [] : `${what} ${ratio.toFixed(2)}`));
      expect([...weak(texts, 4.5), ...weak(marks, 3)]).toEqual([]);
    });
  },
);

describe('a host that sets more than the accent [R-THEME]', () => {
  it.each(SCHEMES)('gets its own color on the accent, and for the accent as text, in %s mode', async (scheme) => {
    await emulate({ 'prefers-color-scheme': scheme });
    ask(QUESTIONS, {
      around: accent('#ff0', { '--ask-user-on-accent': 'rgb(1 2 3)', '--ask-user-accent-text': 'rgb(4 5 6)' }),
    });
    expect(getComputedStyle(button('Next')).color).toBe('rgb(1, 2, 3)');
    expect(getComputedStyle(part('badge')).color).toBe('rgb(4, 5, 6)');
  });

  it('may set the accent with light-dark(), a variable or a mixed color', async () => {
    await emulate({ 'prefers-color-scheme': 'dark' });
    for (const color of ['light-dark(#000, #ff0)', 'var(--brand)', 'color-mix(in oklab, #ff0, #fff 10%)']) {
      const { unmount } = ask(QUESTIONS, { around: accent(color, { '--brand': 'oklch(0.97 0.2 110)' }) });
      expect([color, textOn(button('Next')) > 10, lowest('badge') > 4.5]).toEqual([color, true, true]);
      unmount();
    }
  });
});

describe('the default theme', () => {
  // The colors that the stylesheet had before it derived any.
  it.each([
    ['light', '#fff', '#3a5bd9'],
    ['dark', '#0e1430', '#8fa8ff'],
  ] as const)('derives the colors of the palette in %s mode [R-THEME]', async (scheme, on, text) => {
    await emulate({ 'prefers-color-scheme': scheme });
    ask(QUESTIONS);
    expect(contrast(getComputedStyle(button('Next')).color, on)).toBeLessThan(1.03);
    for (const color of [getComputedStyle(part('badge')).color, getComputedStyle(button('Next')).borderTopColor])
      expect(contrast(color, text)).toBeLessThan(1.005);
  });
});
