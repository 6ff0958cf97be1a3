import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  ask,
  button,
  card,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  radio,
} from '../../helpers/browser/card.js';
import { accessibilityTree } from '../../helpers/browser/accessibility-tree.js';
import { press, pressEach, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { group, LAYOUT, LINES, shown, text } from '../../helpers/browser/previews.js';
import { type QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const MANY: QuestionInput = { ...LAYOUT, multiSelect: true };
const WAIT = 'Choose an option to see its preview.';

describe('a preview [R-PREVIEW]', () => {
  it('waits for the first focused or selected option, without changing its size', async () => {
    ask([LAYOUT]);
    const place = radio('As it is').getBoundingClientRect();
    expect([shown(), text().textContent]).toEqual([WAIT, '']);
    expect(screen.queryByRole('button', { name: 'Open larger' })).toBeNull();
    const before = group().getBoundingClientRect();
    await click(radio('By feature'));
    expect([shown(), text().textContent]).toEqual(['Preview of “By feature”', 'src/\n\torders/\n    billing/']);
    await press('ArrowDown');
    expect([shown(), text().textContent]).toEqual(['Preview of “By layer”', LINES]);
    await press('ArrowDown');
    expect([shown(), text().textContent]).toEqual(['Preview of “As it is”', 'This option has no preview.']);
    await press('ArrowDown');
    expect([shown(), text().textContent]).toEqual(['Preview of “Other”', 'This option has no preview.']);
    expect(radio('As it is').getBoundingClientRect()).toEqual(place);
    expect(group().getBoundingClientRect()).toEqual(before);
  });

  it('is not rendered if no option has one', () => {
    ask([{ ...LAYOUT, options: ['a', { label: 'b', preview: ' ' }] }]);
    expect(document.querySelector('[data-ask-user="preview"], [data-ask-user="options-area"]')).toBeNull();
    expect(document.querySelector('[aria-details]')).toBeNull();
  });

  it('follows focus, and returns to the selected option', async () => {
    ask([LAYOUT]);
    await click(radio('By layer (Recommended)'));
    await press('Tab', { shift: true });
    await mouseClick(button('Add a note'));
    expect(shown()).toBe('Preview of “By layer”');
  });

  it('shows the focused option in a multi-select question, else the last viewed of the selected ones', async () => {
    ask([MANY]);
    const [feature, layer] = [checkbox('By feature'), checkbox('By layer (Recommended)')];
    await mouseClick(feature);
    await mouseClick(layer);
    button('Submit').focus();
    await frame();
    expect(shown()).toBe('Preview of “By layer”');
    layer.focus();
    await press('Tab', { shift: true });
    expect([focused(), shown()]).toEqual(['control By feature', 'Preview of “By feature”']);
    await press('Tab');
    await press(' ');
    // The option is no longer selected, but still viewed.
    expect(shown()).toBe('Preview of “By layer”');
    button('Submit').focus();
    await expect.poll(shown).toBe('Preview of “By feature”');
  });

  it('keeps its text in a multi-select question when Tab passes options without a preview', async () => {
    ask([MANY]);
    await mouseClick(checkbox('By layer (Recommended)'));
    await pressEach('Tab', 'Tab');
    expect([focused(), shown()]).toEqual(['control Other', 'Preview of “Other”']);
    await press('Tab');
    expect(document.activeElement).toBe(text());
    expect([shown(), text().textContent]).toEqual(['Preview of “By layer”', LINES]);
  });

  it('never follows only the pointer (A92)', async () => {
    ask([LAYOUT]);
    await click(radio('By feature'));
    await userEvent.hover(radio('By layer (Recommended)'));
    await frame();
    expect(shown()).toBe('Preview of “By feature”');
  });

  it('does not change when the user presses the pointer on it', async () => {
    ask([MANY]);
    await mouseClick(checkbox('By layer (Recommended)'));
    await mouseClick(checkbox('By feature'));
    await mouseClick(checkbox('By feature'));
    await mouseClick(text());
    expect([document.activeElement, shown()]).toEqual([text(), 'Preview of “By feature”']);
  });

  it('is named by the option’s details, and is not announced', async () => {
    ask([LAYOUT]);
    const said: string[] = [];
    for (const region of card().querySelectorAll('[aria-live]'))
      new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, { childList: true });
    await click(radio('By feature'));
    await press('ArrowDown');
    await frame();
    const details = screen.getAllByRole('radio').map((one) => one.getAttribute('aria-details'));
    expect(details).toEqual([group().id, group().id, null, null]);
    const nodes = await accessibilityTree();
    expect(nodes.find(({ role, name }) => role === 'group' && name === 'Preview of “By layer”')).toBeDefined();
    expect(said).toEqual([]);
  });

  it('leaves Other, notes and descriptions in place, and is sent verbatim', async () => {
    const { onSubmit } = ask([LAYOUT]);
    expect(screen.getByText('One folder a capability')).toBeDefined();
    await click(radio('By feature'));
    await mouseClick(button('Add a note'));
    await typeKeys('short');
    await mouseClick(radio('Other'));
    await typeKeys('flat');
    expect(field(/Your answer/).value).toBe('flat');
    await click(radio('By feature'));
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[1].result).toMatchObject({
      answers: [{ notes: 'short', selected: [{ index: 0, preview: 'src/\n\torders/\n    billing/' }] }],
    });
  });

  it('in Markdown is inert text', async () => {
    const previewFormat = 'markdown';
    const preview = '<img src="https://evil.test/x" onerror="document.title=1"><b>bold</b> ![x](https://evil.test/)';
    const dialect = {
      parse: () => ({
        ok: true as const,
        value: {
          requestId: 'r',
          previewFormat,
          questions: [{ id: 'q', question: 'Which?', options: [{ label: 'a', preview }], multiSelect: false }],
        },
        warnings: [],
      }),
      formatResult: () => ({}),
      toModelText: () => '',
    };
    ask(undefined, { input: {}, dialect: dialect as never });
    await click(radio('a'));
    expect(text().textContent).toBe(preview);
    expect(group().querySelector('img, b')).toBeNull();
  });
});

describe('the text of a preview [R-PREVIEW]', () => {
  it('is monospaced and unwrapped, and scrolls by keys that the card ignores', async () => {
    const { onSubmit, onCancel } = ask([LAYOUT]);
    await click(radio('By layer (Recommended)'));
    await pressEach('Tab', 'Tab');
    expect(document.activeElement).toBe(text());
    const style = getComputedStyle(text());
    expect([style.whiteSpace, style.fontFamily]).toEqual(['pre', expect.stringContaining('monospace')]);
    for (const [key, edge] of [
      ['ArrowDown', 'scrollTop'],
      ['ArrowRight', 'scrollLeft'],
      ['PageDown', 'scrollTop'],
      [' ', 'scrollTop'],
      ['End', 'scrollTop'],
    ] as const) {
      const before = text()[edge];
      await press(key);
      await expect.poll(() => text()[edge], SOON).toBeGreaterThan(before);
    }
    await press('Home');
    await expect.poll(() => text().scrollTop, SOON).toBe(0);
    await press('Enter');
    expect([chosen(), document.activeElement]).toEqual([['By layer Recommended'], text()]);
    // A digit selects an option here, as everywhere in the card.
    await press('1');
    expect([chosen(), shown()]).toEqual([['By feature'], 'Preview of “By feature”']);
    expect([onSubmit.mock.calls, onCancel.mock.calls]).toEqual([[], []]);
  });

  it('leaves Escape to the card', async () => {
    const { onCancel } = ask([LAYOUT]);
    radio('By layer (Recommended)').focus();
    await pressEach('Tab', 'Tab', 'Escape');
    expect(onCancel).toHaveBeenCalledOnce();
  });
});

describe('the place of a preview [R-PREVIEW]', () => {
  const places = () =>
    [
      document.querySelector('[data-ask-user="options"]')?.getBoundingClientRect() ?? new DOMRect(),
      group().getBoundingClientRect(),
    ] as const;

  it.each([
    ['ltr', 900, true],
    ['rtl', 900, true],
    ['ltr', 400, false],
    ['rtl', 320, false],
  ] as const)('in %s at %i px is beside the options: %s (A93)', async (dir, width, beside) => {
    const before: [number, number] = [innerWidth, innerHeight];
    await page.viewport(width, 700);
    ask([LAYOUT], { dir });
    await click(radio('By layer (Recommended)'));
    const [options, pane] = places();
    if (!beside) expect(pane.top).toBeGreaterThan(options.bottom);
    else if (dir === 'ltr') expect(pane.left).toBeGreaterThan(options.right);
    else expect(pane.right).toBeLessThan(options.left);
    if (beside) expect(Math.abs(pane.top - options.top)).toBeLessThan(1);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(card().scrollWidth).toBeLessThanOrEqual(card().clientWidth);
    await page.viewport(...before);
  });

  it('is below the options if the card shrinks to fit, and the card keeps its width', async () => {
    ask([LAYOUT], { around: (dialogCard) => <div style={{ inlineSize: 'fit-content' }}>{dialogCard}</div> });
    await click(radio('By layer (Recommended)'));
    expect(card().getBoundingClientRect().width).toBeGreaterThan(250);
    expect(card().scrollWidth).toBeLessThanOrEqual(card().clientWidth);
  });
});
