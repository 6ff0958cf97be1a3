import { describe, expect, it } from 'vitest';
import type { Issue } from '../../../src/core/question/issues.js';
import { DIALECTS, mcpElicitation, mcpInputRequired, opencode } from '../../../src/dialects/index.js';
import { EXAMPLES } from '../examples.js';
import { issuesOf, warningsOf } from '../helpers.js';

const dialectOf = (name: string) => DIALECTS.filter((one) => one.name === name)[0]!;

const LISTS = ['options', 'choices', 'follow_up', 'suggest'];

const fromText = (value: unknown): unknown => {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
};

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a copy in which the second option of every question that has options is invalid. */
function spoilt(value: unknown): unknown {
  const text = fromText(value);
  if (text !== value && typeof text === 'object') return JSON.stringify(spoilt(text));
  if (Array.isArray(value)) return value.map(spoilt);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const list = fromText(field);
      // The options of a permission request are of another kind.
      const asked = ['question', 'prompt', 'title'].some((name) => name in value);
      if (!asked || !LISTS.includes(key) || !Array.isArray(list)) return [key, spoilt(field)];
      return [key, list.with(1, { spoilt: true })];
    }),
  );
}

/** Returns the value at a path, and parses JSON texts on the way. */
function at(input: unknown, path: string): unknown {
  let here = input;
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    const text = fromText(here);
    here = Array.isArray(text) ? text[Number(step)] : isFields(text) ? text[step] : undefined;
  }
  return here;
}

const asked = EXAMPLES.filter(
  ({ dialect, what }) => !dialect.startsWith('mcp') && dialect !== 'agUi' && !what.endsWith('a form'),
);

describe('the paths of issues [R-PARSE]', () => {
  it.each(asked)('exist in the input: $dialect, $what', ({ dialect, input }) => {
    const given = spoilt(input);
    const parsed = dialectOf(dialect).parse(given);
    const issues: readonly Issue[] = parsed.ok ? [] : parsed.issues;
    expect(issues.length).toBeGreaterThan(0);
    for (const { code, path } of issues) {
      // The issue names the missing field of that option.
      expect([code, at(given, path.replace(/\.\w+$/, ''))]).toEqual(['missing', { spoilt: true }]);
    }
  });

  it('start with the envelope even if the envelope is empty', () => {
    expect(issuesOf(opencode.parse({ type: 'question.asked', properties: 'x' }))).toEqual(['properties: type']);
    expect(issuesOf(opencode.parse({ type: 'question.asked', properties: { questions: [] } }))).toEqual([
      'properties.questions: too_few',
    ]);
  });

  it('start with the envelope in the messages of MCP', () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'elicitation/create', params: { message: 'm' } };
    expect(issuesOf(mcpElicitation.parse(request))).toEqual(['params.requestedSchema: missing']);
    expect(issuesOf(mcpElicitation.parse(request.params))).toEqual(['requestedSchema: missing']);
    const result = { resultType: 'input_required', inputRequests: { a: request } };
    expect(issuesOf(mcpInputRequired.parse({ jsonrpc: '2.0', id: 1, result }))).toEqual([
      'result.inputRequests.a.params.requestedSchema: missing',
    ]);
    expect(issuesOf(mcpInputRequired.parse(result))).toEqual(['inputRequests.a.params.requestedSchema: missing']);
  });
});

describe('a hostile request [R-LIMITS]', () => {
  it.each(DIALECTS)('causes at most 50 warnings or issues in $name', ({ parse, formatRequest }) => {
    const options = Array.from({ length: 120 }, () => ({ label: 'Other', preview: 'p'.repeat(10), description: '' }));
    const several = parse({
      questions: Array.from({ length: 60 }, () => ({ question: 'q', type: 'choice', options })),
    });
    const one = parse({ question: 'q', options });
    for (const parsed of [several, one]) {
      expect((parsed.ok ? warningsOf(parsed) : issuesOf(parsed)).length).toBeLessThanOrEqual(50);
      const written = parsed.ok ? formatRequest(parsed.value) : parsed;
      expect((written.ok ? warningsOf(written) : issuesOf(written)).length).toBeLessThanOrEqual(50);
    }
    const strict = parse(
      { questions: Array.from({ length: 60 }, () => ({ question: 'q', options })) },
      { strict: true },
    );
    expect((strict.ok ? warningsOf(strict) : issuesOf(strict)).length).toBeLessThanOrEqual(50);
  });
});
