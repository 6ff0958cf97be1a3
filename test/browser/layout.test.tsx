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
} from '../helpers/browser/card.js';
import { fill, press, pressEach } from '../helpers/browser/keys.js';
import { mouseClick, withTouch } from '../helpers/browser/pointer.js';
import { choices, FEATURES } from '../helpers/browser/questions.js';
import type { QuestionInput } from '../../src/react/index.js';

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
  '12 tabs with headers of 40 characters': Array.from({ length: 12 }, (_, index) => ({
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
  '320 by 256 (A83)': { size: [320, 256] },
  'text of 200 % (A84)': { size: [640, 800], css: ':root { font-size: 32px }' },
  'the text spacing of 1.4.12 (A84)': {
    size: [400, 800],
    css: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
          p { margin-block-end: 2em !important }`,
  },
  'a phone with its keyboard open (A91)': { size: [390, 380], touch: true },
  'right to left, 320 wide (A95)': { size: [320, 640], props: { dir: 'rtl' } },
  // What is sticky is the host's; so is the room it takes.
  'above a sticky composer (A73)': {
    size: [600, 500],
    css: ':root { scroll-padding-block-end: 100px }',
    props: { around: composer },
  },
};

/** Some part of it is what is found at its place. */
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

/** Everything Tab stops at in the card, and what of it can't be seen. */
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

/** Parts that stick out of the card, or hold more than they show. A tab's name is cut short, and whole for its reader. */
function clipped(): string[] {
  const own = card().getBoundingClientRect();
  const texts = 'question context hint label badge description button extra field review-question review-answer change';
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

describe.each(Object.entries(SETTINGS))('%s', (_, { size, css, props, touch }) => {
  it.each(Object.entries(CONTENT))('%s: all of it to be read and reached (A73 A89)', async (__, questions) => {
    const run = async () => {
      await page.viewport(...size);
      style(`body { margin: 0 } ${css ?? ''}`);
      ask(questions, { allowDecline: true, ...props });
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
    '%s: scrolls, the tab with the focus always in view, no drag needed (A22 A89)',
    async (dir) => {
      await page.viewport(500, 600);
      ask(CONTENT['12 tabs with headers of 40 characters'] ?? [], { dir });
      const strip = part('tab-list');
      expect(strip.scrollWidth).toBeGreaterThan(strip.clientWidth);
      const out: string[] = [];
      document.querySelector<HTMLElement>('[role="tab"]')?.focus();
      for (const key of [
        'End',
        ...Array.from({ length: 12 }, () => (dir === 'ltr' ? 'ArrowLeft' : 'ArrowRight')),
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

  it('fades at the ends that go on, and only there', async () => {
    await page.viewport(500, 600);
    const { update } = ask(CONTENT['12 tabs with headers of 40 characters'] ?? [], { requestId: 'a' });
    const strip = part('tab-list');
    const mask = () => getComputedStyle(part('tab-list')).maskPosition;
    await frame();
    const start = mask();
    strip.scrollLeft = strip.scrollWidth / 3;
    await frame();
    const middle = mask();
    // The mask of each end, which is outside of the strip by the depth of its fade if nothing goes on there.
    expect([start, middle]).toEqual(['-28px 0px, -28px 0px', '0px 0px, -28px 0px']);
    update([FEATURES, { ...FEATURES, question: 'And?' }], { requestId: 'b' });
    await frame();
    expect(mask()).toBe('-28px 0px, 0px 0px');
  });
});

describe('on a phone with its keyboard open (A91)', () => {
  it('the field and the primary button are both within the window, or one scroll apart', () =>
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

describe('the Review of long answers', () => {
  it('320 pixels wide: every answer is whole, Change is beside it', async () => {
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
