import { describe, expect, it } from 'vitest';
import { detectDialect, DIALECTS } from '../../src/dialects/index.js';
import { EXAMPLES } from './examples.js';
import { HOSTILE, valueOf } from './helpers.js';

const dialectOf = (name: string) => DIALECTS.filter((one) => one.name === name)[0]!;
const marked = EXAMPLES.filter(({ shared }) => !shared);
const unmarked = EXAMPLES.filter(({ shared }) => shared);

describe('[R-PARSE] what an agent really sends', () => {
  it('has an example of every dialect', () => {
    const names = new Set(EXAMPLES.map(({ dialect }) => dialect));
    expect(DIALECTS.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(EXAMPLES)('$dialect reads $what, as strictly as its agent, and as JSON text', ({ dialect, input }) => {
    const { parse } = dialectOf(dialect);
    const read = valueOf(parse(input, { strict: true }));
    expect(read.questions.length).toBeGreaterThan(0);
    expect(read.raw).toBe(input);
    const { raw: _raw, ...request } = valueOf(parse(JSON.stringify(input), { strict: true }));
    expect(request).toEqual({ ...read, raw: undefined });
  });
});

describe('detectDialect', () => {
  it.each(marked)('knows $dialect by $what, as JSON text too', ({ dialect, input }) => {
    const found = { ok: true, dialect: dialectOf(dialect) };
    expect(detectDialect(input)).toEqual(found);
    expect(detectDialect(JSON.stringify(input))).toEqual(found);
  });

  it.each(unmarked)('guesses nothing of $what of $dialect, and has it among the candidates', ({ dialect, input }) => {
    const found = detectDialect(input);
    expect(found.ok).toBe(false);
    if (found.ok) return;
    expect(found.candidates).toContain(dialectOf(dialect));
    for (const { name } of found.candidates) expect(found.message).toContain(name);
  });

  it.each(EXAMPLES)('takes $what of $dialect for no other', ({ dialect, input }) => {
    const takers = DIALECTS.filter(({ recognises }) => recognises(input)).map(({ name }) => name);
    expect(takers).toEqual(takers.filter((name) => name === dialect));
  });

  it('names the agents that ask in the shape of Claude Code, and none that would refuse it', () => {
    const { input } = unmarked.find(({ dialect, what }) => dialect === 'claudeCode' && what === 'the call')!;
    const found = detectDialect(input);
    expect(found.ok ? [] : found.candidates.map(({ name }) => name)).toEqual([
      'askUser',
      'askUserQuestion',
      'pilotDeck',
      'claudeCode',
      'kimi',
      'opencode',
      'phoenixIde',
      'qwenCode',
      'rpiv',
      'vsCode',
    ]);
  });

  it('says so where a single one can have asked', () => {
    const { input } = unmarked.find(({ what }) => what === 'a tool_use block')!;
    expect(detectDialect(input)).toEqual({
      ok: false,
      candidates: [dialectOf('claudeCode')],
      message: 'The input fits claudeCode, but does not identify its agent. Specify the dialect.',
    });
  });

  it.each(HOSTILE)('finds nobody behind %s', (_name, input) => {
    expect(detectDialect(input)).toEqual({
      ok: false,
      candidates: [],
      message: 'No known agent uses this format. Specify the dialect to see the issues of the input.',
    });
  });
});
