import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { ask, button, cleanUpAfterEach, click, radio } from '../helpers/browser/card.js';
import { press } from '../helpers/browser/keys.js';
import { withLook } from '../helpers/browser/media.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import { DATABASE, THREE } from '../helpers/browser/questions.js';

cleanUpAfterEach();

const PARTS = ['card', 'other-field', 'sheet', 'bar', 'settled'];

/** What moves of its own accord, as `part milliseconds`; what follows the scroll position does not. */
const moving = (): string[] =>
  document
    .getAnimations()
    .filter(({ timeline }) => timeline === document.timeline)
    .flatMap(({ effect }) => {
      const { target } = effect as KeyframeEffect;
      const name = target?.getAttribute('data-ask-user') ?? '';
      return PARTS.includes(name) ? [`${name} ${String(effect?.getTiming().duration)}`] : [];
    });

/** Starts to listen, and returns what waits for the end of the part's motion: how long that was, in milliseconds, by the browser's own account. */
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
  ['its arrival', 'card', () => {}],
  ['the field of Other', 'other-field', () => mouseClick(radio('Other'))],
  ['a confirmation', 'sheet', () => click(radio('SQLite')).then(() => press('Escape'))],
  ['collapsing', 'bar', () => mouseClick(button('Collapse'))],
  ['the end', 'settled', () => mouseClick(button('Cancel'))],
];

beforeEach(() => page.viewport(900, 900));

describe('where motion is welcome [R-CALM]', () => {
  withLook({ 'prefers-reduced-motion': 'no-preference' });

  it.each(EVENTS)('%s takes 120 to 180 ms', async (_, part, reach) => {
    // Not what moves by then: on a busy machine it may be over.
    const time = timeOf(part);
    ask(part === 'sheet' ? THREE : [DATABASE]);
    await reach();
    expect(await time).toBeGreaterThanOrEqual(120);
    expect(await time).toBeLessThanOrEqual(180);
  });
});

describe('where it is not', () => {
  withLook({ 'prefers-reduced-motion': 'reduce' });

  it.each(EVENTS)('%s takes none', async (_, part, reach) => {
    ask(part === 'sheet' ? THREE : [DATABASE]);
    await reach();
    expect(moving()).toEqual([]);
    expect(document.querySelector(`[data-ask-user="${part}"]`)).not.toBeNull();
  });
});
