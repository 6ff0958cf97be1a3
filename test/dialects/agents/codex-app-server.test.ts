import { describe, expect, it } from 'vitest';
import { codex } from '../../../src/dialects/index.js';
import { answer, valueOf } from '../helpers.js';

const NONE = 'None of the above';
const option = (label: string) => ({ label, description: 'd' });
const question = { id: 'q', header: 'Lock', question: 'Which lock?', options: [option('Row'), option('Table')] };
const params = {
  threadId: 't',
  turnId: 'u',
  itemId: 'i',
  questions: [{ ...question, isOther: true, isSecret: false }],
};

describe('the time limit of a codex question [R-PARSE]', () => {
  it.each([
    ['its limit', { isBlocking: false, autoResolutionMs: 60_000 }, { isBlocking: false, autoResolutionMs: 60_000 }],
    ['that codex may go on', { isBlocking: false, autoResolutionMs: null }, { isBlocking: false }],
    ['that codex waits', { isBlocking: true }, { isBlocking: true }],
    ['nothing of another type', { isBlocking: 'no', autoResolutionMs: '60000' }, {}],
    ['nothing that an older codex does not send', {}, {}],
  ])('is in the metadata: %s', (_name, sent, metadata) => {
    const ids = { threadId: 't', turnId: 'u', itemId: 'i' };
    for (const input of [
      { ...params, ...sent },
      { jsonrpc: '2.0', id: 1, method: 'item/tool/requestUserInput', params: { ...params, ...sent } },
    ]) {
      const parsed = codex.parse(input, { strict: true });
      expect(valueOf(parsed).metadata).toStrictEqual({ ...ids, ...metadata });
    }
  });
});

describe("an answer of codex' own dialog through “None of the above” [R-VERBATIM]", () => {
  const request = valueOf(codex.parse(params));
  const own = valueOf(codex.parse({ questions: [{ ...question, options: [option('Row'), option(NONE)] }] }));
  const read = (answers: readonly string[], asked = request) =>
    valueOf(codex.parseResult({ answers: { q: { answers } } }, asked));

  it.each([
    ['a note is the user’s own answer', [NONE, 'user_note: an advisory lock'], { custom: 'an advisory lock' }],
    ['a second note stays a note', [NONE, 'user_note: none', 'user_note: yet'], { custom: 'none', notes: 'yet' }],
    ['no note is a skipped question', [NONE], { skipped: true as const }],
    ['a blank note is a skipped question', [NONE, 'user_note: '], { skipped: true as const }],
  ])('%s', (_name, answers, reply) => {
    expect(read(answers)).toStrictEqual(answer(request, { selected: [], ...reply }));
  });

  it('is an option if the agent offered it, with the note beside it', () => {
    expect(read([NONE, 'user_note: an advisory lock'], own)).toStrictEqual(
      answer(own, { selected: [1], notes: 'an advisory lock' }),
    );
  });

  it('is the user’s own answer if the user typed these words', () => {
    const typed = answer(request, { selected: [], custom: NONE });
    expect(valueOf(codex.parseResult(codex.formatResult(typed, request), request))).toStrictEqual(typed);
  });
});
