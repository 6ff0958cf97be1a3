import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  ask,
  type AskOptions,
  button,
  card,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  heading,
  radio,
} from '../../helpers/browser/card.js';
import { fill, press, pressEach } from '../../helpers/browser/keys.js';
import { mouseClick, withTouch } from '../../helpers/browser/pointer.js';
import { choices, FEATURES } from '../../helpers/browser/questions.js';
import { shades } from '../../helpers/browser/shades.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const SIZE: [number, number] = [innerWidth, innerHeight];
const added: HTMLStyleElement[] = [];
const style = (css: string) => {
  const element = document.createElement('style');
  element.textContent = css;
  document.head.append(element);
  added.push(element);
};
afterEach(async () => {
  for (const element of added.splice(0)) element.remove();
  await page.viewport(...SIZE);
});

const part = (name: string) => document.querySelector<HTMLElement>(`[data-ask-user="${name}"]`) ?? document.body;

const fifty = Array.from({ length: 50 }, (_, line) => `${line + 1}. Something to know before you answer.`).join('\n');
const CJK = '認証方式とセッションの有効期限および更新トークンの保存場所に関する設定の確認事項その一二三四五';

const CONTENT: Readonly<Record<string, readonly QuestionInput[]>> = {
  'a question of 50 lines': [{ question: fifty, context: fifty, options: ['Yes', 'No'] }],
  'labels of 300 and 400 characters': [
    {
      question: 'Which?',
      options: [
        { label: 'word '.repeat(60), description: '' },
        { label: 'x'.repeat(400), description: 'y'.repeat(400) },
        { label: `${'z'.repeat(300)} (Recommended)` },
      ],
    },
  ],
  '8 tabs with headers of 40 characters': Array.from({ length: 8 }, (_, index) => ({
    ...FEATURES,
    question: `${CJK} ${index}？`,
    header: index % 2 ? CJK.slice(0, 40) : `${'Header'.repeat(7)}`,
  })),
  '30 questions': Array.from({ length: 30 }, (_, index) => ({
    ...FEATURES,
    question: `${CJK} ${index}？`,
    header: index % 2 ? CJK.slice(0, 40) : `${'Header'.repeat(7)}`,
  })),
  '30 options': [{ ...choices(30), multiSelect: true }],
  'previews of 80 lines': [
    {
      question: 'Which?',
      options: ['a', 'b'].map((label) => ({ label: label.repeat(60), preview: `${'code '.repeat(60)}\n`.repeat(80) })),
    },
  ],
};

const composer = (dialog: React.ReactNode) => (
  <div style={{ paddingBlockStart: '100vh' }}>
    {dialog}
    <div style={{ position: 'sticky', insetBlockEnd: 0, blockSize: 80, background: 'silver', zIndex: 2 }}>
      <textarea aria-label="Message" />
    </div>
  </div>
);

interface Setting {
  size: [number, number];
  css?: string;
  props?: AskOptions;
  touch?: boolean;
}

const SETTINGS: Readonly<Record<string, Setting>> = {
  'a window of 1280 by 800': { size: [1280, 800] },
  'a window of 320 by 256 (A83)': { size: [320, 256] },
  'text of 200 % (A84)': { size: [640, 800], css: ':root { font-size: 32px }' },
  'the text spacing of WCAG 1.4.12 (A84)': {
    size: [400, 800],
    css: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
          p { margin-block-end: 2em !important }`,
  },
  'an open phone keyboard (A91)': { size: [390, 380], touch: true },
  'right-to-left text in 320 px (A95)': { size: [320, 640], props: { dir: 'rtl' } },
  // The host reserves the space of its sticky composer.
  'a sticky composer below (A73)': {
    size: [600, 500],
    css: ':root { scroll-padding-block-end: 100px }',
    props: { around: composer },
  },
};

/** Whether some part of the element is topmost at its position. */
function inSight(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, width, y, height] = [
    Math.max(left, 0),
    Math.min(right, innerWidth),
    Math.max(top, 0),
    Math.min(bottom, innerHeight),
  ];
  return [0.5, 0.1, 0.9].some((at) => {
    const found = document.elementFromPoint(x + (width - x) * at, y + (height - y) * at);
    return found !== null && element.contains(found);
  });
}

/** Returns the Tab stops in the card, and those of them that cannot be seen. */
async function walk(): Promise<{ stops: string[]; hidden: string[] }> {
  const stops: string[] = [];
  const hidden: string[] = [];
  const first = card().querySelector<HTMLElement>('[data-ask-user="title"]');
  first?.focus();
  for (await press('Tab'); card().contains(document.activeElement) && stops.length < 60; await press('Tab')) {
    await frame();
    stops.push(focused());
    if (document.activeElement && !inSight(document.activeElement)) hidden.push(focused());
  }
  return { stops, hidden };
}

/** Parts that overflow the card or clip their content. Tab names are not included: they may be clipped. */
function clipped(): string[] {
  const own = card().getBoundingClientRect();
  const texts =
    'question context hint label badge description button question-action field review-question review-answer change';
  const selector = texts.split(' ').map((name) => `[data-ask-user="${name}"]`);
  return [...card().querySelectorAll<HTMLElement>(selector.join())].flatMap((element) => {
    if (!element.checkVisibility() || element.closest('[data-ask-user="preview-text"]')) return [];
    const { left, right } = element.getBoundingClientRect();
    const out = left < own.left - 0.5 || right > own.right + 0.5;
    const cut = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    return out || cut ? [`${element.dataset['askUser']} ${element.textContent?.slice(0, 20)}`] : [];
  });
}

const noSideways = () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth, 'the page').toBeLessThanOrEqual(clientWidth);
  expect(card().scrollWidth, 'the card').toBeLessThanOrEqual(card().clientWidth);
  expect(part('scroller').scrollWidth, 'the list').toBeLessThanOrEqual(part('scroller').clientWidth);
};

describe.each(Object.entries(SETTINGS))('the layout with %s', (_, { size, css, props, touch }) => {
  it.each(Object.entries(CONTENT))('makes %s fully readable and reachable (A73 A89)', async (__, questions) => {
    const run = async () => {
      await page.viewport(...size);
      style(`body { margin: 0 } ${css ?? ''}`);
      ask(questions, { allow: { decline: true }, ...props });
      await frame();
      noSideways();
      expect(clipped()).toEqual([]);
      const { stops, hidden } = await walk();
      expect(stops).toContain('button Cancel');
      expect(stops.at(-1)).toMatch(/^button (Submit|Next)$/);
      expect(hidden).toEqual([]);
      noSideways();
    };
    await (touch ? withTouch(run) : run());
  });
});

describe('the tab strip', () => {
  const inStrip = (element: HTMLElement) => {
    const strip = part('tab-list').getBoundingClientRect();
    const own = element.getBoundingClientRect();
    return own.left >= strip.left - 0.5 && own.right <= strip.right + 0.5;
  };

  it.each(['ltr', 'rtl'] as const)(
    'always scrolls the focused tab into view, without a drag, in %s (A22 A89)',
    async (dir) => {
      await page.viewport(500, 600);
      ask(CONTENT['8 tabs with headers of 40 characters'] ?? [], { dir });
      const strip = part('tab-list');
      expect(strip.scrollWidth).toBeGreaterThan(strip.clientWidth);
      const out: string[] = [];
      document.querySelector<HTMLElement>('[role="tab"]')?.focus();
      for (const key of [
        'End',
        ...Array.from({ length: 8 }, () => (dir === 'ltr' ? 'ArrowLeft' : 'ArrowRight')),
        'Home',
      ]) {
        await press(key);
        await frame();
        const active = document.activeElement;
        if (!(active instanceof HTMLElement) || !inStrip(active)) out.push(`${key} ${focused()}`);
      }
      expect(out).toEqual([]);
    },
  );

  it.each(['ltr', 'rtl'] as const)('is shaded only at an end with more tabs, in %s', async (dir) => {
    await page.viewport(500, 600);
    const { update } = ask(CONTENT['8 tabs with headers of 40 characters'] ?? [], { requestId: 'a', dir });
    const strip = part('tab-list');
    const ahead = dir === 'ltr' ? 1 : -1;
    await expect.poll(() => shades(strip)).toEqual([dir === 'rtl', dir === 'ltr']);
    strip.scrollLeft = (ahead * strip.scrollWidth) / 3;
    await expect.poll(() => shades(strip)).toEqual([true, true]);
    strip.scrollLeft = ahead * strip.scrollWidth;
    await expect.poll(() => shades(strip)).toEqual([dir === 'ltr', dir === 'rtl']);
    update([FEATURES, { ...FEATURES, question: 'And?' }], { requestId: 'b', dir });
    await expect.poll(() => shades(part('tab-list'))).toEqual([false, false]);
  });
});

describe('a phone with an open keyboard (A91)', () => {
  it('shows the field and the primary button together, or one scroll apart', () =>
    withTouch(async () => {
      await page.viewport(390, 380);
      style('body { margin: 0 }');
      ask([choices(4)]);
      await mouseClick(radio('Other'));
      expect(inSight(field(/Your answer/))).toBe(true);
      expect(Number.parseFloat(getComputedStyle(field(/Your answer/)).fontSize)).toBeGreaterThanOrEqual(16);
      await fill(field(/Your answer/), 'line\n'.repeat(60));
      expect(field(/Your answer/).getBoundingClientRect().height).toBeLessThanOrEqual(380 * 0.45);
      const distance =
        button('Submit').getBoundingClientRect().bottom - field(/Your answer/).getBoundingClientRect().top;
      expect(distance).toBeLessThan(380);
    }));
});

describe('a card whose questions are still being written', () => {
  it.each(['ltr', 'rtl'] as const)('says so in at most two lines at a width of 320 px (%s)', async (dir) => {
    await page.viewport(320, 800);
    ask([FEATURES, choices(2)], { streaming: true, allow: { discuss: true }, dir });
    await expect.poll(() => button('Discuss instead')).toBeVisible();
    const hint = document.querySelector<HTMLElement>('[data-ask-user="actions"] > [data-ask-user="hint"]');
    expect(hint?.textContent).toContain('is preparing a question');
    expect(hint!.getBoundingClientRect().height).toBeLessThan(parseFloat(getComputedStyle(hint!).lineHeight) * 2.5);
  });
});

describe('the Review of long answers', () => {
  it('shows every answer in full, with Change, at a width of 320 px', async () => {
    await page.viewport(320, 500);
    style('body { margin: 0 }');
    ask([CONTENT['labels of 300 and 400 characters']?.[0] ?? choices(2), { question: fifty }]);
    heading(/Which/).focus();
    await pressEach('2', 'Enter');
    await fill(field(/Something/), 'u'.repeat(500));
    await click(button('Review'));
    await frame();
    noSideways();
    expect(clipped()).toEqual([]);
    expect((await walk()).hidden).toEqual([]);
  });
});
