import { describe, expect, it } from 'vitest';
import { getLateAnswers } from '../../../src/core/flow/late-answers.js';
import { createInitialState } from '../../../src/core/flow/state.js';
import type { AskUserState } from '../../../src/core/flow/types.js';
import { choose, DB, FEATURES, NAME, run, say, skip } from './flow.js';

const TOKEN = { ...NAME, id: 'token', constraints: { secret: true } };
const begin = (blocking?: false): AskUserState =>
  createInitialState(
    { requestId: 'r1', questions: [DB, NAME, TOKEN, FEATURES], ...(blocking === false && { blocking }) },
    { allow: { skip: true } },
  );
const entered = [choose('db', 1), say('name', 'Ada'), say('token', 'hunter2'), skip('features')];
const settled = { type: 'settle', result: { status: 'superseded' } } as const;

describe('getLateAnswers [R-AHEAD]', () => {
  it('returns the answers of a request that ended while its agent went on, without secret and skipped ones', () => {
    const late = getLateAnswers(run(begin(false), ...entered, settled));
    expect(late?.answers.map(({ questionId, text }) => [questionId, text])).toEqual([
      ['db', 'SQLite'],
      ['name', 'Ada'],
    ]);
    expect(late?.text.split('\n')).toEqual([
      'The user answered after the request had ended.',
      expect.stringContaining('SQLite'),
      expect.stringContaining('Ada'),
    ]);
    expect(late?.text).not.toContain('hunter2');
  });

  it.each<[string, AskUserState]>([
    ['an agent that waits', run(begin(), ...entered, settled)],
    ['a request that is pending', run(begin(false), ...entered)],
    ['a request without input', run(begin(false), settled)],
    [
      'answers that were accepted',
      run(begin(false), ...entered, { type: 'submit' }, { type: 'submit', partial: true }, { type: 'delivered' }),
    ],
  ])('returns nothing for %s', (_, state) => expect(getLateAnswers(state)).toBeUndefined());
});
