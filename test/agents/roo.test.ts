import { clineMessageSchema, followUpDataSchema } from '@roo-code/types';
import { describe, expect, it } from 'vitest';
import { roo, rooMode } from '../../src/dialects/index.js';
import { answer, valueOf } from '../dialects/helpers.js';

const SHOWN = followUpDataSchema.parse({
  question: 'How shall we go on?',
  suggest: [{ answer: 'Write a test, first', mode: 'code' }, { answer: 'Ask the team' }],
});

describe("a question of Roo's extension", () => {
  it.each([
    ['the data', SHOWN],
    [
      "the view's message",
      clineMessageSchema.parse({ ts: 1, type: 'ask', ask: 'followup', text: JSON.stringify(SHOWN) }),
    ],
  ])('is parsed from %s and answered [R-RESULT]', (_name, input) => {
    const request = valueOf(roo.parse(input, { strict: true }));
    expect(request.questions).toMatchObject([
      { question: 'How shall we go on?', options: [{ label: 'Write a test, first' }, { label: 'Ask the team' }] },
    ]);
    const result = answer(request, { selected: [0] });
    expect(roo.formatResult(result, request)).toBe('<user_message>\nWrite a test, first\n</user_message>');
    expect(rooMode(result, request)).toBe('code');
    expect(roo.matches(input)).toBe(true);
  });
});
