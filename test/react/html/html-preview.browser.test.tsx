import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ask,
  button,
  card,
  chosen,
  cleanUpAfterEach,
  click,
  focused,
  loaded,
  radio,
} from '../../helpers/browser/card.js';
import { accessibilityTree } from '../../helpers/browser/accessibility-tree.js';
import { press, pressEach, SOON } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { dialog, group, shown, text } from '../../helpers/browser/previews.js';
import type { AskUserRequest } from '../../../src/react/index.js';
import { de } from '../../../src/messages/languages/de.js';
import type { AskOptions, Asked } from '../../helpers/browser/card.js';

cleanUpAfterEach();

const TABLE =
  '<h2>Plans</h2><table><thead><tr><th>Plan</th><th>Price</th></tr></thead><tbody><tr><td>Solo</td><td>9 €</td></tr></tbody></table>';
const FORM =
  '<form style="padding:16px;background:#ffffff"><label style="color:#333333">Email <input placeholder="you@example.com"></label><button style="background:#3a5bd9;color:white">Continue</button></form>';

const requestOf = (...previews: (string | undefined)[]): AskUserRequest => ({
  requestId: 'r',
  previewFormat: 'html',
  questions: [
    {
      id: 'q',
      question: 'Which design?',
      multiSelect: false,
      options: previews.map((preview, at) => ({
        label: 'ABCDEF'[at] ?? '',
        ...(preview !== undefined && { preview }),
      })),
    },
  ],
});

async function show(previews: (string | undefined)[], options: AskOptions = {}): Promise<Asked> {
  const asked = ask(undefined, { request: requestOf(...previews), ...options });
  await click(radio('A'));
  await loaded();
  return asked;
}

const picture = (within_: ParentNode = group()) =>
  within_.querySelector<HTMLIFrameElement>('iframe[data-ask-user="preview-frame"]');
const inPicture = () => picture()?.contentDocument?.body ?? null;
async function drawn(): Promise<void> {
  await expect.poll(() => inPicture()?.childElementCount, SOON).toBeGreaterThan(0);
}
/** Background color and color scheme of the picture's page. */
function paper(): string[] {
  const { backgroundColor, colorScheme } = getComputedStyle(inPicture()?.parentElement ?? document.body);
  return [backgroundColor, colorScheme];
}
const source = () => text().querySelector('[data-ask-user="preview-source"]')?.textContent;

describe('an HTML preview', () => {
  it('is a picture in an inert frame without scripts, as tall as its content [R-HTML]', async () => {
    await show([`${TABLE}<p style="height:900px">Below</p>`]);
    await drawn();
    const frame = picture();
    expect(frame?.getAttribute('sandbox')).toBe('allow-same-origin');
    expect([frame?.inert, frame?.tabIndex, frame?.title]).toEqual([true, -1, 'Preview of “A”, from Assistant']);
    const policy = frame?.contentDocument?.head.firstElementChild;
    expect(policy?.getAttribute('content')).toMatch(/^default-src 'none'; /);
    await expect.poll(() => frame?.clientHeight, SOON).toBeGreaterThan(900);
    const root = frame?.contentDocument?.documentElement;
    expect(root?.scrollHeight).toBe(root?.clientHeight);
    expect(text().scrollHeight).toBeGreaterThan(text().clientHeight);
  });

  it('exposes its content with its table, but no heading of the page, to screen readers [R-HTML]', async () => {
    await show([TABLE]);
    await drawn();
    const nodes = await accessibilityTree();
    const roles = nodes.map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(['table', 'row', 'columnheader', 'cell']));
    expect(nodes.find(({ role }) => role === 'columnheader')?.name).toBe('Plan');
    expect(roles).not.toContain('Iframe');
    expect(within(card()).queryByRole('heading', { name: 'Plans' })).toBeNull();
  });

  it('changes with the option, and focus never enters the frame [R-HTML]', async () => {
    const { onCancel } = await show(['<p>First</p>', '<p>Second</p>', undefined], { strict: true });
    await drawn();
    expect(inPicture()?.textContent).toBe('First');
    await press('ArrowDown');
    await expect.poll(() => inPicture()?.textContent, SOON).toBe('Second');
    await press('ArrowDown');
    expect([picture(), shown()]).toEqual([null, 'Preview of “C”']);
    await press('ArrowUp');
    await drawn();
    // The frame is under the pointer, but the pane receives the press.
    await mouseClick(text());
    expect(document.activeElement).toBe(text());
    await press('Escape');
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('shows controls as plain elements, on a white background if it sets colors [R-HTML]', async () => {
    await show([FORM, TABLE]);
    await drawn();
    const names = [...(inPicture()?.querySelectorAll('*') ?? [])].map(({ localName }) => localName);
    expect(names).toEqual(['div', 'span', 'span', 'span']);
    expect(inPicture()?.textContent?.split(/\s+/)).toEqual(['', 'Email', 'you@example.com', 'Continue', '']);
    const [, , , pressed] = inPicture()?.querySelectorAll('*') ?? [];
    expect(getComputedStyle(pressed ?? document.body).backgroundColor).toBe('rgb(58, 91, 217)');
    expect(paper()).toEqual(['rgb(255, 255, 255)', 'light']);
    await press('ArrowDown');
    await expect.poll(() => inPicture()?.querySelector('table'), SOON).toBeTruthy();
    expect(paper()).toEqual(['rgba(0, 0, 0, 0)', 'normal']);
    const color = getComputedStyle(picture() ?? document.body).color;
    expect(getComputedStyle(inPicture() ?? document.body).color).toBe(color);
  });

  it('shows no hidden character that an entity creates [R-HTML]', async () => {
    await show(['<p>safe&#x202E;evil&#8203;&#xE0041;</p><img alt="a&#x202E;b">']);
    await drawn();
    expect(inPicture()?.textContent).toBe('safeevilab');
    expect(text().querySelector('[data-ask-user="hidden"]')?.textContent).toBe('safeevilab');
  });

  it('uses the colors of the card on a dark page [R-HTML]', async () => {
    await show([TABLE], {
      around: (dark) => <div style={{ colorScheme: 'dark', color: 'rgb(250, 250, 250)' }}>{dark}</div>,
    });
    await drawn();
    const { color } = getComputedStyle(picture() ?? document.body);
    expect(getComputedStyle(inPicture() ?? document.body).color).toBe(color);
    expect(inPicture()?.ownerDocument.defaultView?.getComputedStyle(inPicture()!).backgroundColor).toBe(
      'rgba(0, 0, 0, 0)',
    );
  });
});

describe('“Show as text”', () => {
  it('replaces the picture by text for every option, by keyboard, and back [R-HTML]', async () => {
    await show([TABLE, '<p>Other design</p>']);
    await drawn();
    await press('Tab');
    expect(focused()).toBe('question-action Show as text');
    await press('Enter');
    expect([picture(), focused()]).toEqual([null, 'question-action Show as picture']);
    expect(within(group()).getByRole('cell', { name: 'Solo' })).toBeVisible();
    await click(radio('B'));
    expect([picture(), within(group()).getByText('Other design').checkVisibility()]).toEqual([null, true]);
    await mouseClick(button('Show as picture'));
    await drawn();
    expect(inPicture()?.textContent).toBe('Other design');
  });

  it('is in the host’s language [R-HTML]', async () => {
    await show([TABLE], { messages: de });
    await screen.findByRole('group', { name: 'Vorschau von „A“ (Assistent)' });
    expect(button('Als Text anzeigen')).toBeVisible();
  });
});

describe('“Open larger” of an HTML preview', () => {
  it('shows the same picture, closes, and restores focus [R-HTML]', async () => {
    await show([FORM]);
    await drawn();
    await pressEach('Tab', 'Tab', 'Enter');
    const inside = dialog() ?? document.body;
    await expect.poll(() => picture(inside)?.contentDocument?.body.textContent, SOON).toContain('Continue');
    expect(inside.querySelector('[data-ask-user="preview-text"]')).toBe(document.activeElement);
    expect(picture(inside)?.checkVisibility()).toBe(true);
    await press('Escape');
    await expect.poll(dialog, SOON).toBeNull();
    expect(focused()).toBe('question-action Open larger');
  });
});

describe('an HTML preview at its limits', () => {
  const cells = (count: number) => `<table><tr>${'<td>x</td>'.repeat(count)}</tr></table>`;
  const formatting = Array.from({ length: 400 }, (_, at) => `<b a${at}>`).join('');
  const attributes = Array.from({ length: 5000 }, (_, at) => `a${at.toString(36)}`).join(' ');
  it.each([
    ['2,001 table cells', cells(2001)],
    ['8,001 elements', '<i/>'.repeat(8001)],
    ['61 levels', `${'<div>'.repeat(61)}x${'</div>'.repeat(61)}`],
    ['50,001 characters', `<p>${'x'.repeat(49_998)}`],
    [
      'formatting that the parser would repeat endlessly',
      Array.from({ length: 3000 }, (_, at) => `<p><b a=${at}>`).join(''),
    ],
    ['8,001 elements in templates', `<p>x</p>${`<template>${'<hr>'.repeat(2000)}</template>`.repeat(4)}`],
    ['61 levels in templates', `<p>x</p>${'<template><div>'.repeat(31)}`],
    ['repeated formatting in a template', `<p>x</p><template><p>${formatting}${'<p>x'.repeat(1700)}`],
    [
      'repeated formatting before the cells of a table',
      `<table><tr>${'<td></td>'.repeat(1900)}</tr><p>${formatting}${'<p>x'.repeat(7000)}`,
    ],
    ['1,001 elements whose direction is automatic', `<div dir=auto>${'<i>1</i>'.repeat(1001)}</div>`],
    ['repeated attributes', `<p><b ${attributes}>${'<p>x'.repeat(1000)}`],
    ['5,000 nested elements', '<div>'.repeat(5000)],
    ['a height of more than 20,000 pixels', '<p>x</p>'.repeat(1500)],
    ['no content that can be rendered', '<script>alert(1)</script><svg><text>x</text></svg>'],
  ])('shows its source, and the card can be answered, if it has %s [R-HTML]', async (_, html) => {
    const start = performance.now();
    const { onSubmit } = await show([html]);
    await expect.poll(source, SOON).toBe(html);
    expect(performance.now() - start).toBeLessThan(5000);
    expect([picture(), screen.queryByRole('button', { name: 'Show as text' })]).toEqual([null, null]);
    await click(button('Submit'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('does not block the page for longer than 5 s if it has an option with 24,000 nodes [R-HTML]', async () => {
    const start = performance.now();
    await show([`<p>x</p><select><option selected>${'x<!>'.repeat(12_000)}`]);
    await expect.poll(() => source() ?? picture(), SOON).toBeTruthy();
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('is rendered if it is as large as allowed [R-HTML]', async () => {
    const rows = `<table>${'<tr><td>x</td><td>y</td><td>z</td><td></td></tr>'.repeat(500)}</table>`;
    await show([rows, `${'<div>'.repeat(60)}x${'</div>'.repeat(60)}`]);
    await drawn();
    expect(inPicture()?.querySelectorAll('td')).toHaveLength(2000);
    await click(radio('B'));
    await expect.poll(() => inPicture()?.querySelectorAll('div').length, SOON).toBe(60);
  });
});

describe('the sanitized previews', () => {
  /** Only sanitizing writes into a document of this window. */
  const writes = () => vi.spyOn(Document.prototype, 'write');
  /** Renders each preview in turn. Returns whether any was sanitized. */
  async function sanitized(...previews: string[]): Promise<boolean> {
    const write = writes();
    for (const preview of previews) {
      cleanup();
      await show([preview]);
      await expect.poll(() => picture() ?? source(), SOON).toBeTruthy();
    }
    const any = write.mock.calls.length > 0;
    write.mockRestore();
    return any;
  }
  const failing = (name: string) => Array.from({ length: 21 }, (_, at) => `<script>${name} ${at}</script>`);

  it('keep one that is rendered after 21 that failed [R-HTML]', async () => {
    await sanitized(...failing('before'), '<p>Shown</p>');
    await drawn();
    const element = inPicture()?.firstElementChild;
    const write = writes();
    await click(button('Open larger'));
    await expect.poll(() => picture(dialog() ?? document.body), SOON).toBeTruthy();
    expect(write).not.toHaveBeenCalled();
    expect([inPicture()?.firstElementChild, element?.textContent]).toEqual([element, 'Shown']);
    write.mockRestore();
  });

  it('forget one that failed before 20 others [R-HTML]', async () => {
    const [first = '', ...others] = failing('forgotten');
    expect([await sanitized(first), await sanitized(first)]).toEqual([true, false]);
    await sanitized(...others);
    expect(await sanitized(first)).toBe(true);
  });
});

describe('a length in a unit that has no limit', () => {
  it.each(['500vw', '9999in', '500cqw'])('is left out: %s [R-HTML]', async (length) => {
    await show([`<p style="padding-left: ${length}; padding-right: 8px">Text</p>`]);
    await drawn();
    const { paddingLeft, paddingRight } = inPicture()?.querySelector('p')?.style ?? {};
    expect([paddingLeft, paddingRight]).toEqual(['', '8px']);
  });
});

describe('`renderPreview` of the host', () => {
  it('takes precedence, `undefined` selects the default, and `null` renders nothing [R-HTML]', async () => {
    const renderPreview = (preview: string) =>
      preview.includes('mine') ? <em>{preview.length}</em> : preview.includes('none') ? null : undefined;
    await show(['<p>mine</p>', '<p>default</p>', '<p>none</p>'], { renderPreview });
    expect([text().innerHTML, picture()]).toEqual(['<em>11</em>', null]);
    await click(radio('B'));
    await drawn();
    expect(inPicture()?.textContent).toBe('default');
    await click(radio('C'));
    expect(text().innerHTML).toBe('');
  });

  it('renders text previews, and `undefined` shows the text verbatim [R-HTML]', async () => {
    const request = { ...requestOf('src/\n  a'), previewFormat: 'text' as const };
    await show([], { request, renderPreview: () => undefined });
    expect([source(), chosen()]).toEqual(['src/\n  a', ['A']]);
  });
});

describe('an HTML preview without its chunk', () => {
  /** The wrapper of the test runner around every `import()`. */
  type Runner = { wrapDynamicImport: (load: () => Promise<unknown>) => Promise<unknown> };
  const isAsked = () =>
    vi.mocked(runner().wrapDynamicImport).mock.calls.some(([load]) => String(load).includes('/html/'));
  const runner = () => (globalThis as { __vitest_browser_runner__?: Runner }).__vitest_browser_runner__!;
  beforeEach(() => {
    vi.spyOn(runner(), 'wrapDynamicImport').mockRejectedValue(new TypeError('Failed to fetch'));
  });

  it('shows its source if the import fails [R-HTML]', async () => {
    const { onSubmit } = await show([TABLE]);
    await expect.poll(source, SOON).toBe(TABLE);
    expect(isAsked()).toBe(true);
    await click(button('Submit'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('loads nothing if the previews are text, or if the host renders them [R-HTML]', async () => {
    await show([], { request: { ...requestOf(TABLE), previewFormat: 'markdown' } });
    cleanup();
    await show([TABLE], { renderPreview: () => 'mine' });
    expect(text().textContent).toBe('mine');
    expect(isAsked()).toBe(false);
  });
});
