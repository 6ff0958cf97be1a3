import { describe, expect, it } from 'vitest';
import { buildAnswers, type AskUserResult } from 'react-ask-user/core';
import { askUser, getLosses } from 'react-ask-user/dialects';
import { poll } from './poll.js';

const CALL = { title: 'Which database?', choices: ['PostgreSQL', 'SQLite'] };

function request() {
  const parsed = poll.parse(CALL);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.value;
}

function answered(reply: { selected: number[]; custom?: string }): AskUserResult {
  const built = buildAnswers(request(), [{ questionId: request().questions[0]!.id, ...reply }]);
  if (!built.ok) throw new Error(JSON.stringify(built.issues));
  return { status: 'answered', answers: built.value };
}

describe('the dialect that the guide writes', () => {
  it.each([
    [answered({ selected: [1] }), { vote: 'SQLite' }],
    [answered({ selected: [], custom: 'a file' }), { vote: 'a file' }],
    [{ status: 'cancelled' } as const, { status: 'cancelled' }],
    [{ status: 'declined' } as const, { status: 'declined' }],
    [{ status: 'timedOut' } as const, { status: 'timedOut' }],
  ])('formats %j and parses it again', (result, output) => {
    expect(poll.formatResult(result, request())).toEqual(output);
    expect(poll.parseResult(output, request())).toMatchObject({ ok: true, value: { status: result.status } });
    expect(getLosses(poll, result, request())).toEqual([]);
  });

  it('states in the model text that the user did not answer', () => {
    expect(poll.toModelText({ status: 'cancelled' }, request())).toContain('Nobody answered');
  });

  it('reports input that it cannot parse, and never throws', () => {
    for (const input of [undefined, null, 3, 'x', {}, { title: {} }]) expect(poll.parse(input).ok).toBe(false);
  });

  it('formats a request of another dialect', () => {
    const parsed = askUser.parse({ questions: [{ question: CALL.title, options: CALL.choices }] });
    expect(parsed.ok && poll.formatRequest(parsed.value)).toMatchObject({ ok: true, value: CALL });
  });
});
