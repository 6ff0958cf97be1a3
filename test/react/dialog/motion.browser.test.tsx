import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { ask, button, cleanUpAfterEach, click, radio } from '../../helpers/browser/card.js';
import { press } from '../../helpers/browser/keys.js';
import { withLook } from '../../helpers/browser/media.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const PARTS = ['card', 'other-field', 'sheet', 'collapsed-bar', 'settled'];

/** Running animations as `part milliseconds`, without those that follow the scroll position. */
const moving = (): string[] =>
  document
    .getAnimations()
    .filter(({ timeline }) => timeline === document.timeline)
    .flatMap(({ effect }) => {
      const { target } = effect as KeyframeEffect;
      const name = target?.getAttribute('data-ask-user') ?? '';
      return PARTS.includes(name) ? [`${name} ${String(effect?.getTiming().duration)}`] : [];
    });

/**
 * Listens at once. Returns a promise of the duration of the part's next motion, in milliseconds, as the browser reports
 * it.
 */
const timeOf = (part: string): Promise<number> =>
  new Promise((resolve) => {
    const hear = ({ target, elapsedTime }: AnimationEvent | TransitionEvent) => {
      if (target instanceof Element && target.matches(`[data-ask-user="${part}"]`)) resolve(elapsedTime * 1000);
    };
    document.addEventListener('animationend', hear);
    document.addEventListener('transitionend', hear);
    onTestFinished(() => {
      document.removeEventListener('animationend', hear);
      document.removeEventListener('transitionend', hear);
    });
  });

const EVENTS: [what: string, part: string, reach: () => Promise<unknown> | void][] = [
  ['the arrival', 'card', () => {}],
  ['opening Other’s field', 'other-field', () => mouseClick(radio('Other'))],
  ['opening a confirmation', 'sheet', () => click(radio('SQLite')).then(() => press('Escape'))],
  ['collapsing', 'collapsed-bar', () => mouseClick(button('Collapse'))],
  ['settling', 'settled', () => mouseClick(button('Cancel'))],
];

beforeEach(() => page.viewport(900, 900));

describe('motion of a card [R-CALM]', () => {
  withLook({ 'prefers-reduced-motion': 'no-preference' });

  it.each(EVENTS)('takes 120 to 180 ms for %s', async (_, part, reach) => {
    // Listen before the motion starts: on a busy machine it may end before the test looks.
    const time = timeOf(part);
    ask(part === 'sheet' ? THREE : [DATABASE]);
    await reach();
    expect(await time).toBeGreaterThanOrEqual(120);
    expect(await time).toBeLessThanOrEqual(180);
  });
});

describe('motion of a card with prefers-reduced-motion', () => {
  withLook({ 'prefers-reduced-motion': 'reduce' });

  it.each(EVENTS)('is absent for %s', async (_, part, reach) => {
    ask(part === 'sheet' ? THREE : [DATABASE]);
    await reach();
    expect(moving()).toEqual([]);
    expect(document.querySelector(`[data-ask-user="${part}"]`)).not.toBeNull();
  });
});
