import { describe, expect, it } from 'vitest';
import type { AskUserRequest, Constraints } from '../../../src/core/question/types.js';
import { DIALECTS } from '../../../src/dialects/index.js';
import { withWarnings } from '../../../src/dialects/lib/write-request.js';
import { valueOf, warningsOf } from '../helpers.js';

const described = (label: string) => ({ label, description: `about ${label}` });
const request = (more: Partial<AskUserRequest>, constraints?: Constraints): AskUserRequest => ({
  requestId: 'r',
  questions: [
    {
      id: 'q1',
      question: 'Which?',
      header: 'Which',
      options: [described('a'), described('b')],
      multiSelect: false,
      ...(constraints && { constraints }),
    },
  ],
  ...more,
});

/** Dialects whose wire format has the request's metadata: any field, or only `source`. The others have none. */
const FORWARDED: Readonly<Record<string, 'any' | 'source'>> = {
  askUser: 'any',
  agUi: 'any',
  claudeCode: 'source',
  phoenixIde: 'source',
  pilotDeck: 'source',
  qwenCode: 'source',
};

const metadataIn = (name: string, written: unknown): unknown => {
  const { interrupts, metadata } = written as { interrupts?: readonly { metadata: object }[]; metadata?: unknown };
  if (name !== 'agUi') return metadata;
  const { questions: _questions, ...rest } = { questions: undefined, ...interrupts?.[0]?.metadata };
  return rest;
};

describe('the metadata of a request [R-RESULT]', () => {
  it.each(DIALECTS)(
    'is written by $name if its wire format has a place for it, or reported as lost',
    ({ name, formatRequest }) => {
      const written = formatRequest(request({ metadata: { source: 'plan', mine: 1 } }));
      const lost = warningsOf(written).filter((warning) => warning.startsWith('metadata'));
      const [metadata, warnings] = {
        any: [{ source: 'plan', mine: 1 }, []],
        source: [{ source: 'plan' }, ['metadata.mine: lost']],
        none: [undefined, ['metadata: lost']],
      }[FORWARDED[name] ?? 'none'];
      expect([metadataIn(name, valueOf(written)), lost]).toEqual([metadata, warnings]);
    },
  );

  it.each(DIALECTS)('causes no warning in $name if it is absent', ({ name, formatRequest }) => {
    const written = formatRequest(request({}));
    expect(warningsOf(written).filter((warning) => warning.startsWith('metadata'))).toEqual([]);
    expect(metadataIn(name, valueOf(written))).toEqual(name === 'agUi' ? {} : undefined);
  });
});

/** The dialects whose wire format represents a rule, or always implies it. */
const SAID: readonly (readonly [keyof Constraints, Constraints, readonly string[]])[] = [
  [
    'allowCustom',
    { allowCustom: false },
    [
      'askUserJson',
      'mcpElicitation',
      'mcpInputRequired',
      'opencode',
      'piAskUser',
      'piQuestionnaire',
      'qwenCode',
      'vsCode',
      'zed',
    ],
  ],
  ['required', { required: true }, ['deepAgents', 'mcpElicitation', 'mcpInputRequired']],
  ['maxSelected', { maxSelected: 1 }, ['mcpElicitation', 'mcpInputRequired']],
  ['maxLength', { maxLength: 3 }, ['mcpElicitation', 'mcpInputRequired']],
];

describe.each(SAID)('the constraint %s', (rule, constraints, said) => {
  it.each(DIALECTS)('is written by $name, or reported as lost', ({ name, formatRequest }) => {
    const warnings = warningsOf(formatRequest(request({}, constraints)));
    const expected = said.includes(name) ? [] : [`questions[0].constraints.${rule}: lost`];
    expect(warnings.filter((warning) => warning.includes('constraints'))).toEqual(expected);
  });
});

it.each(DIALECTS.filter(({ capabilities }) => capabilities.optionsBy === 'index'))(
  'equal labels are no loss in $name, which identifies options by index',
  ({ formatRequest }) => {
    const questions = [{ ...request({}).questions[0]!, options: [described('a'), described('a')] }];
    const lost = warningsOf(formatRequest(request({ questions })));
    expect(lost.filter((warning) => warning.includes('options'))).toEqual([]);
  },
);

it('limits appended warnings to 50', () => {
  const warnings = Array.from({ length: 40 }, (_, i) => ({ code: 'loss', path: `a${i}`, message: 'Lost.' }));
  expect(warningsOf(withWarnings({ ok: true, value: 0, warnings }, warnings)).length).toBeLessThanOrEqual(50);
});

describe('the constraint `allowNotes` [R-RESULT]', () => {
  it.each(DIALECTS)('is not reported as lost by $name, because it is no wish of the agent', ({ formatRequest }) => {
    for (const allowNotes of [false, 'withAnswer', 'withOption'] as const) {
      const lost = warningsOf(formatRequest(request({}, { allowNotes })));
      expect(lost.filter((warning) => warning.includes('allowNotes'))).toEqual([]);
    }
  });
});
