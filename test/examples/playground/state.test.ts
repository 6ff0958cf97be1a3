import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import * as formats from 'react-ask-user/dialects';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../examples/playground/languages.js';
import { PRESETS } from '../../../examples/playground/presets.js';
import { PROPERTIES } from '../../../examples/playground/properties.js';
import { fromHash, reduce, toHash, type Settings, type State } from '../../../examples/playground/state.js';
import { toCode } from '../../../examples/playground/to-code.js';

const open = (hash = ''): State => reduce(fromHash(hash), { type: 'formats', formats });
const typed = (state: State, call: string) => reduce(state, { type: 'set', settings: { call } });

describe('the playground', () => {
  it.each(PRESETS)('reads the example "$title" without an error', ({ id }) => {
    const state = open(`#preset=${id}`);
    expect([state.isError, state.preset]).toEqual([false, id]);
    expect(state.read?.request.questions.length).toBeGreaterThan(0);
  });

  it('keeps the card and the text while the text is not JSON, and says why', () => {
    const before = open();
    const broken = typed(before, '{"questions": [');
    expect(broken).toMatchObject({ call: '{"questions": [', isError: true, read: before.read, run: before.run });
    expect(broken.message).toMatch(/^This is not JSON: .*Your text is kept\.$/);
  });

  it('names the issues of JSON that is not a tool call', () => {
    const state = typed(open(), '{"questions": []}');
    expect(state.isError).toBe(true);
    expect(state.message).toContain('questions');
    expect(typed(open('#preset=form'), '42').message).toMatch(/No agent uses this format|Expected|must/i);
  });

  it('starts a new request for another call or agent, and keeps it for another look', () => {
    const state = open();
    const set = (settings: Partial<Settings>) => reduce(state, { type: 'set', settings });
    expect(set({ language: 'de', scheme: 'dark', theme: { accent: 'red' } }).run).toBe(state.run);
    expect(set({ dialect: 'askUser' }).run).toBe(state.run + 1);
    expect(reduce(state, { type: 'again' }).run).toBe(state.run + 1);
  });

  it('uses the language of an example', () => {
    expect(reduce(open(), { type: 'preset', id: 'right-to-left' }).language).toBe('ar');
  });
});

const settings = fc.record<Settings>({
  preset: fc.constantFrom(...PRESETS.map(({ id }) => id)),
  call: fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\uD800-\uDFFF]/g, '')),
  dialect: fc.constantFrom('auto', ...formats.DIALECTS.map(({ name }) => name)),
  language: fc.constantFrom(...Object.keys(LANGUAGES)),
  scheme: fc.constantFrom('auto', 'light', 'dark'),
  theme: fc.dictionary(fc.constantFrom(...PROPERTIES.map(({ name }) => name)), fc.string({ minLength: 1 })),
});

describe('the address of the playground', () => {
  it('contains all settings', () => {
    fc.assert(
      fc.property(settings, (given) => {
        expect(fromHash(toHash(given))).toMatchObject(given);
      }),
    );
  });

  it('is short for an example that was not changed', () => {
    expect(toHash(open('#preset=previews'))).toBe('#preset=previews');
  });

  it('has no effect if it contains anything else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => open(`#${text}&preset=gone&language=xx&scheme=blue&dialect=gone&--gone=1`)).not.toThrow();
      }),
    );
    expect(open('#preset=gone&language=xx&scheme=blue')).toMatchObject({
      preset: 'questions',
      language: 'en',
      scheme: 'auto',
    });
  });
});

it('the theme editor has every custom property of the guide', () => {
  const guide = readFileSync('docs/theming.md', 'utf8');
  const documented = [...guide.matchAll(/^\| `--ask-user-([\w-]+)`/gm)].map(([, name]) => name);
  expect(PROPERTIES.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual(
    documented.toSorted((a = '', b = '') => a.localeCompare(b)),
  );
});

it('the code contains the call, the dialect, the language and the theme', () => {
  const state = reduce(open('#preset=right-to-left&dialect=kimi'), {
    type: 'set',
    settings: { theme: { accent: '#0f766e' } },
  });
  const code = toCode(state, state.read!);
  expect(code).toContain("import { kimi } from 'react-ask-user/dialects';");
  expect(code).toContain("import { ar } from 'react-ask-user/messages/ar';");
  expect(code).toContain('\'--ask-user-accent\': "#0f766e"');
  expect(code).toContain('<AskUserDialog dialect={kimi} input={input} messages={ar} dir="rtl" onSubmit={send}');
  expect(code).toContain('أي قاعدة بيانات نستخدم؟');
});
