import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askUserReducer } from '../../../src/core/flow/reducer.js';
import { createInitialState } from '../../../src/core/flow/state.js';
import type { AskUserAction, AskUserState, FlowOptionsInput } from '../../../src/core/flow/types.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import { eventsOf, type AskUserEvent, type Step } from '../../../src/react/flow/events.js';
import {
  ask,
  cancel,
  choose,
  clear,
  confirm,
  DB,
  decline,
  delivered,
  dismiss,
  fail,
  FEATURES,
  goTo,
  NAME,
  note,
  retry,
  say,
  skip,
  submit,
  toggle,
  write,
} from '../../core/flow/flow.js';
import { actionOn, requests } from '../../helpers/arbitraries.js';

/** Returns the step of each action, including those without an effect, because a repeated refused submit has none. */
function stepsOf(request: AskUserRequest, options: FlowOptionsInput, actions: readonly AskUserAction[]): Step[] {
  let state: AskUserState = createInitialState(request, options);
  return actions.map((action) => {
    const before = state;
    state = askUserReducer(before, action);
    return { before, action, after: state };
  });
}

/** Returns the events of the actions, without the request id. */
function events(request: AskUserRequest, actions: readonly AskUserAction[], options: FlowOptionsInput = {}) {
  return stepsOf(request, options, actions)
    .flatMap(eventsOf)
    .map(({ requestId, ...event }) => {
      expect(requestId).toBe('r1');
      return event;
    });
}

const discuss: AskUserAction = { type: 'decline', discuss: true };
const ONE = ask(DB);
const MANY = ask(DB, FEATURES, NAME);

describe('the events of a user’s actions [R-EVENTS]', () => {
  it.each<[string, AskUserRequest, readonly AskUserAction[], readonly object[], FlowOptionsInput?]>([
    ['a selected option', ONE, [choose('db', 1)], [{ type: 'chosen', question: 0, option: 1, selected: true }]],
    ['the same option again', ONE, [choose('db', 1), choose('db', 1)], [{ type: 'chosen', option: 1 }]],
    [
      'another option that replaces the first',
      ONE,
      [choose('db', 1), choose('db', 2)],
      [{ option: 1 }, { type: 'chosen', option: 2, selected: true }],
    ],
    [
      'the first character of Other, and no further character',
      ONE,
      [say('db', 'm'), say('db', 'mine')],
      [{ type: 'chosen', question: 0, option: 'other', selected: true }],
    ],
    [
      'a selection that is cleared',
      ONE,
      [choose('db', 1), clear('db')],
      [{ selected: true }, { type: 'chosen', question: 0, option: 1, selected: false }],
    ],
    [
      'options that are added and removed',
      MANY,
      [toggle('features', 0), toggle('features', 2), toggle('features', 0)],
      [
        { question: 1, option: 0, selected: true },
        { question: 1, option: 2, selected: true },
        { question: 1, option: 0, selected: false },
      ],
    ],
    ['texts and notes', MANY, [say('name', 'Ada'), note('db', 'small')], []],
    [
      'another question, and Review',
      MANY,
      [goTo(1), goTo(3), goTo(3)],
      [
        { type: 'question', question: 1 },
        { type: 'question', question: 'review' },
      ],
    ],
    [
      'a refused submit, each time, and the question that it leads to',
      MANY,
      [choose('db', 0), goTo(3), submit, submit],
      [
        { type: 'chosen' },
        { type: 'question', question: 'review' },
        { type: 'refused', missing: [1, 2] },
        { type: 'question', question: 1 },
        { type: 'refused', missing: [1, 2] },
      ],
    ],
    [
      'a refused Enter in a field, once',
      ONE,
      [
        { type: 'validateQuestion', questionId: 'db' },
        { type: 'validateQuestion', questionId: 'db' },
      ],
      [{ type: 'refused', missing: [0] }],
    ],
    [
      'answers that are sent, one of them skipped',
      MANY,
      [choose('db', 0), skip('features'), say('name', 'Ada'), submit, delivered],
      [
        { type: 'chosen', question: 0 },
        { type: 'submitted', answered: 2, skipped: 1 },
      ],
      { allow: { skip: true } },
    ],
    [
      'refused answers that are sent again',
      ONE,
      [choose('db', 0), submit, fail(), retry, delivered],
      [{ type: 'chosen' }, { type: 'submitted' }, { type: 'failed', status: 'answered' }, { type: 'submitted' }],
    ],
    [
      'answers that come too late',
      ONE,
      [choose('db', 0), submit, fail('already_resolved')],
      [{ type: 'chosen' }, { type: 'submitted' }, { type: 'failed', status: 'answered', code: 'already_resolved' }],
    ],
    [
      'a cancellation that is dismissed, repeated and confirmed',
      MANY,
      [choose('db', 0), cancel, dismiss, cancel, confirm],
      [
        { type: 'chosen' },
        { type: 'confirm', about: 'discard', step: 'asked' },
        { type: 'confirm', about: 'discard', step: 'dismissed' },
        { type: 'confirm', about: 'discard', step: 'asked' },
        { type: 'confirm', about: 'discard', step: 'confirmed' },
        { type: 'cancelled', status: 'cancelled', discuss: false },
      ],
    ],
    [
      'a long answer that is confirmed and sent',
      ask(NAME),
      [say('name', 'orders-api'), submit, dismiss, submit, confirm],
      [
        { type: 'confirm', about: 'longAnswer', step: 'asked' },
        { type: 'confirm', about: 'longAnswer', step: 'dismissed' },
        { type: 'confirm', about: 'longAnswer', step: 'asked' },
        { type: 'confirm', about: 'longAnswer', step: 'confirmed' },
        { type: 'submitted', answered: 1, skipped: 0 },
      ],
      { softLimit: 5 },
    ],
    [
      'a decline',
      ONE,
      [decline],
      [{ type: 'cancelled', status: 'declined', discuss: false }],
      { allow: { decline: true } },
    ],
    [
      'a decline with `discuss`',
      ONE,
      [discuss, { type: 'setMessage', text: 'Why two?' }, confirm],
      [
        { type: 'confirm', about: 'discuss', step: 'asked' },
        { type: 'confirm', about: 'discuss', step: 'confirmed' },
        { type: 'cancelled', status: 'declined', discuss: true },
      ],
      { allow: { discuss: true } },
    ],
    [
      'nothing for actions of the agent or the host',
      MANY,
      [
        choose('db', 0),
        goTo(1),
        write(false, FEATURES, DB, NAME),
        write(false, { ...DB, question: 'Which one?' }, NAME),
        { type: 'setOptions', options: { allow: { skip: true } } },
        { type: 'settle', result: { status: 'aborted' } },
      ],
      [{ type: 'chosen' }, { type: 'question' }],
    ],
  ])('report %s', (_, request, actions, expected, options) => {
    const told = events(request, actions, options);
    expect(told).toMatchObject(expected);
    expect(told).toHaveLength(expected.length);
  });

  it('omit a code that no dialect defines, because a host may put anything into it', () => {
    expect(events(ONE, [choose('db', 0), submit, fail('Ada may not')])[2]).toEqual({
      type: 'failed',
      status: 'answered',
    });
  });
});

const OPTIONS = { softLimit: 5, allow: { skip: true, decline: true, partial: true, discuss: true } };

const sessions = requests(2).chain((request) =>
  fc.tuple(fc.constant(request), fc.array(actionOn(request), { minLength: 10, maxLength: 60, size: 'max' })),
);

/** Every string in an event except the id, which is the host's. */
const WORDS =
  /^(shown|question|review|chosen|other|refused|confirm|discard|discuss|longAnswer|unsentQuestion|asked|confirmed|dismissed|submitted|cancelled|declined|collapsed|failed|answered|already_resolved|unknown|orphaned|invalid)$/;

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

describe('any actions on any request', () => {
  const forEachEvent = (check: (event: AskUserEvent, step: Step) => void) =>
    fc.assert(
      fc.property(sessions, ([request, actions]) => {
        for (const step of stepsOf(request, OPTIONS, actions)) for (const event of eventsOf(step)) check(event, step);
      }),
      { seed: 7, numRuns: 500 },
    );

  it('produce events without any text of the request or the user [R-EVENTS]', () => {
    const types = new Set<string>();
    forEachEvent(({ requestId, ...event }, { after }) => {
      types.add(event.type);
      assert.equal(requestId, after.request.requestId);
      for (const text of stringsIn(event)) assert.match(text, WORDS);
    });
    expect([...types].sort()).toEqual(['cancelled', 'chosen', 'confirm', 'failed', 'question', 'refused', 'submitted']);
  });

  it('produce only indexes that exist in the request [R-EVENTS]', () => {
    forEachEvent((event, { after }) => {
      const { questions } = after.request;
      if (event.type === 'refused') for (const at of event.missing) assert(questions[at]);
      if (event.type === 'question' && event.question !== 'review') assert(questions[event.question]);
      if (event.type !== 'chosen') return;
      const question = questions[event.question];
      assert(question && (event.option === 'other' || question.options[event.option]));
    });
  });

  it('produce the selection if each `chosen` is applied in order [R-EVENTS]', () => {
    fc.assert(
      fc.property(sessions, ([request, actions]) => {
        const own = actions.filter(({ type }) => type !== 'restore' && type !== 'setRequest');
        const selected = request.questions.map(() => new Set<unknown>());
        for (const step of stepsOf(request, OPTIONS, own)) {
          for (const event of eventsOf(step)) {
            if (event.type !== 'chosen') continue;
            const now = selected[event.question]!;
            if (event.selected && !request.questions[event.question]!.multiSelect) now.clear();
            if (event.selected) now.add(event.option);
            else now.delete(event.option);
          }
          step.after.drafts.forEach((draft, at) => {
            assert.deepEqual(selected[at], new Set([...draft.selected, ...(draft.other ? ['other'] : [])]));
          });
        }
      }),
      { seed: 11, numRuns: 200 },
    );
  });
});
