import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { buildAnswers } from '../../src/core/answer/build-answers.js';
import { UNANSWERED_STATUSES } from '../../src/core/answer/statuses.js';
import * as entry from '../../src/dialects/index.js';
import { detectDialect, DIALECTS, getLosses } from '../../src/dialects/index.js';
import { answeredOnWire, anything, ending, unchosen, writable } from './arbitraries.js';
import { valueOf } from './helpers.js';

fc.configureGlobal({ seed: 1, numRuns: 60 });
afterAll(() => fc.resetConfigureGlobal());

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Returns the part of a payload that is the answer. Some dialects return the questions or options in addition. */
function answerPart(wire: unknown): unknown {
  if (Array.isArray(wire)) return wire.map(answerPart);
  if (typeof wire !== 'object' || wire === null) return wire;
  const { questions: _questions, options: _options, ...rest } = wire as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, answerPart(value)]));
}

/** Generates the examples once for several properties, because generating takes longer than checking. */
function examplesOf<T>(arbitrary: fc.Arbitrary<T>): (check: (example: T) => void) => void {
  let examples: readonly T[] | undefined;
  return (check) => {
    examples ??= fc.sample(arbitrary);
    try {
      for (const example of examples) check(example);
    } catch (error) {
      // Fail with the smallest counterexample.
      fc.assert(fc.property(arbitrary, check));
      throw error;
    }
  };
}

const forAnything = examplesOf(fc.record({ given: anything, result: ending }));

describe.each(DIALECTS)('$name', (dialect) => {
  const { capabilities } = dialect;
  const forRequests = examplesOf(writable(dialect));
  const forCases = examplesOf(fc.record({ answered: answeredOnWire(dialect), ended: ending }));

  it('reads a call that is encoded twice as it reads the call', () => {
    forRequests((request) => {
      const call = valueOf(dialect.formatRequest(request));
      const { raw: _, ...read } = valueOf(dialect.parse(call));
      const { raw: __, ...twice } = valueOf(dialect.parse(JSON.stringify(JSON.stringify(call))));
      expect(twice).toEqual(read);
    });
  });

  it('writes requests that it reads again', () => {
    forRequests((request) => {
      const written = dialect.formatRequest(request);
      const read = valueOf(dialect.parse(valueOf(written)));
      const shown = (one: typeof request) =>
        one.questions.map(({ question, options, multiSelect }) => ({
          question,
          multiSelect,
          // Empty text displays nothing, so its loss does not matter.
          options: options.map(({ label, description = '', preview = '' }) => [label, description, preview]),
        }));
      expect(json(valueOf(written))).toEqual(valueOf(written));
      if (written.ok && written.warnings.length === 0) expect(shown(read)).toEqual(shown(request));
      else expect(read.questions.map(({ question }) => question)).toHaveLength(request.questions.length);
    });
  });

  it('has an output and a model text for every answered request [R-RESULT]', () => {
    forCases(({ answered: { request, result } }) => {
      const wire = dialect.formatResult(result, request);
      expect(json(wire)).toEqual(wire);
      expect(dialect.toModelText(result, request)).not.toBe('');
    });
  });

  it('never puts an option that was not selected into the answer [R-NOPHANTOM]', () => {
    forCases(({ answered: example }) => {
      const wire = dialect.formatResult(example.result, example.request);
      const said = JSON.stringify(answerPart(wire)) + dialect.toModelText(example.result, example.request);
      for (const label of unchosen(example)) expect(said).not.toContain(label);
    });
  });

  it('names no option in an unanswered result, and states that no option was chosen [R-NOPHANTOM]', () => {
    forCases(({ answered: { request }, ended: result }) => {
      const wire = dialect.formatResult(result, request);
      const said = dialect.toModelText(result, request);
      expect(json(wire)).toEqual(wire);
      expect(said).toContain('no option was chosen');
      expect(JSON.stringify(answerPart(wire)) + said).not.toContain('‹');
    });
  });

  it('restores an answer as far as its capabilities promise', () => {
    forCases(({ answered: { request, result } }) => {
      const losses = getLosses(dialect, result, request);
      if (capabilities.notes === true) expect(losses.filter(({ path }) => path.endsWith('.notes'))).toEqual([]);
      if (capabilities.skipped) expect(losses.filter(({ path }) => path.endsWith('.skipped'))).toEqual([]);
      if (capabilities.multiSelect === 'list' && capabilities.customText !== 'unsupported') {
        expect(losses.filter(({ path }) => path.endsWith(']'))).toEqual([]);
      }
      if (losses.length > 0) return;
      const back = valueOf(dialect.parseResult(dialect.formatResult(result, request), request));
      expect(back).toEqual(result);
    });
  });

  it('restores the statuses that its capabilities promise', () => {
    forCases(({ answered: { request }, ended: result }) => {
      const back = valueOf(dialect.parseResult(dialect.formatResult(result, request), request));
      if (capabilities.statuses.includes(result.status)) expect(back.status).toBe(result.status);
      else if ('discuss' in back) expect(capabilities.discuss).toBe(true);
      else expect(capabilities.statuses).toContain(back.status);
      expect(getLosses(dialect, result, request)).toHaveLength(Number(back.status !== result.status));
    });
  });

  it('reads any value as a request and as a result without throwing [R-PARSE]', () => {
    forAnything(({ given, result }) => {
      const parsed = dialect.parse(given);
      const request = parsed.ok ? parsed.value : { requestId: 'r', questions: [], raw: given };
      dialect.matches(given);
      dialect.formatRequest(request);
      const read = dialect.parseResult(given, request);
      if (read.ok) dialect.formatResult(read.value, request);
      expect(dialect.formatResult(result, request)).toBeDefined();
      expect(dialect.toModelText({ status: 'answered', answers: [] }, request)).not.toBe('');
    });
  });

  it('has functions that can be called alone', () => {
    const [{ request, result } = expect.unreachable()] = fc.sample(answeredOnWire(dialect), 1);
    const { parse, matches, formatRequest, formatResult, toModelText, parseResult } = dialect;
    const input = valueOf(formatRequest(request));
    expect(parse(input)).toEqual(dialect.parse(input));
    expect(matches(input)).toBe(dialect.matches(input));
    for (const one of [result, { status: 'cancelled' } as const]) {
      const wire = formatResult(one, request);
      expect(wire).toEqual(dialect.formatResult(one, request));
      expect(toModelText(one, request)).toBe(dialect.toModelText(one, request));
      expect(parseResult(wire, request)).toEqual(dialect.parseResult(wire, request));
    }
    const { refuses } = dialect.tool ?? {};
    expect(refuses?.(input)).toEqual(dialect.tool?.refuses?.(input));
  });

  it('is never detected as another dialect', () => {
    forRequests((request) => {
      const input = valueOf(dialect.formatRequest(request));
      const found = detectDialect(input);
      if (found.ok) expect(found.dialect.name).toBe(dialect.name);
    });
  });
});

describe('a label that two options share [R-NOPHANTOM]', () => {
  const twin = (description: string) => ({ label: 'Disk', description });
  const question = { id: 'q1', question: 'Wipe which?', options: [twin('sda'), twin('sdb')], multiSelect: false };
  const asked = { requestId: 'r', questions: [question] };

  it.each(DIALECTS.filter(({ capabilities }) => capabilities.optionsBy !== 'index'))(
    'selects neither option in $name',
    (dialect) => {
      const written = dialect.formatRequest(asked);
      if (!written.ok) return;
      const parsed = dialect.parse(written.value);
      if (!parsed.ok) return;
      const request = parsed.value;
      const built = valueOf(buildAnswers(request, [{ questionId: request.questions[0]!.id, selected: [1] }]));
      const result = { status: 'answered', answers: built } as const;
      const named = request.questions[0]!.options.map((option) => option.value ?? option.label);
      if (new Set(named).size === 2) return;
      expect(written.warnings).toContainEqual(expect.objectContaining({ code: 'lost' }));
      expect(getLosses(dialect, result, request)).toHaveLength(1);
      const back = dialect.parseResult(dialect.formatResult(result, request), request);
      if (back.ok) expect(back.value).toMatchObject({ answers: [{ selected: [], custom: 'Disk' }] });
    },
  );
});

describe('the catalog of dialects', () => {
  it('has unique names', () => {
    const names = DIALECTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('contains every dialect that the entry exports', () => {
    const exported: readonly unknown[] = Object.values(entry);
    const dialects = exported.filter((one) => typeof one === 'object' && one !== null && 'formatRequest' in one);
    expect(new Set(dialects)).toEqual(new Set(DIALECTS));
  });

  it('contains the dialect of every file that defines one, under the name of the file', () => {
    const folder = new URL('../../src/dialects/', import.meta.url);
    const files = readdirSync(folder).filter(
      (file) => file.endsWith('.ts') && /= defineAgentDialect[<(]/.test(readFileSync(new URL(file, folder), 'utf8')),
    );
    const names = files.map((file) =>
      file.replace('.ts', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
    expect(DIALECTS.map(({ name }) => name).toSorted()).toEqual([...names, 'claudeCode'].toSorted());
  });

  it.each(DIALECTS)('contains $name with its tool, if it has one [R-TOOL]', (dialect) => {
    if (dialect.tool) {
      const { tool, ...bare } = dialect;
      expect(tool.dialect).toStrictEqual(bare);
      expect(tool.inputSchema).toMatchObject({ type: 'object' });
      expect(tool.description.length).toBeGreaterThan(20);
      expect(() => JSON.stringify(dialect)).not.toThrow();
    }
    expect(
      UNANSWERED_STATUSES.filter((status) => dialect.capabilities.statuses.includes(status)).length,
    ).toBeGreaterThan(0);
  });
});
