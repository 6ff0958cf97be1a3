import { readdirSync, readFileSync } from 'node:fs';
import { transform, type Selector } from 'lightningcss';
import { describe, expect, it } from 'vitest';
import { composeStyles } from '../../scripts/lib/styles.mjs';
import { PARTS } from '../../src/react/dialog/anatomy.js';

const STYLES = new URL('../../src/styles/', import.meta.url);
const THEMING = new URL('../../docs/theming.md', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, STYLES), 'utf8');
const files = readdirSync(STYLES).filter((name) => name.endsWith('.css') && name !== 'index.css');
const bundled = composeStyles(new URL('index.css', STYLES).pathname);

const found = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''));
/** `--au-line: var(--ask-user-line, …)`: what a rule reads, the public name, and its default. */
const DECLARATION = /(--au-[\w-]+)\s*:\s*var\(\s*(--ask-user-[\w-]+),/g;
const publicNames = found(bundled, /(--ask-user-[\w-]+)/g);
const isCombinator = ({ type }: Selector[number]): boolean => type === 'combinator';

describe('the stylesheet', () => {
  it('imports every file in index.css, without a layer', () => {
    expect(found(read('index.css'), /@import '\.\/(.+)';/g)).toEqual(new Set(files));
    expect(bundled).not.toContain('@layer');
  });

  it('uses only parts and states of the anatomy', () => {
    const parts = found(bundled, /\.au-([\w-]+)/g);
    expect(parts.size).toBeGreaterThan(30);
    for (const name of parts) expect(Object.keys(PARTS)).toContain(name);
    const states = new Set<string>(Object.values(PARTS).flat());
    for (const name of found(bundled, /\[([\w-]+)[=\]]/g))
      if (name !== 'data-ask-user') expect([...states, 'hidden', 'autocapitalize', 'class', 'style']).toContain(name);
  });

  const selectors: Selector[] = [];
  transform({
    filename: 'styles.css',
    code: Buffer.from(bundled),
    visitor: { Rule: { style: (rule) => void selectors.push(...rule.value.selectors) } },
  });

  it('has the specificity of a class and an attribute in every selector [R-HOSTCSS]', () => {
    expect(selectors.length).toBeGreaterThan(100);
    for (const selector of selectors) {
      const counted = selector.filter(
        (part) =>
          !['combinator', 'universal', 'pseudo-element'].includes(part.type) &&
          !(part.type === 'pseudo-class' && part.kind === 'where'),
      );
      const [{ type: first } = { type: '' }, ...others] = counted;
      expect(['class', 'attribute'], JSON.stringify(selector)).toContain(first);
      expect(others, JSON.stringify(selector)).toEqual([
        expect.objectContaining({ type: 'attribute', name: 'data-ask-user' }),
      ]);
    }
  });

  it('lets browsers find the rules of a part by its class, or by the attribute that all parts have [R-HOSTCSS]', () => {
    const subjects = selectors.map((selector) => selector.slice(selector.findLastIndex(isCombinator) + 1));
    const unnamed = subjects.filter(([first]) => !first || !['class', 'attribute'].includes(first.type));
    // Elements in a part that are not parts themselves.
    expect(unnamed.length).toBeGreaterThan(0);
    for (const subject of unnamed) expect(JSON.stringify(subject)).not.toMatch(/"type":"class"|data-ask-user/);
  });

  it('contains no !important, no fixed position except for a modal, no request, and no z-index above 1', () => {
    expect(bundled).not.toMatch(/!important|url\(/);
    const fixed = found(bundled, /([^{}]+)\{[^{}]*position:\s*fixed/g);
    expect([...fixed].map((selector) => selector.trim())).toEqual([
      '.au-card[data-ask-user]:where([data-presentation="modal"])',
    ]);
    for (const index of found(bundled, /z-index:\s*(-?\d+)/g)) expect(Number(index)).toBeLessThanOrEqual(1);
  });
});

describe('the custom properties', () => {
  it('are each read in one file, where the card gets their defaults, and never set [R-THEME]', () => {
    for (const [, own = '', name] of bundled.matchAll(DECLARATION))
      expect(own.replace('--au-', '--ask-user-')).toBe(name);
    expect(bundled.replaceAll(DECLARATION, '')).not.toMatch(/--ask-user-|--au-[\w-]+\s*:/);
    expect(files.filter((name) => read(name).includes('--ask-user-'))).toEqual(['tokens.css']);
  });

  it('are each used by a rule, and no rule uses another [R-THEME]', () => {
    const used = found(bundled, /var\((--au-[\w-]+)\)/g);
    expect([...used].map((name) => name.replace('--au-', '--ask-user-')).sort()).toEqual([...publicNames].sort());
  });

  it('are each documented, and no other is [R-THEME]', () => {
    expect(found(readFileSync(THEMING, 'utf8'), /^\| `(--ask-user-[\w-]+)`/gm)).toEqual(publicNames);
  });

  it('keep their two colors in the builds of hosts, as the guide sets them [R-THEME]', () => {
    const samples = [...readFileSync(THEMING, 'utf8').matchAll(/```css\n(.*?)```/gs)].map(([, css = '']) => css);
    const css = samples.filter((sample) => sample.includes('light-dark('));
    expect(css).toHaveLength(1);
    // The oldest browser for which Vite 8 builds by default.
    const { code } = transform({ filename: 'app.css', code: Buffer.from(css.join()), targets: { chrome: 111 << 16 } });
    expect(code.toString()).toContain('--ask-user-accent: light-dark(#b4004e, #ff7ab0);');
    expect(code.toString()).not.toContain('--lightningcss');
  });
});
