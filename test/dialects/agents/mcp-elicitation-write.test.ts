import { describe, expect, it } from 'vitest';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import { getLosses, mcpElicitation } from '../../../src/dialects/index.js';
import { answer, issuesOf, valueOf } from '../helpers.js';

const skipped = { selected: [], skipped: true } as const;

const asked: AskUserRequest = {
  requestId: 'r',
  questions: [
    {
      id: 'q1',
      question: 'Which?',
      header: 'Which',
      context: 'We deploy today.',
      options: [{ label: 'a, b', description: 'both', preview: '# a' }, { label: 'a, b' }, { label: 'c' }],
      multiSelect: true,
    },
    { id: '__proto__', question: 'Which?', options: [{ label: 'Other' }], multiSelect: false },
    { id: 'q3', question: 'Why?', options: [], multiSelect: false, constraints: { required: false } },
  ],
};
const seen = () => valueOf(mcpElicitation.parse(valueOf(mcpElicitation.formatRequest(asked))));

describe('mcpElicitation.formatRequest', () => {
  it('writes into `_meta` what a form cannot represent', () => {
    expect(mcpElicitation.formatRequest({ ...asked, questions: asked.questions.slice(0, 1) })).toStrictEqual({
      ok: true,
      warnings: [],
      value: {
        mode: 'form',
        message: 'We deploy today.',
        requestedSchema: {
          type: 'object',
          properties: {
            q1: {
              type: 'array',
              items: {
                anyOf: [
                  { const: 'a, b', title: 'a, b', description: 'both' },
                  { const: 'a, b (2)', title: 'a, b' },
                  { const: 'c', title: 'c' },
                ],
              },
              title: 'Which',
              description: 'Which?',
            },
            q1__other: { type: 'string', title: 'Other: Which', description: 'An answer in your own words.' },
          },
        },
        _meta: {
          'react-ask-user/questions': [
            {
              id: 'q1',
              question: 'Which?',
              header: 'Which',
              context: 'We deploy today.',
              options: [{ label: 'a, b', description: 'both', preview: '# a' }, { label: 'a, b' }, { label: 'c' }],
              other: 'q1__other',
              required: true,
            },
          ],
        },
      },
    });
  });

  it('writes every text, preview and context, and parse reads them back [R-VERBATIM]', () => {
    const { questions } = seen();
    const shown = questions.map(({ constraints: _constraints, options, ...question }) => ({
      ...question,
      options: options.map(({ value: _value, ...option }) => option),
    }));
    expect(shown).toStrictEqual(asked.questions.map(({ constraints: _constraints, ...question }) => question));
  });

  it('loses no comma, equal label, equal text, custom text, note or skip [R-ID]', () => {
    const request = seen();
    const replies = [
      { selected: [1, 2], custom: 'a, b', notes: 'soon' },
      { selected: [], custom: 'Other' },
      { ...skipped, notes: 'later' },
    ];
    const result = answer(request, ...replies);
    const wire = mcpElicitation.formatResult(result, request);
    expect(JSON.stringify(wire)).toBe(
      '{"action":"accept","content":{"q1":["a, b (2)","c"],"q1__other":"a, b","__proto____other":"Other"},' +
        '"_meta":{"react-ask-user/result":{"notes":{"q1":"soon","q3":"later"}}}}',
    );
    expect(getLosses(mcpElicitation, result, request)).toEqual([]);
    // The server can parse the result with the request that it wrote, whose options have no values.
    const value = answer(asked, ...replies);
    expect(mcpElicitation.parseResult(wire, asked)).toEqual({ ok: true, value, warnings: [] });
  });

  it('writes a required question so that a result without an option or custom text is refused', () => {
    const wire = { action: 'accept', content: { q1: ['c'] } };
    expect(issuesOf(mcpElicitation.parseResult(wire, asked))).toEqual(['content.__proto__: missing']);
  });

  it('returns the params that were parsed, and refuses secrets', () => {
    const params = { message: 'm', requestedSchema: { properties: { k: { type: 'boolean' } } } };
    const request = valueOf(mcpElicitation.parse({ method: 'elicitation/create', params }));
    expect(valueOf(mcpElicitation.formatRequest(request))).toBe(params);
    const secret = {
      ...asked,
      questions: [{ id: 'k', question: 'Key?', options: [], multiSelect: false, constraints: { secret: true } }],
    };
    expect(issuesOf(mcpElicitation.formatRequest(secret))).toEqual(['questions[0]: secret']);
    expect(mcpElicitation.parseResult({ action: 'accept', content: { k: 'x' } }, secret).ok).toBe(false);
  });

  it('loses the spelling of a number, which getLosses reports', () => {
    const request = valueOf(
      mcpElicitation.parse({ message: 'm', requestedSchema: { properties: { n: { type: 'number' } } } }),
    );
    const losses = (custom: string) => getLosses(mcpElicitation, answer(request, { selected: [], custom }), request);
    expect(losses('1.5')).toEqual([]);
    expect(losses('1.50').map(({ path }) => path)).toEqual(['answers[0]']);
  });
});
