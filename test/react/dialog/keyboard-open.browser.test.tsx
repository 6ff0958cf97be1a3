import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AskUserDialog, type AskUserDialogProps } from '../../../src/react/index.js';
import { ask, cleanUpAfterEach, frame, loaded, type AskOptions } from '../../helpers/browser/card.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const SIZE: [number, number] = [innerWidth, innerHeight];
/** Height of the keyboard. */
const KEYBOARD = 330;

/** Stands for the visual viewport of a phone, whose keyboard covers the window without resizing it. */
class PhoneViewport extends EventTarget {
  scale = 1;
  offsetTop = 0;
  readonly view: Window;
  height: number;
  constructor(view: Window) {
    super();
    this.view = view;
    this.height = view.innerHeight;
  }
  async change(change: Partial<Pick<PhoneViewport, 'scale' | 'offsetTop' | 'height'>>): Promise<void> {
    Object.assign(this, change);
    this.dispatchEvent(new Event('resize'));
    this.dispatchEvent(new Event('scroll'));
    await frame();
  }
  openKeyboard(offsetTop = 0): Promise<void> {
    return this.change({ height: this.view.innerHeight - KEYBOARD, offsetTop });
  }
  close(): Promise<void> {
    return this.change({ height: this.view.innerHeight, offsetTop: 0, scale: 1 });
  }
}

function phone(view: Window = window): PhoneViewport {
  const viewport = new PhoneViewport(view);
  Object.defineProperty(view, 'visualViewport', { value: viewport, configurable: true });
  return viewport;
}

beforeEach(() => page.viewport(390, 844));
afterEach(async () => {
  Reflect.deleteProperty(window, 'visualViewport');
  await page.viewport(...SIZE);
});

/** A chat whose last element, the dock or the composer, is at the lower edge of the window. */
const chat = (dialog: ReactNode) => (
  <div style={{ display: 'flex', flexDirection: 'column', blockSize: '100vh', margin: -8 }}>
    <div style={{ flex: 1, minBlockSize: 0, overflow: 'auto' }}>
      <div style={{ blockSize: 2000 }}>What was said before</div>
    </div>
    {dialog}
  </div>
);
/** The same with the card in the middle of a page that scrolls. */
const article = (dialog: ReactNode) => (
  <div style={{ paddingBlock: '300px 2000px' }}>
    <div>{dialog}</div>
  </div>
);

const part = (name: string, root: ParentNode = document) =>
  root.querySelector<HTMLElement>(`[data-ask-user="${name}"]`)!;
const box = (element: Element) => element.getBoundingClientRect();
const primary = (root: ParentNode = document) => part('actions', root).querySelector('[data-variant="primary"]')!;

/** The parts of a card that are outside the visible part of its window. */
function hidden({ offsetTop, height }: PhoneViewport, root: ParentNode = document): string[] {
  const parts = { card: part('card', root), field: part('field', root), submit: primary(root) };
  return Object.entries(parts).flatMap(([name, element]) => {
    const { top, bottom } = box(element);
    return top < offsetTop - 0.5 || bottom > offsetTop + height + 0.5 ? [`${name} ${top} to ${bottom}`] : [];
  });
}

const layout = () =>
  [part('card'), part('field'), primary()].map((element) => ({ ...box(element).toJSON() }) as DOMRect);
const near = (now: readonly DOMRect[], before: readonly DOMRect[]) =>
  now.every(
    ({ top, height }, at) => Math.abs(top - before[at]!.top) <= 1 && Math.abs(height - before[at]!.height) <= 1,
  );

const LONG = { ...NAME, context: 'It appears in addresses, logs and invoices, so choose carefully. '.repeat(12) };
const PLACES: [string, AskOptions][] = [
  ['a modal', { presentation: 'modal' }],
  ['a dock', { presentation: 'dock', around: chat }],
];

describe.each(PLACES)('with an open keyboard, %s [R-KEYBOARD-OPEN]', (_, props) => {
  it.each([
    [0, NAME],
    [0, LONG],
    [120, LONG],
    [KEYBOARD, LONG],
  ])('shows the focused field and the buttons, if the page is moved by %i px', async (offsetTop, question) => {
    const viewport = phone();
    ask([question], props);
    await loaded();
    part('field').focus();
    await frame();
    const before = layout();
    await viewport.openKeyboard(offsetTop);
    await expect.poll(() => hidden(viewport)).toEqual([]);
    await viewport.close();
    await expect.poll(() => near(layout(), before)).toBe(true);
    expect(part('card').style.cssText).toBe('');
  });

  it('follows the page that the user moves', async () => {
    const viewport = phone();
    ask([NAME], props);
    await loaded();
    part('field').focus();
    await viewport.openKeyboard();
    for (const offsetTop of [200, KEYBOARD, 60]) {
      Object.assign(viewport, { offsetTop });
      viewport.dispatchEvent(new Event('scroll'));
      await expect.poll(() => hidden(viewport)).toEqual([]);
    }
  });

  it('does not change while the user zooms with two fingers', async () => {
    const viewport = phone();
    ask([LONG], props);
    await loaded();
    await frame();
    const before = layout();
    await viewport.change({ scale: 2, height: 422, offsetTop: 150 });
    expect(near(layout(), before)).toBe(true);
  });

  it('has its whole height again if the keyboard closes while the user has zoomed in', async () => {
    const viewport = phone();
    ask([LONG], props);
    await loaded();
    await frame();
    const before = layout();
    await viewport.openKeyboard();
    const covered = part('card').style.cssText;
    await viewport.change({ scale: 2, height: (innerHeight - KEYBOARD) / 2 });
    expect(part('card').style.cssText).toBe(covered);
    await viewport.change({ scale: 2, height: innerHeight / 2 });
    expect(near(layout(), before)).toBe(true);
  });

  it('is visible after a rotation', async () => {
    const viewport = phone();
    ask([NAME], props);
    await loaded();
    part('field').focus();
    await viewport.openKeyboard();
    await page.viewport(844, 390);
    await viewport.close();
    await expect.poll(() => box(part('card')).bottom).toBeLessThanOrEqual(390.5);
    expect(part('card').style.cssText).toBe('');
    await page.viewport(390, 844);
    await viewport.openKeyboard();
    await expect.poll(() => hidden(viewport)).toEqual([]);
  });

  it('listens only while it is mounted', async () => {
    const viewport = phone();
    const added = vi.spyOn(viewport, 'addEventListener');
    const removed = vi.spyOn(viewport, 'removeEventListener');
    const { unmount } = ask([NAME], { ...props, strict: true });
    await loaded();
    expect(added).toHaveBeenCalled();
    unmount();
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });
});

describe('with an open keyboard [R-KEYBOARD-OPEN]', () => {
  it('a dock in the middle of a page that scrolls moves only if it is covered', async () => {
    const viewport = phone();
    ask([DATABASE], { presentation: 'dock', around: article });
    await loaded();
    const { top } = box(part('card'));
    await viewport.openKeyboard();
    expect(box(part('card')).bottom).toBeLessThanOrEqual(viewport.height + 0.5);
    await viewport.openKeyboard(KEYBOARD);
    expect(box(part('card')).top).toBe(top);
    await viewport.close();
    expect(box(part('card')).top).toBe(top);
  });

  it('a collapsed modal is above the keyboard', async () => {
    const viewport = phone();
    ask([NAME], { presentation: 'modal', collapsed: true });
    await loaded();
    await viewport.openKeyboard();
    await expect.poll(() => box(part('card')).bottom).toBeLessThanOrEqual(viewport.height);
    expect(box(part('card')).top).toBeGreaterThan(viewport.height - 100);
  });

  it('an inline card does not listen', async () => {
    const added = vi.spyOn(phone(), 'addEventListener');
    ask([NAME]);
    await loaded();
    expect(added).not.toHaveBeenCalled();
  });

  it('a card in another window follows that window', async () => {
    const element = document.body.appendChild(document.createElement('iframe'));
    onTestFinished(() => element.remove());
    Object.assign(element.style, { inlineSize: '390px', blockSize: '700px' });
    const inner = element.contentDocument!;
    for (const sheet of document.querySelectorAll('style')) inner.head.append(sheet.cloneNode(true));
    const viewport = phone(element.contentWindow!);
    const props: AskUserDialogProps = { questions: [LONG], presentation: 'modal' };
    render(<>{createPortal(<AskUserDialog {...props} />, inner.body)}</>);
    await loaded();
    part('field', inner).focus();
    await viewport.openKeyboard(100);
    await expect.poll(() => hidden(viewport, inner)).toEqual([]);
  });
});
