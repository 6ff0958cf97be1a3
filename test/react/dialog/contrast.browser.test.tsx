import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  ask,
  button,
  card,
  cleanUpAfterEach,
  click,
  focused,
  heading,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { backgrounds, contrast, weakTexts } from '../../helpers/browser/colours.js';
import { press } from '../../helpers/browser/keys.js';
import { withLook, type Look } from '../../helpers/browser/media.js';
import { choices, DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

/** Without transitions, colors have their final value when they are measured. */
const STILL = { 'prefers-reduced-motion': 'reduce' };
const LOOKS: readonly [string, Look][] = [
  ['light', { ...STILL, 'prefers-color-scheme': 'light' }],
  ['dark', { ...STILL, 'prefers-color-scheme': 'dark' }],
];

const part = (name: string) => card().querySelector(`[data-ask-user="${name}"]`) ?? card();

/** Contrast of a control's border with its surroundings. */
const edge = (element: Element, pseudo?: string) =>
  contrast(getComputedStyle(element, pseudo).borderBlockEndColor, ...backgrounds(element.parentElement));
/** The element of a tab that contains the mark. */
const nameOf = (element: Element) => element.querySelector('bdi') ?? element;
const fill = (element: Element) =>
  contrast(getComputedStyle(element).backgroundColor, ...backgrounds(element.parentElement));

describe.each(LOOKS)('the %s look', (look, features) => {
  withLook(features);

  it('gives text under the pointer a contrast of 4.5 to 1 (A85)', async () => {
    ask(THREE, { allow: { decline: true } });
    await click(radio('SQLite'));
    const found: string[] = [];
    for (const element of [
      radio('PostgreSQL'),
      radio('SQLite'),
      tab('Features'),
      button('Cancel'),
      button('Add a note'),
    ]) {
      await userEvent.hover(element);
      found.push(...weakTexts(card()));
    }
    await userEvent.hover(button('Next'));
    const { opacity, color, backgroundColor } = getComputedStyle(button('Next'));
    expect([found, opacity, contrast(color, backgroundColor) > 4.5]).toEqual([[], '1', true]);
    await userEvent.unhover(button('Next'));
  });

  it('gives marks, control borders and tab rings a contrast of 3 to 1 (A85)', async () => {
    ask(THREE, { around: (inner) => inner });
    const ratios: Record<string, number> = {
      'a radio': edge(radio('PostgreSQL')),
      'a tab’s ring': edge(nameOf(tab('Features')), '::before'),
      'the tab shown': edge(tab('Database')),
      'the primary button': fill(button('Next')),
      'the dot of the header': edge(part('header'), '::before'),
    };
    await click(radio('SQLite'));
    ratios['a radio, checked'] = edge(radio('SQLite'));
    ratios['a radio’s dot'] = contrast(
      getComputedStyle(radio('SQLite')).borderTopColor,
      getComputedStyle(radio('SQLite')).backgroundColor,
    );
    ratios['a tab’s tick'] = edge(nameOf(tab(/Database/)), '::before');
    await click(button('Next'));
    const [box] = card().querySelectorAll('[role="checkbox"]');
    ratios['a checkbox'] = box ? edge(box) : 0;
    if (box instanceof HTMLElement) await click(box);
    ratios['a checkbox, checked'] = box ? fill(box) : 0;
    ratios['its tick'] = box
      ? contrast(getComputedStyle(box, '::after').borderBlockEndColor, getComputedStyle(box).backgroundColor)
      : 0;
    await click(button('Next'));
    const field = part('field');
    ratios['a field'] = edge(field);
    await click(button('Review'));
    await click(button('Submit answers'));
    ratios['a refused field'] = edge(field);
    ratios['a tab’s missing mark'] = edge(nameOf(tab(/Name/)), '::before');
    expect(Object.entries(ratios).filter(([, ratio]) => ratio < 3)).toEqual([]);
  });

  it.each([
    ['one question', [DATABASE]],
    ['several', [FEATURES, NAME]],
  ])('has focus rings of 2 px with 3 to 1 on both sides: %s (A74)', async (_, questions) => {
    ask(questions);
    button('Before').focus();
    const bad: string[] = [];
    let stops = 0;
    for (await press('Tab'); focused() !== 'button After' && stops < 30; await press('Tab')) {
      stops++;
      const element = document.activeElement ?? document.body;
      const control = element.matches('[data-ask-user="control"]');
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, control ? '::before' : undefined);
      const sides = [
        contrast(outlineColor, ...backgrounds(element.parentElement)),
        contrast(outlineColor, ...backgrounds(card())),
      ];
      if (outlineStyle !== 'solid' || parseFloat(outlineWidth) < 2 || Math.min(...sides) < 3)
        bad.push(`${focused()} ${outlineStyle} ${outlineWidth} ${sides.map((side) => side.toFixed(1)).join()}`);
    }
    expect([bad, stops >= 4]).toEqual([[], true]);
  });

  it('shows focus on a heading as a bar (A74)', async () => {
    ask(THREE);
    // WebKit shows focus moved by a script only if a key had moved focus before.
    await press('Tab');
    button('Next').focus();
    await press('Enter');
    // A bar shows focus. Forced colors show the outline instead.
    const { backgroundColor, inlineSize } = getComputedStyle(heading(/Question 2/), '::after');
    const { outlineStyle, outlineWidth } = getComputedStyle(heading(/Question 2/));
    expect([inlineSize, contrast(backgroundColor, ...backgrounds(card())) >= 3]).toEqual(['2px', true]);
    expect([outlineStyle, outlineWidth]).toEqual(['solid', '2px']);
  });

  it('is applied to the card (A1)', () => {
    ask([DATABASE]);
    expect(contrast(getComputedStyle(card()).backgroundColor, '#fff') > 10).toBe(look === 'dark');
  });
});

describe.each(LOOKS)('the %s look with more contrast', (_, features) => {
  withLook({ ...features, 'prefers-contrast': 'more' });

  it('has no muted text and a visible border on every control (A90)', () => {
    ask([DATABASE]);
    const colours = ['hint', 'description', 'question', 'label'].map((name) => getComputedStyle(part(name)).color);
    expect(new Set(colours).size).toBe(1);
    expect(edge(card())).toBeGreaterThanOrEqual(3);
    expect(edge(radio('PostgreSQL'), '::before')).toBeGreaterThanOrEqual(3);
  });
});

describe('the printed card', () => {
  withLook({ media: 'print' });

  it('shows all options and no buttons (A90)', () => {
    ask([choices(40)]);
    const scroller = part('scroller');
    expect([scroller.scrollHeight - scroller.clientHeight, part('actions').checkVisibility()]).toEqual([0, false]);
    expect(radio('Choice 40').checkVisibility()).toBe(true);
  });
});
