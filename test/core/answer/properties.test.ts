import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAnswers } from '../../../src/core/answer/build-answers.js';
import type { Reply } from '../../../src/core/answer/types.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import { answeredRequests, requests } from '../../helpers/arbitraries.js';

fc.configureGlobal({ seed: 11, numRuns: 400 });

const anyReply = (questionId: fc.Arbitrary<string>): fc.Arbitrary<Reply> =>
  fc.record(
    {
      questionId,
      selected: fc.array(
        fc.oneof(
          { weight: 9, arbitrary: fc.nat(2) },
          { weight: 1, arbitrary: fc.constantFrom(-1, 0.5, Number.NaN, Infinity) },
        ),
        { maxLength: 3 },
      ),
      custom: fc.constantFrom('', ' ', 'x'),
      notes: fc.constantFrom('', 'n'),
      skipped: fc.constant(true as const),
    },
    { requiredKeys: ['questionId', 'selected'] },
  );

/** Usually one reply to each question, in any order; sometimes none, two, or a reply to an unknown question. */
const anyReplies = (request: AskUserRequest): fc.Arbitrary<readonly Reply[]> => {
  const ids = request.questions.map(({ id }) => id);
  const one = fc.tuple(...ids.map((id) => anyReply(fc.constant(id))));
  return fc.oneof(
    { weight: 4, arbitrary: one.chain((replies) => fc.shuffledSubarray(replies, { minLength: replies.length })) },
    { weight: 1, arbitrary: fc.array(anyReply(fc.constantFrom(...ids, 'nobody')), { maxLength: 3 }) },
  );
};

/** Reimplements the validation rules independently, as an oracle. */
const valid = (request: AskUserRequest, replies: readonly Reply[]): boolean =>
  replies.length === request.questions.length &&
  request.questions.every(({ id, options, multiSelect, constraints }) => {
    const [reply, second] = replies.filter(({ questionId }) => questionId === id);
    if (!reply || second) return false;
    const picked = new Set(reply.selected);
    const said = (reply.custom ?? '').trim() !== '';
    const known = [...picked].every((index) => Number.isInteger(index) && index >= 0 && index < options.length);
    if (!known || picked.size < reply.selected.length || (said && constraints?.allowCustom === false)) return false;
    const picks = picked.size + (said ? 1 : 0);
    if (reply.skipped) return picks === 0;
    return multiSelect ? picks > 0 : picks === 1;
  });

describe('buildAnswers for any replies', () => {
  it('accepts exactly the valid replies, and never throws [R-NOPHANTOM]', () => {
    let accepted = 0;
    const cases = requests(2).chain((request) => fc.tuple(fc.constant(request), anyReplies(request)));
    fc.assert(
      fc.property(cases, ([request, replies]) => {
        const result = buildAnswers(request, replies);
        assert.equal(result.ok, valid(request, replies));
        if (result.ok) accepted++;
        else assert(result.issues.length > 0);
      }),
    );
    expect(accepted).toBeGreaterThan(30);
    expect(accepted).toBeLessThan(350);
  });

  it('returns valid replies unchanged [R-VERBATIM]', () => {
    fc.assert(
      fc.property(answeredRequests(), ({ request, replies, result }) => {
        assert.equal(result.answers.length, request.questions.length);
        result.answers.forEach(({ questionId, question, answer, selected, custom, notes, skipped }, i) => {
          const [asked, reply] = [request.questions[i], replies[i]];
          assert.deepEqual([questionId, question], [asked?.id, asked?.question]);
          const indexes = selected.map(({ index }) => index);
          assert.deepEqual(
            indexes,
            [...(reply?.selected ?? [])].sort((a, b) => a - b),
          );
          assert.deepEqual([custom, notes, skipped], [reply?.custom, reply?.notes, reply?.skipped]);
          const parts = indexes.map((index) => asked?.options[index]?.label ?? '');
          if (custom !== undefined) parts.push(custom);
          assert.deepEqual(answer, asked?.multiSelect && !skipped ? parts : (parts[0] ?? ''));
        });
      }),
    );
  });
});
