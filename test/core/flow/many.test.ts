import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askUserReducer } from '../../../src/core/flow/reducer.js';
import {
  answeredCount,
  getAnswerIssue,
  hasMany,
  isAnswered,
  nextUnanswered,
} from '../../../src/core/flow/selectors.js';
import { createInitialState } from '../../../src/core/flow/state.js';
import { createAskUserStore } from '../../../src/core/flow/store.js';
import type { AskUserState } from '../../../src/core/flow/types.js';
import { actionOn, requests } from '../../helpers/arbitraries.js';
import { ask, choose, DB, goTo, NAME, run, say, skip, start } from './flow.js';

const questions = (count: number) => Array.from({ length: count }, (_, index) => ({ ...DB, id: `q${index}` }));

describe('nextUnanswered [R-MANY]', () => {
  const four = start(questions(4), { allow: { skip: true } });
  it.each([
    ['the next one', four, 1],
    ['not an answered one', run(four, choose('q1', 0)), 2],
    ['not a skipped one', run(four, skip('q1'), skip('q2')), 3],
    ['past the end, the first one', run(four, choose('q3', 0), goTo(3)), 0],
    ['on Review, the first one', run(four, choose('q0', 0), goTo(4)), 1],
    ['never the shown one', run(four, choose('q1', 0), choose('q2', 0), choose('q3', 0)), undefined],
    ['of one question, none', start([DB]), undefined],
    ['of no questions, none', start([]), undefined],
  ])('is %s', (_, state, index) => expect(nextUnanswered(state)).toBe(index));

  it('is an answer that breaks a rule, and no question that may stay blank', () => {
    const age = { ...NAME, id: 'age', constraints: { input: 'integer' as const } };
    const blank = { ...NAME, id: 'blank', constraints: { required: false } };
    expect(nextUnanswered(run(start([DB, blank, age]), say('age', 'x')))).toBe(2);
    expect(nextUnanswered(run(start([DB, blank, age]), say('age', '7')))).toBeUndefined();
  });
});

it('more than 8 questions are many [R-MANY]', () => {
  expect([1, 8, 9, 100].map((count) => hasMany(start(questions(count))))).toEqual([false, false, true, true]);
});

/** What the selectors promise, without what they remember. */
function counted({ request, drafts, active }: AskUserState) {
  const all = request.questions.map((question, at) => ({ question, draft: drafts[at]!, at }));
  const order = [...all.slice(active + 1), ...all.slice(0, active)];
  return {
    answered: all.filter(({ question, draft }) => isAnswered(question, draft)).length,
    next: order.find(({ question, draft }) => getAnswerIssue(question, draft))?.at,
  };
}

it('the counts are those of the state, in any order of states [R-MANY]', () => {
  const session = requests(4).chain((request) =>
    fc.tuple(fc.constant(request), fc.array(actionOn(request), { maxLength: 40 }), fc.infiniteStream(fc.nat())),
  );
  fc.assert(
    fc.property(session, ([request, actions, picks]) => {
      const states = [createInitialState(request)];
      for (const action of actions) states.push(askUserReducer(states.at(-1)!, action));
      for (const _ of states) {
        const state = states[picks.next().value % states.length]!;
        expect({ answered: answeredCount(state), next: nextUnanswered(state) }).toEqual(counted(state));
      }
    }),
  );
});

it('a subscriber that has unsubscribed is forgotten with its question', () => {
  const store = createAskUserStore(ask(DB, NAME));
  const heard: string[] = [];
  const stop = store.subscribe(() => heard.push('first'), 'db');
  stop();
  const stopSecond = store.subscribe(() => heard.push('second'), 'db');
  stop();
  store.dispatch(choose('db', 0));
  stopSecond();
  store.dispatch(choose('db', 1));
  expect(heard).toEqual(['second']);
});
