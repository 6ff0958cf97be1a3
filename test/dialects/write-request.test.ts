import { describe, expect, it } from 'vitest';
import type { AskUserRequest, Constraints } from '../../src/core/question/types.js';
import { DIALECTS } from '../../src/dialects/index.js';
import { valueOf, warningsOf } from './helpers.js';

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

/** Where a request's metadata stands on each wire; nowhere on the others. */
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

describe('[R-RESULT] the metadata of a request', () => {
  it.each(DIALECTS)('$name writes it where its wire has it, and says so where not', ({ name, formatRequest }) => {
    const written = formatRequest(request({ metadata: { source: 'plan', mine: 1 } }));
    const lost = warningsOf(written).filter((warning) => warning.startsWith('metadata'));
    const [metadata, warnings] = {
      any: [{ source: 'plan', mine: 1 }, []],
      source: [{ source: 'plan' }, ['metadata.mine: lost']],
      none: [undefined, ['metadata: lost']],
    }[FORWARDED[name] ?? 'none'];
    expect([metadataIn(name, valueOf(written)), lost]).toEqual([metadata, warnings]);
  });

  it.each(DIALECTS)('$name has nothing to say of a request without', ({ name, formatRequest }) => {
    const written = formatRequest(request({}));
    expect(warningsOf(written).filter((warning) => warning.startsWith('metadata'))).toEqual([]);
    expect(metadataIn(name, valueOf(written))).toEqual(name === 'agUi' ? {} : undefined);
  });
});

/** The wires that can say a rule, and those on which it goes without saying. */
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
    ],
  ],
  ['required', { required: true }, ['deepAgents', 'mcpElicitation', 'mcpInputRequired']],
  ['maxSelected', { maxSelected: 1 }, ['mcpElicitation', 'mcpInputRequired']],
  ['maxLength', { maxLength: 3 }, ['mcpElicitation', 'mcpInputRequired']],
];

describe.each(SAID)('the rule %s', (rule, constraints, said) => {
  it.each(DIALECTS)('$name writes it, or says that it is lost', ({ name, formatRequest }) => {
    const warnings = warningsOf(formatRequest(request({}, constraints)));
    const expected = said.includes(name) ? [] : [`questions[0].constraints.${rule}: lost`];
    expect(warnings.filter((warning) => warning.includes('constraints'))).toEqual(expected);
  });
});
