import { act, render, within } from '@testing-library/react';
import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  ask,
  button,
  card,
  chosen,
  cleanUpAfterEach,
  click,
  focused,
  heading,
  radio,
  confirmation,
} from '../../helpers/browser/card.js';
import { accessibilityTree } from '../../helpers/browser/accessibility-tree.js';
import { hold, keyUp, press, pressEach, SOON } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { dialog, group, LAYOUT, LINES } from '../../helpers/browser/previews.js';
import { FEATURES } from '../../helpers/browser/questions.js';
import { AskUserDialog } from '../../../src/react/index.js';

cleanUpAfterEach();

describe('Open larger [R-PREVIEW]', () => {
  const open = async () => {
    await click(radio('By layer (Recommended)'));
    await press('Tab');
    expect(focused()).toBe('question-action Open larger');
    await press('Enter');
  };

  it('shows the same text in a dialog nearly as large as the window, which scrolls by keyboard', async () => {
    ask([LAYOUT]);
    await open();
    const larger = dialog();
    expect(larger?.matches(':modal')).toBe(true);
    // The dialog would cut off a ring around the text.
    expect(parseFloat(getComputedStyle(document.activeElement!).outlineOffset)).toBeLessThan(0);
    expect(card().contains(larger)).toBe(true);
    const { width, height } = larger?.getBoundingClientRect() ?? new DOMRect();
    expect(width / innerWidth).toBeGreaterThan(0.85);
    expect(height / innerHeight).toBeGreaterThan(0.85);
    const inside = larger?.querySelector('pre');
    expect(inside?.textContent).toBe(LINES);
    expect(document.activeElement).toBe(inside);
    await press('PageDown');
    await expect.poll(() => inside?.scrollTop, SOON).toBeGreaterThan(0);
    const nodes = await accessibilityTree();
    expect(nodes.find(({ role }) => role === 'dialog')?.name).toBe('Preview of “By layer”');
  });

  it.each([
    ['Escape', () => press('Escape')],
    ['its button', () => mouseClick(button('Close'))],
    ['its button, by key', () => pressEach('Tab', 'Enter')],
  ])('is closed by %s, which does not cancel and restores focus', async (name, close) => {
    const { onCancel } = ask([LAYOUT], { strict: true });
    const host = vi.fn<(event: KeyboardEvent) => void>();
    document.addEventListener('keydown', host, true);
    await open();
    host.mockClear();
    if (name.endsWith('key')) button('Close').focus();
    await (name.endsWith('key') ? press('Enter') : close());
    document.removeEventListener('keydown', host, true);
    await expect.poll(dialog, SOON).toBeNull();
    expect(focused()).toBe('question-action Open larger');
    expect(onCancel).not.toHaveBeenCalled();
    // A dialog of the host would receive Escape there.
    expect(host.mock.calls.some(([{ key }]) => key === 'Escape')).toBe(false);
    await press('Escape');
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('keeps a held Escape from the card', async () => {
    const { onCancel } = ask([LAYOUT]);
    await open();
    await hold('Escape', 1);
    await keyUp('Escape');
    await expect.poll(dialog, SOON).toBeNull();
    expect([onCancel.mock.calls, confirmation()]).toEqual([[], null]);
  });

  it('keeps keys that are pressed in it from the card', async () => {
    const { onSubmit } = ask([LAYOUT]);
    await open();
    await pressEach('1', '0', 'Enter', 'ArrowUp', 'Home', 'n');
    expect(chosen()).toEqual(['By layer Recommended']);
    expect(dialog()).not.toBeNull();
    button('Close').focus();
    await press('1');
    expect(chosen()).toEqual(['By layer Recommended']);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('opens over a modal of the host, which Escape leaves open', async () => {
    const host = createRef<HTMLDialogElement>();
    const { onCancel } = ask([LAYOUT], { around: (one) => <dialog ref={host}>{one}</dialog> });
    host.current?.showModal();
    await open();
    const larger = card().querySelector('dialog');
    const { left, top } = larger?.getBoundingClientRect() ?? new DOMRect();
    expect(larger?.contains(document.elementFromPoint(left + 40, top + 80))).toBe(true);
    expect(getComputedStyle(larger?.querySelector('pre') ?? document.body).paddingTop).toBe('12px');
    await press('Escape');
    await expect.poll(() => card().querySelector('dialog'), SOON).toBeNull();
    expect([host.current?.open, focused(), onCancel.mock.calls]).toEqual([true, 'question-action Open larger', []]);
  });

  it('works in a shadow root, in which the preview follows focus', async () => {
    const host = document.body.appendChild(document.createElement('div'));
    const shadow = host.attachShadow({ mode: 'open' });
    const container = shadow.appendChild(document.createElement('div'));
    render(<AskUserDialog questions={[LAYOUT]} />, { container });
    const titleNow = () => shadow.querySelector('[data-ask-user="preview-title"]')?.textContent;
    shadow.querySelector<HTMLElement>('[role="radio"]')?.focus();
    await expect.poll(titleNow, SOON).toBe('Preview of “By feature”');
    await press('ArrowDown');
    expect(titleNow()).toBe('Preview of “By layer”');
    shadow.querySelector<HTMLElement>('[data-ask-user="preview-header"] button')?.click();
    await expect.poll(() => shadow.querySelector('dialog')?.matches(':modal'), SOON).toBe(true);
    await press('Escape');
    await expect.poll(() => shadow.querySelector('dialog'), SOON).toBeNull();
    host.remove();
  });

  it('closes when the request settles, and frees the page', async () => {
    const { update } = ask([LAYOUT], { requestId: 'r' });
    await open();
    update([LAYOUT], { requestId: 'r', result: { status: 'aborted' } });
    expect([dialog(), focused()]).toEqual([null, expect.stringMatching(/^title/)]);
    await mouseClick(button('After'));
    expect(focused()).toBe('button After');
  });

  it('closes when another question is shown, and does not reopen by itself', async () => {
    const { container } = ask([LAYOUT, FEATURES]);
    await click(radio('By layer (Recommended)'));
    await mouseClick(button('Open larger'));
    // Only the host can do this, because the user cannot reach the button.
    await click(button('Next'));
    expect(container.querySelector('dialog')).toBeNull();
    await mouseClick(button('Back'));
    expect(heading(/Which layout/)).toBeDefined();
    expect(dialog()).toBeNull();
  });
});

describe('a preview that the host renders [R-PREVIEW]', () => {
  it('is rendered in both places with question, option and format, and again when the function changes', async () => {
    const seen: unknown[] = [];
    const draw =
      (tag: string) =>
      (
        preview: string,
        { question, option, format }: { question: { question: string }; option: { label: string }; format: string },
      ) => {
        seen.push([question.question, option.label, format]);
        return <em>{`${tag} ${preview.length}`}</em>;
      };
    const { update } = ask([LAYOUT], { renderPreview: draw('one') });
    await click(radio('By feature'));
    expect(within(group()).getByText('one 26').localName).toBe('em');
    expect(seen.at(-1)).toEqual(['Which layout?', 'By feature', 'text']);
    act(() => update([LAYOUT], { renderPreview: draw('two') }));
    expect(within(group()).getByText('two 26')).toBeDefined();
    await mouseClick(button('Open larger'));
    expect(within(dialog() ?? document.body).getByText('two 26')).toBeDefined();
  });
});
