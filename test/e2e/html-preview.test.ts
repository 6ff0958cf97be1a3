import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectBrowser } from './helpers/browser.js';
import { MARKUP, PIXEL, STYLES } from './html-preview/attacks.js';
import { startSites, type Sites } from './html-preview/site.js';

let sites: Sites;

beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites?.close());

/** Runs in the page. Shows a preview, and resolves when its picture or its source is shown. */
const open = (html: string): Promise<'picture' | 'source'> =>
  new Promise((resolve) => {
    const { show } = globalThis as unknown as { show: (html: string) => void };
    show(html);
    const look = () => {
      const radio = document.querySelector<HTMLElement>('[role="radio"]:not([aria-checked="true"])');
      const chosen = document.querySelector('[role="radio"][aria-checked="true"]');
      if (!chosen) radio?.click();
      const frame = document.querySelector<HTMLIFrameElement>('[data-ask-user="preview-frame"]');
      const page = frame?.contentDocument;
      const filled = page?.querySelector('meta[http-equiv]') && page.body.hasChildNodes() && frame?.style.blockSize;
      if (chosen && filled) resolve('picture');
      else if (document.querySelector('[data-ask-user="preview-source"]')) resolve('source');
      else requestAnimationFrame(look);
    };
    look();
  });

/** Runs in the page. Returns the faults of what is shown, as text. */
function findFaults(): string[] {
  const faults: string[] = [];
  const fault = (wrong: string | number | boolean | null | undefined, name: string) =>
    wrong && faults.push(`${name}: ${wrong}`);
  fault('PWN' in globalThis && 'PWN is set', 'a script ran');
  const { activeElement } = document;
  fault(activeElement?.matches('iframe, main iframe *') && activeElement.localName, 'the focus is in the frame');
  fault(document.documentElement.scrollWidth > innerWidth && document.documentElement.scrollWidth, 'the page is wide');
  const safeTags =
    /^(?:p|br|hr|div|span|b|strong|i|em|u|s|del|ins|su[bp]|small|mark|code|pre|kbd|samp|var|q|cite|blockquote|[uod]l|li|d[td]|table|caption|col|colgroup|t(?:head|body|foot|r|h|d)|h[1-6]|figure|figcaption|abbr|time|img)$/;
  const safeAttributes = /^(?:alt|src|width|height|colspan|rowspan|span|scope|dir|lang|start|reversed|abbr|style)$/;
  const pane = document.querySelector('[data-ask-user="preview-text"]');
  const frame = pane?.querySelector('iframe');
  fault(document.querySelectorAll('iframe').length > 1 && 'more than one', 'frames');
  const content = [...(frame?.contentDocument?.body.querySelectorAll<HTMLElement>('*') ?? [])];
  for (const element of [...content, ...(pane?.querySelectorAll('[data-ask-user="hidden"] *') ?? [])]) {
    fault(!safeTags.test(element.localName) && element.localName, 'an element is left');
    for (const { name, value } of element.attributes) {
      fault(!safeAttributes.test(name) && name, 'an attribute is left');
      fault(name === 'src' && !value.startsWith('data:image/png') && value, 'a source is left');
      fault(/url|@|\\|var\(|attr\(/i.test(value) && name === 'style' && value, 'a style names something');
    }
  }
  const view = frame?.contentWindow;
  const seen = content.filter(({ children, textContent }) => children.length === 0 && textContent === 'SEEN');
  for (const element of seen) {
    if (!view || !frame) break;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    fault((left < 0 || top < 0) && `${left} ${top}`, 'it starts outside of the frame');
    fault((right > frame.clientWidth + 1 || bottom > frame.clientHeight + 1) && `${right} ${bottom}`, 'it is cut off');
    fault((right - left < 5 || bottom - top < 7) && `${right - left} x ${bottom - top}`, 'it has no size');
    fault(
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && 'hidden',
      'it is not visible',
    );
    fault(parseFloat(view.getComputedStyle(element).fontSize) < 8 && 'small', 'its font');
    fault(view.getComputedStyle(element).color.endsWith(', 0)') && 'transparent', 'its color');
    for (const other of content) {
      if (other.contains(element) || element.contains(other)) continue;
      const box = other.getBoundingClientRect();
      const apart = box.right <= left + 1 || box.left >= right - 1 || box.bottom <= top + 1 || box.top >= bottom - 1;
      fault(!apart && other.outerHTML.slice(0, 80), 'it lies under');
    }
    const { position, animationName } = view.getComputedStyle(element.parentElement ?? element);
    fault((position !== 'static' || animationName !== 'none') && position, 'it leaves its place');
  }
  return faults;
}

interface Attempt {
  kind: 'picture' | 'source';
  found: string[];
}
interface Tools {
  attempt: (html: string) => Promise<Attempt>;
}

/**
 * Called once for each attack. Returns the faults of the previous preview after a press on it, and those of the new
 * one.
 */
const TOOLS = `globalThis.attempt = async (html) => {
  const find = ${findFaults.toString()};
  const late = find();
  const kind = await (${open.toString()})(html);
  return { kind, found: [...late, ...find()] };
}`;
const attempt = (html: string): Promise<Attempt> => (globalThis as unknown as Tools).attempt(html);

interface Visited {
  page: Page;
  faults: string[];
  /** Lines on the console, which include refusals by the policy. */
  lines: string[];
  close: () => Promise<void>;
}

/** Opens a page under a policy, and records what no preview may do. */
async function visit(path: string, options: object = {}): Promise<Visited> {
  const browser = await connectBrowser();
  const context = await browser.newContext({ viewport: { width: 900, height: 700 }, ...options });
  const faults: string[] = [];
  await context.addInitScript(TOOLS);
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  await page.goto(sites.url + path);
  await page.waitForFunction(() => 'show' in globalThis);
  context.on('page', () => faults.push('a window was opened'));
  page.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    if (!/^about:(?:srcdoc|blank)$/.test(frame.url())) faults.push(`a navigation: ${frame.url()}`);
  });
  return { page, faults, lines, close: () => context.close() };
}

const CASES = Object.entries({ ...MARKUP, ...STYLES });

describe.each(['/none', '/strict', '/without-our-policy'])('an HTML preview under the host policy %s', (path) => {
  it(
    `blocks loads, scripts, windows, navigation and focus of ${CASES.length} attacks [R-HTML]`,
    { timeout: 120_000 },
    async () => {
      expect([CASES.length >= 60, Object.keys(STYLES).length >= 24]).toEqual([true, true]);
      const loads = sites.loads();
      const { page, faults, close } = await visit(path);
      const pictures: string[] = [];
      await page.evaluate(open, '<p>First</p>');
      const place = (await page.locator('[data-ask-user="preview-text"]').boundingBox()) ?? { x: 0, y: 0 };
      for (const [name, preview] of CASES) {
        const { kind, found } = await page.evaluate(attempt, preview.replaceAll('E/', `${sites.attacker}/`));
        if (kind === 'picture') pictures.push(name);
        for (const fault of found) faults.push(`${name}, or the press on the one before: ${fault}`);
        // The pane has the same position in every case.
        await page.mouse.click(place.x + 30, place.y + 30);
      }
      faults.push(...(await page.evaluate(findFaults)));
      // The card still works after all of them.
      await page.getByRole('radio', { name: 'B' }).click();
      await page.keyboard.press('Enter');
      await page.locator('html[data-result="answered"]').waitFor();
      // All earlier requests have arrived when this one has.
      await page.evaluate((url) => void (new Image().src = url), `${sites.attacker}/control`);
      if (path !== '/none') await fetch(`${sites.attacker}/control`);
      await expect.poll(() => sites.requests).toContain('/control');
      expect(sites.requests.splice(0)).toEqual(['/control']);
      expect(faults).toEqual([]);
      expect(sites.loads()).toBe(loads + 1);
      // Every style leaves something to render. Without the package's Trusted Types policy, nothing is rendered.
      const styled = Object.keys(STYLES).filter((name) => pictures.includes(name));
      expect(styled).toEqual(path === '/without-our-policy' ? [] : Object.keys(STYLES));
      if (path === '/without-our-policy') expect(pictures).toEqual([]);
      await close();
    },
  );
});

interface Node {
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
}

const DESIGN =
  '<h3 style="margin:0;color:#111827">Plans</h3><table style="width:100%"><tr><th>Plan</th><th>Price</th></tr><tr><td>Solo</td><td style="background:#fde68a">9 €</td></tr></table>';

describe.each(['/none', '/strict'])('a design under the host policy %s', (path) => {
  it('has its styles and its table in the accessibility tree, and Escape after a press on it cancels [R-HTML]', async () => {
    const { page, faults, close } = await visit(path);
    expect(await page.evaluate(open, DESIGN)).toBe('picture');
    const cell = page.frameLocator('iframe').getByText('9 €', { exact: true });
    expect(await cell.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(253, 230, 138)');
    const session: CDPSession = await page.context().newCDPSession(page);
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
    const roles = nodes.filter(({ ignored }) => !ignored).map(({ role, name }) => `${role?.value} ${name?.value}`);
    expect(roles).toEqual(expect.arrayContaining(['columnheader Plan', 'cell Solo', 'cell 9 €']));
    expect(roles.filter((role) => /^(?:Iframe|heading Plans)/.test(role))).toEqual([]);
    const { x = 0, y = 0 } = (await page.locator('iframe').boundingBox()) ?? {};
    await page.mouse.click(x + 20, y + 20);
    await page.keyboard.press('Escape');
    await page.locator('html[data-result="cancelled"], [role="dialog"]').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('an HTML preview under the policy of the guide', () => {
  it('is a picture with its images, and nothing is refused [R-HTML]', async () => {
    const { page, faults, lines, close } = await visit('/documented');
    expect(await page.evaluate(open, `<h3>Plans</h3><img alt="Chart" src="${PIXEL}" width="9">`)).toBe('picture');
    const image = page.frameLocator('iframe').locator('img');
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
    await page.getByRole('button', { name: 'Open larger' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Show as text' }).click();
    await page.getByRole('button', { name: 'Show as picture' }).click();
    await page.getByRole('radio', { name: 'B' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.locator('html[data-result="answered"]').waitFor();
    expect([lines, faults]).toEqual([[], []]);
    await close();
  });

  it('keeps its inline styles, and one error is logged for each [R-HTML]', async () => {
    const { page, faults, lines, close } = await visit('/documented');
    expect(await page.evaluate(open, DESIGN)).toBe('picture');
    const cell = page.frameLocator('iframe').getByText('9 €', { exact: true });
    expect(await cell.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(253, 230, 138)');
    const inline = /inline style violates .*style-src 'self'/;
    expect(lines.filter((line) => !inline.test(line))).toEqual([]);
    expect(lines).toHaveLength(DESIGN.match(/ style=/g)?.length ?? 0);
    expect(faults).toEqual([]);
    await close();
  });
});
