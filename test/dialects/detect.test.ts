import { describe, expect, it } from 'vitest';
import { detectDialect, DIALECTS } from '../../src/dialects/index.js';
import { EXAMPLES } from './examples.js';
import { HOSTILE, valueOf } from './helpers.js';

const dialectOf = (name: string) => DIALECTS.filter((one) => one.name === name)[0]!;
const marked = EXAMPLES.filter(({ shared }) => !shared);
const unmarked = EXAMPLES.filter(({ shared }) => shared);

describe('the dialects, for input that agents really send [R-PARSE]', () => {
  it('have at least one example each', () => {
    const names = new Set(EXAMPLES.map(({ dialect }) => dialect));
    expect(DIALECTS.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(EXAMPLES)('read it as strictly as the agent, and as JSON text: $dialect, $what', ({ dialect, input }) => {
    const { parse } = dialectOf(dialect);
    const read = valueOf(parse(input, { strict: true }));
    expect(read.questions.length).toBeGreaterThan(0);
    expect(read.raw).toBe(input);
    const { raw: _raw, ...request } = valueOf(parse(JSON.stringify(input), { strict: true }));
    expect(request).toEqual({ ...read, raw: undefined });
  });
});

describe('detectDialect', () => {
  it.each(marked)('detects $dialect by $what, as JSON text too', ({ dialect, input }) => {
    const found = { ok: true, dialect: dialectOf(dialect) };
    expect(detectDialect(input)).toEqual(found);
    expect(detectDialect(JSON.stringify(input))).toEqual(found);
  });

  it.each(unmarked)('returns the candidates for $what of $dialect, which is ambiguous', ({ dialect, input }) => {
    const found = detectDialect(input);
    expect(found.ok).toBe(false);
    if (found.ok) return;
    expect(found.candidates).toContain(dialectOf(dialect));
    for (const { name } of found.candidates) expect(found.message).toContain(name);
  });

  it.each(EXAMPLES)('does not detect another dialect for $what of $dialect', ({ dialect, input }) => {
    const takers = DIALECTS.filter(({ matches }) => matches(input)).map(({ name }) => name);
    expect(takers).toEqual(takers.filter((name) => name === dialect));
  });

  it('returns as candidates for a call of Claude Code only the dialects that accept it', () => {
    const { input } = unmarked.find(({ dialect, what }) => dialect === 'claudeCode' && what === 'the call')!;
    const found = detectDialect(input);
    expect(found.ok ? [] : found.candidates.map(({ name }) => name)).toEqual([
      'askUser',
      'askUserQuestion',
      'claudeCode',
      'kimi',
      'opencode',
      'phoenixIde',
      'pilotDeck',
      'qwenCode',
      'rpiv',
      'vsCode',
    ]);
  });

  it('does not take choices of another tool for those of Copilot CLI', () => {
    const choices = ['Postgres', 'SQLite'];
    const called = (call: object) => {
      const found = detectDialect({ question: 'Which database?', ...call });
      return found.ok ? found.dialect.name : undefined;
    };
    expect(called({ choices })).toBe('copilotCli');
    expect(called({ choices, allowFreeform: true })).toBe('copilotCli');
    expect(called({ choices, multiSelect: true })).not.toBe('copilotCli');
    expect(called({ choices: choices.map((label) => ({ label })) })).not.toBe('copilotCli');
    expect(called({ choices: [] })).not.toBe('copilotCli');
  });

  it('names a single candidate in its message', () => {
    const { input } = unmarked.find(({ what }) => what === 'a tool_use block')!;
    expect(detectDialect(input)).toEqual({
      ok: false,
      candidates: [dialectOf('claudeCode')],
      message: 'The input fits claudeCode, but does not identify its agent. Specify the dialect.',
    });
  });

  it.each(HOSTILE)('returns no candidates for %s', (_name, input) => {
    expect(detectDialect(input)).toEqual({
      ok: false,
      candidates: [],
      message: 'No known agent uses this format. Specify the dialect to see the issues of the input.',
    });
  });
});
