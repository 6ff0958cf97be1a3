import { render, screen } from '@testing-library/react';
import { useMemo } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { useAskUser, type QuestionInput } from '../../../src/react/index.js';
import { ask, button, card, cleanUpAfterEach, click, field, radio, tab } from '../../helpers/browser/card.js';
import { press, SOON } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';

cleanUpAfterEach();

const HINT = 'Files can’t be sent with this answer. Describe it, or give its path.';
const NAME: QuestionInput = { id: 'name', question: 'Which name?' };
const DATABASE: QuestionInput = {
  id: 'db',
  header: 'Database',
  question: 'Which database?',
  options: ['PostgreSQL', 'SQLite'],
};

const hint = () => document.querySelector('[data-ask-user="file-hint"]');
const status = () => document.querySelector('[data-ask-user="status"]')?.textContent;

/** Data of a file manager or a screenshot, with other formats as pairs of type and text. */
function data(...texts: readonly [string, string][]): DataTransfer {
  const transfer = new DataTransfer();
  transfer.items.add(new File(['x'], 'shot.png', { type: 'image/png' }));
  for (const [type, text] of texts) transfer.items.add(text, type);
  return transfer;
}

/** Dispatches a paste as the browser does. Returns whether the browser continues with its default. */
function paste(target: Element, clipboardData: DataTransfer): boolean {
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
  // Firefox ignores the data that is passed to the constructor.
  Object.defineProperty(event, 'clipboardData', { value: clipboardData });
  return target.dispatchEvent(event);
}
const drag = (target: Element, type: 'dragover' | 'drop', dataTransfer: DataTransfer) =>
  target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));

describe('a pasted file', () => {
  it.each([
    ['into a field', () => field(/Which name/)],
    ['onto the title', () => screen.getByRole('heading', { name: /^Question from/ })],
    ['onto a button', () => button('Submit')],
    ['onto the card', card],
  ])('%s shows the hint, which is announced [R-FILES]', async (_, target) => {
    ask([NAME]);
    expect(hint()).toBeNull();
    paste(target(), data());
    await expect.poll(() => hint()?.textContent, SOON).toBe(HINT);
    await expect.poll(status, SOON).toBe(HINT);
  });

  it('with text shows the hint, and the browser pastes the text [R-FILES]', async () => {
    ask([NAME]);
    expect(paste(field(/Which name/), data(['text/plain', 'orders']))).toBe(true);
    await expect.poll(hint, SOON).not.toBeNull();
  });

  it('shows no hint if it is the picture that a word processor adds to its text [R-FILES]', async () => {
    ask([NAME]);
    expect(paste(field(/Which name/), data(['text/plain', 'orders'], ['text/rtf', '{}']))).toBe(true);
    await press('a');
    expect(hint()).toBeNull();
  });

  it('is announced again when it is pasted again [R-FILES]', async () => {
    ask([NAME]);
    paste(card(), data());
    await expect.poll(status, SOON).toBe(HINT);
    const before = document.querySelector('[data-ask-user="status"] p');
    paste(card(), data());
    await expect.poll(() => document.querySelector('[data-ask-user="status"] p') !== before, SOON).toBe(true);
    expect(status()).toBe(HINT);
    expect(document.querySelectorAll('[data-ask-user="file-hint"]')).toHaveLength(1);
  });

  it('is left to the host if its handler prevents the default [R-FILES]', async () => {
    ask([NAME], { onPaste: (event) => event.preventDefault() });
    paste(field(/Which name/), data());
    paste(card(), data());
    await press('a');
    expect(hint()).toBeNull();
  });
});

describe('a dropped file', () => {
  it.each([
    ['a field', () => field(/Which name/)],
    ['a button', () => button('Submit')],
    ['the card', card],
  ])('on %s shows the hint, and the browser does not open it [R-FILES]', async (_, target) => {
    ask([NAME]);
    expect([drag(target(), 'dragover', data()), drag(target(), 'drop', data())]).toEqual([false, false]);
    await expect.poll(() => hint()?.textContent, SOON).toBe(HINT);
  });

  it('does not leave the page or lose anything that was entered, with a real file [R-FILES]', async () => {
    const left = vi.fn();
    window.addEventListener('pagehide', left);
    onTestFinished(() => window.removeEventListener('pagehide', left));
    ask([NAME]);
    const box = field(/Which name/);
    await mouseClick(box);
    await press('a');
    const { x, y } = middle(box);
    const file = { items: [], files: ['/etc/hostname'], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await cdp().send('Input.dispatchDragEvent', { type, x, y, data: file });
    await expect.poll(() => hint()?.textContent, SOON).toBe(HINT);
    expect(box).toHaveValue('a');
    expect(left).not.toHaveBeenCalled();
  });

  it('shows the hint only if it is a file, and text is dropped as usual [R-FILES]', () => {
    ask([NAME]);
    const text = new DataTransfer();
    text.items.add('orders', 'text/plain');
    const box = field(/Which name/);
    expect([drag(box, 'dragover', text), drag(box, 'drop', text)]).toEqual([true, true]);
    expect(hint()).toBeNull();
  });
});

describe('the file hint', () => {
  it('belongs to its question, and is removed with its request [R-FILES]', async () => {
    const { update } = ask([NAME, DATABASE], { requestId: 'a' });
    paste(field(/Which name/), data());
    await expect.poll(hint, SOON).not.toBeNull();
    await mouseClick(tab(/Database/));
    await expect.poll(hint, SOON).toBeNull();
    await click(radio('SQLite'));
    paste(radio('SQLite'), data());
    await expect.poll(hint, SOON).not.toBeNull();
    update([NAME], { requestId: 'b' });
    expect(hint()).toBeNull();
  });

  it('affects neither what was entered nor the answer [R-FILES]', async () => {
    const { onSubmit } = ask([DATABASE], { presentation: 'modal' });
    await click(screen.getByRole('radio', { name: 'SQLite' }));
    paste(screen.getByRole('radio', { name: 'SQLite' }), data());
    await expect.poll(hint, SOON).not.toBeNull();
    expect(hint()?.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[1].result).toMatchObject({ answers: [{ selected: [{ label: 'SQLite' }] }] });
  });
});

describe('a UI with prop getters', () => {
  it('receives `filesRefused` on a drop, and the browser does not open the file [R-FILES]', async () => {
    function Own() {
      const questions = useMemo(() => [NAME], []);
      const { getRootProps, activeQuestion, filesRefused } = useAskUser(questions);
      return (
        <div {...getRootProps({ 'aria-label': 'Own' })}>
          <textarea {...activeQuestion?.getFieldProps({ 'aria-label': 'Name' })} />
          {filesRefused && <p role="status">{HINT}</p>}
        </div>
      );
    }
    render(<Own />);
    expect(screen.queryByRole('status')).toBeNull();
    const box = screen.getByRole('textbox');
    expect([drag(box, 'dragover', data()), drag(box, 'drop', data())]).toEqual([false, false]);
    expect((await screen.findByRole('status')).textContent).toBe(HINT);
  });
});

/** Center of an element in points of the browser's page. The frame of the tests may be offset and scaled. */
function middle(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  let at = { x: left + width / 2, y: top + height / 2 };
  for (let view: Window | null = window; view?.frameElement; view = view.parent) {
    const frame = view.frameElement.getBoundingClientRect();
    const scale = frame.width / view.innerWidth;
    at = { x: frame.x + scale * at.x, y: frame.y + scale * at.y };
  }
  return at;
}
