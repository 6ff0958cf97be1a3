import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, button, card, chosen, cleanUpAfterEach, click, focused, loaded, radio } from '../helpers/browser/card.js';
import { accessibilityTree } from '../helpers/browser/accessibility-tree.js';
import { press, pressEach, SOON } from '../helpers/browser/keys.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import { dialog, group, shown, text } from '../helpers/browser/previews.js';
import { parsedRequest, type AskUserRequest } from '../../src/react/index.js';
import { de } from '../../src/react/messages/de.js';
import type { AskOptions, Asked } from '../helpers/browser/card.js';

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
  const asked = ask(undefined, { input: requestOf(...previews), dialect: parsedRequest as never, ...options });
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
/** The background of the picture's page, and its color scheme. */
function paper(): string[] {
  const { backgroundColor, colorScheme } = getComputedStyle(inPicture()?.parentElement ?? document.body);
  return [backgroundColor, colorScheme];
}
const source = () => text().querySelector('[data-ask-user="preview-source"]')?.textContent;

describe('a preview in HTML', () => {
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

  it('has the same content for screen readers, with its table, and no heading of the page [R-HTML]', async () => {
    await show([TABLE]);
    await drawn();
    const nodes = await accessibilityTree();
    const roles = nodes.map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(['table', 'row', 'columnheader', 'cell']));
    expect(nodes.find(({ role }) => role === 'columnheader')?.name).toBe('Plan');
    expect(roles).not.toContain('Iframe');
    expect(within(card()).queryByRole('heading', { name: 'Plans' })).toBeNull();
  });

  it('follows the options, and the focus never enters the frame [R-HTML]', async () => {
    const { onCancel } = await show(['<p>First</p>', '<p>Second</p>', undefined], { strict: true });
    await drawn();
    expect(inPicture()?.textContent).toBe('First');
    await press('ArrowDown');
    await expect.poll(() => inPicture()?.textContent, SOON).toBe('Second');
    await press('ArrowDown');
    expect([picture(), shown()]).toEqual([null, 'Preview of “C”']);
    await press('ArrowUp');
    await drawn();
    // The frame is under the pointer, and the press goes to the pane.
    await mouseClick(text());
    expect(document.activeElement).toBe(text());
    await press('Escape');
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('shows controls as plain elements, on white paper if it sets colors [R-HTML]', async () => {
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

  it('shows no hidden character that an entity brings back [R-HTML]', async () => {
    await show(['<p>safe&#x202E;evil&#8203;&#xE0041;</p><img alt="a&#x202E;b">']);
    await drawn();
    expect(inPicture()?.textContent).toBe('safeevilab');
    expect(text().querySelector('[data-ask-user="hidden"]')?.textContent).toBe('safeevilab');
  });

  it('is drawn where the page is dark, in the colors of the card [R-HTML]', async () => {
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
  it('puts the text in the place of the picture by keyboard, for every option, and back [R-HTML]', async () => {
    await show([TABLE, '<p>Other design</p>']);
    await drawn();
    await press('Tab');
    expect(focused()).toBe('extra Show as text');
    await press('Enter');
    expect([picture(), focused()]).toEqual([null, 'extra Show as picture']);
    expect(within(group()).getByRole('cell', { name: 'Solo' })).toBeVisible();
    await click(radio('B'));
    expect([picture(), within(group()).getByText('Other design').checkVisibility()]).toEqual([null, true]);
    await mouseClick(button('Show as picture'));
    await drawn();
    expect(inPicture()?.textContent).toBe('Other design');
  });

  it('is said in the words of the host’s language [R-HTML]', async () => {
    await show([TABLE], { messages: de });
    await screen.findByRole('group', { name: 'Vorschau von „A“ (Assistent)' });
    expect(button('Als Text anzeigen')).toBeVisible();
  });
});

describe('“Open larger” of a preview in HTML', () => {
  it('shows the same picture, closes, and gives the focus back [R-HTML]', async () => {
    await show([FORM]);
    await drawn();
    await pressEach('Tab', 'Tab', 'Enter');
    const inside = dialog() ?? document.body;
    await expect.poll(() => picture(inside)?.contentDocument?.body.textContent, SOON).toContain('Continue');
    expect(inside.querySelector('[data-ask-user="preview-text"]')).toBe(document.activeElement);
    expect(picture(inside)?.checkVisibility()).toBe(true);
    await press('Escape');
    await expect.poll(dialog, SOON).toBeNull();
    expect(focused()).toBe('extra Open larger');
  });
});

describe('a preview that can’t be drawn shows its source, and the card goes on', () => {
  const cells = (count: number) => `<table><tr>${'<td>x</td>'.repeat(count)}</tr></table>`;
  it.each([
    ['2,001 table cells', cells(2001)],
    ['8,001 elements', '<i/>'.repeat(8001)],
    ['61 levels', `${'<div>'.repeat(61)}x${'</div>'.repeat(61)}`],
    ['50,001 characters', `<p>${'x'.repeat(49_998)}`],
    [
      'formatting that the parser would repeat without end',
      Array.from({ length: 3000 }, (_, at) => `<p><b a=${at}>`).join(''),
    ],
    ['5,000 nested elements', '<div>'.repeat(5000)],
    ['a picture of more than 20,000 pixels', '<p>x</p>'.repeat(1500)],
    ['nothing that can be drawn', '<script>alert(1)</script><svg><text>x</text></svg>'],
  ])('%s [R-HTML]', async (_, html) => {
    const { onSubmit } = await show([html]);
    const start = performance.now();
    await expect.poll(source, SOON).toBe(html);
    expect(performance.now() - start).toBeLessThan(5000);
    expect([picture(), screen.queryByRole('button', { name: 'Show as text' })]).toEqual([null, null]);
    await click(button('Submit'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('takes what is as large as it may be [R-HTML]', async () => {
    const rows = `<table>${'<tr><td>x</td><td>y</td><td>z</td><td></td></tr>'.repeat(500)}</table>`;
    await show([rows, `${'<div>'.repeat(60)}x${'</div>'.repeat(60)}`]);
    await drawn();
    expect(inPicture()?.querySelectorAll('td')).toHaveLength(2000);
    await click(radio('B'));
    await expect.poll(() => inPicture()?.querySelectorAll('div').length, SOON).toBe(60);
  });
});

describe('`renderPreview` of the host', () => {
  it('takes precedence; `undefined` asks for the default, and `null` draws nothing [R-HTML]', async () => {
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

  it('draws texts, too, for which `undefined` is the text as it came [R-HTML]', async () => {
    const input = { ...requestOf('src/\n  a'), previewFormat: 'text' as const };
    await show([], { input, renderPreview: () => undefined });
    expect([source(), chosen()]).toEqual(['src/\n  a', ['A']]);
  });
});

describe('without the file that draws HTML', () => {
  /** What the test runner makes every import() go through. */
  type Runner = { wrapDynamicImport: (load: () => Promise<unknown>) => Promise<unknown> };
  const isAsked = () =>
    vi.mocked(runner().wrapDynamicImport).mock.calls.some(([load]) => String(load).includes('/html/'));
  const runner = () => (globalThis as { __vitest_browser_runner__?: Runner }).__vitest_browser_runner__!;
  beforeEach(() => {
    vi.spyOn(runner(), 'wrapDynamicImport').mockRejectedValue(new TypeError('Failed to fetch'));
  });

  it('shows the source if the import fails [R-HTML]', async () => {
    const { onSubmit } = await show([TABLE]);
    await expect.poll(source, SOON).toBe(TABLE);
    expect(isAsked()).toBe(true);
    await click(button('Submit'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('does not ask for it if the previews are text, or the host draws them [R-HTML]', async () => {
    await show([], { input: { ...requestOf(TABLE), previewFormat: 'markdown' } });
    cleanup();
    await show([TABLE], { renderPreview: () => 'mine' });
    expect(text().textContent).toBe('mine');
    expect(isAsked()).toBe(false);
  });
});
