import { describe, expect, it } from 'vitest';
import { parseRecord } from '../../src/core/answer/parse-record.js';
import { summarize, toRecord } from '../../src/core/answer/record.js';
import { DIALECTS } from '../../src/dialects/index.js';
import { run, valueOf, warningsOf } from './helpers.js';

const LABELS = ['a', '(Recommended)', 'b (Recommended)', ' c', ''];
const options = LABELS.map((label) => ({ label }));
const ASKED = { id: 'q', header: 'h', question: 'Which?' };

/** For each dialect with a field for it, a call that recommends the option at an index. */
const CALLS: Readonly<Record<string, (at: number) => object>> = {
  ohMyPi: (at) => ({ questions: [{ ...ASKED, options, recommended: at }] }),
  vsCode: (at) => ({
    questions: [
      { ...ASKED, options: options.map((option, i) => (i === at ? { ...option, recommended: true } : option)) },
    ],
  }),
};

const WITH_FIELD = DIALECTS.filter(({ tool }) => JSON.stringify(tool ?? {}).includes('"recommended":'));

it('are tested for every dialect with a field for the recommended option', () => {
  expect(WITH_FIELD.map(({ name }) => name)).toEqual(Object.keys(CALLS));
});

describe.each(DIALECTS)('an option of another agent that a field recommends', ({ name, formatRequest, parse }) => {
  const question = { id: 'q1', question: 'Which?', header: 'h', multiSelect: false };
  const options = [{ label: 'a', description: 'd', recommended: true } as const, { label: 'b', description: 'e' }];
  const written = formatRequest({ requestId: 'r', questions: [{ ...question, options }] });
  const lost = warningsOf(written).filter((warning) => warning.includes('recommended'));

  it(`is recommended in ${name}, or reported as lost, with the same label`, () => {
    const { label, recommended } = valueOf(parse(valueOf(written))).questions[0]!.options[0]!;
    expect(label).toBe('a');
    expect(lost).toEqual(recommended ? [] : ['questions[0].options[0].recommended: lost']);
  });
});

describe.each(WITH_FIELD)('the labels of $name stay byte for byte if the field recommends [R-VERBATIM]', (dialect) => {
  const call = CALLS[dialect.name]!;
  const plain = valueOf(dialect.parse(call(-1))).questions[0]!.options;

  it.each(LABELS.map((label, at) => [label, at] as const))('%j', (label, at) => {
    const { request, result, text } = run(dialect, call(at), { selected: [at] });
    const asked = request.questions[0]!.options;
    expect(plain.map((option) => option.label)).toEqual(LABELS);
    expect(asked).toStrictEqual(plain.with(at, { ...plain[at]!, recommended: true }));
    expect(result.answers).toMatchObject([{ answer: label, selectedOption: label, selected: [{ index: at, label }] }]);
    expect(text).toContain(label);

    const record = toRecord(result, request, { mode: 'interactive', answeredAt: 0 });
    expect(record.questions[0]?.options).toBe(asked);
    expect(summarize(record)).toBe(`User was asked "Which?" and chose ${JSON.stringify(label)}.`);
    expect(valueOf(parseRecord(JSON.stringify(record))).questions[0]?.options).toStrictEqual(asked);
  });

  it('when the request is written and read again', () => {
    for (const at of LABELS.keys()) {
      const request = valueOf(dialect.parse(call(at)));
      const again = valueOf(dialect.parse(valueOf(dialect.formatRequest(request))));
      expect(again.questions[0]?.options).toStrictEqual(request.questions[0]?.options);
    }
  });
});
