import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAnswers } from '../../../src/core/answer/build-answers.js';
import type { AskUserResult } from '../../../src/core/answer/types.js';
import { askUserReducer } from '../../../src/core/flow/reducer.js';
import {
  canSubmit,
  canSubmitPartial,
  isAnswered,
  longAnswers,
  missingQuestions,
  toReplies,
  toResult,
} from '../../../src/core/flow/selectors.js';
import { createInitialState } from '../../../src/core/flow/state.js';
import { createAskUserStore } from '../../../src/core/flow/store.js';
import type { AskUserAction, AskUserState, FlowOptionsInput } from '../../../src/core/flow/types.js';
import type { AskUserRequest, Question } from '../../../src/core/question/types.js';
import { actionOn, flowOptions, requests } from '../../helpers/arbitraries.js';

fc.configureGlobal({ seed: 7, numRuns: 200 });

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

const ascending = (indexes: readonly number[]) => [...new Set(indexes)].sort((a, b) => a - b);

interface Session {
  request: AskUserRequest;
  options: FlowOptionsInput;
  streaming: boolean;
  actions: readonly AskUserAction[];
}

const session: fc.Arbitrary<Session> = requests(2).chain((request) =>
  fc.record({
    request: fc.constant(request),
    options: flowOptions,
    streaming: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
    actions: fc.array(actionOn(request), { minLength: 10, maxLength: 60, size: 'max' }),
  }),
);

interface Step {
  before: AskUserState;
  action: AskUserAction;
  after: AskUserState;
}

/** Returns every step of the session, on frozen states, so that a mutation throws. */
function stepsOf({ request, options, streaming, actions }: Session): readonly Step[] {
  let state = deepFreeze(createInitialState(request, options, streaming));
  return actions.map((action) => {
    const before = state;
    state = deepFreeze(askUserReducer(before, deepFreeze(action)));
    return { before, action, after: state };
  });
}

const forEachStep = (check: (step: Step) => void, numRuns?: number) =>
  fc.assert(
    fc.property(session, (played) => stepsOf(played).forEach(check)),
    numRuns === undefined ? {} : { numRuns },
  );

const SUBMITS: readonly AskUserAction['type'][] = ['submit', 'confirm', 'retry'];

describe('any actions on any request', () => {
  it('reach every important transition', () => {
    const reached = new Set<string>();
    forEachStep(({ before, action, after }) => {
      if (after !== before) reached.add(`${before.phase} ${action.type} ${after.phase} ${after.result?.status ?? ''}`);
    }, 1_000);
    const meant = [
      'answering submit confirmingLongAnswer ',
      'confirmingLongAnswer confirm submitting answered',
      'answering submit submitting answered',
      'answering retry submitting answered',
      'answering retry submitting cancelled',
      'answering cancel confirmingDiscard cancelled',
      'confirmingDiscard confirm submitting cancelled',
      'confirmingDiscard dismiss answering ',
      'submitting delivered settled answered',
      'submitting deliveryFailed answering ',
      'submitting deliveryFailed settled aborted',
      'answering setRequest answering ',
      'answering setOptions answering ',
      'confirmingDiscard setOptions confirmingDiscard cancelled',
      'submitting setOptions submitting answered',
    ];
    expect(meant.filter((step) => !reached.has(step))).toEqual([]);
  });

  it('never throw, never mutate a published state, and keep its invariants', () => {
    forEachStep(({ after }) => {
      const { request, drafts, active, missing, phase } = after;
      const count = request.questions.length;
      assert.equal(drafts.length, count);
      assert(Number.isInteger(active) && active >= 0 && active <= (count > 1 ? count : 0));
      assert.deepEqual(missing, ascending(missing));
      for (const index of missing) assert(missingQuestions(after).includes(index));
      assert.equal(after.result !== undefined, ['confirmingDiscard', 'submitting', 'settled'].includes(phase));
      request.questions.forEach(({ options, multiSelect }, i) => {
        const { selected = [], other, skipped } = drafts[i] ?? {};
        assert.deepEqual(selected, ascending(selected));
        assert(selected.every((index) => options[index]));
        assert(!other || options.length > 0);
        assert(!skipped || (!other && selected.length === 0));
        assert(multiSelect || selected.length + Number(other) < 2);
      });
    });
  });

  it('change options only with `setOptions`, which changes nothing else', () => {
    forEachStep(({ before, action, after }) => {
      const { options, ...rest } = after;
      if (action.type !== 'setOptions') return assert.equal(options, before.options);
      const { options: was, ...same } = before;
      assert.deepEqual(rest, same);
      const expected = before.phase === 'settled' ? was : createInitialState(before.request, action.options).options;
      return assert.deepEqual(options, expected);
    });
  });

  it('return the same state object if nothing changes', () => {
    forEachStep(({ before, action, after }) => {
      if (after === before || action.type === 'setRequest') return;
      assert(!isDeepStrictEqual(after, before), action.type);
    });
  });

  it('change nothing in a settled state', () => {
    forEachStep(({ before, after }) => {
      if (before.phase === 'settled') assert.equal(after, before);
    });
  });

  it('lose no text that the user did not change [R-KEEP]', () => {
    forEachStep(({ before, action, after }) => {
      before.request.questions.forEach((question, i) => {
        const { questions } = after.request;
        const sameId = questions.findIndex(({ id }) => id === question.id);
        const grown = questions[sameId]?.question.startsWith(question.question);
        // A different question that already had this text keeps its draft.
        const isAnother = (one: Question) =>
          before.request.questions.some(
            (other) => other !== question && other.id === one.id && one.question.startsWith(other.question),
          );
        const sameText = questions.findIndex((one) => one.question === question.question && !isAnother(one));
        const at = grown || sameText < 0 ? sameId : sameText;
        if (at < 0) return assert.equal(action.type, 'setRequest');
        // A removed question had this text, and its draft moved here.
        const isTaken = before.request.questions.some(
          (other) => other !== question && other.question === questions[at]?.question,
        );
        if (at !== sameText && !grown && isTaken) return;
        const [was, now] = [before.drafts[i], after.drafts[at]];
        if (action.type === 'restore' && action.drafts.some(({ questionId }) => questionId === question.id)) return;
        const mine = 'questionId' in action && action.questionId === question.id;
        if (!mine || action.type !== 'setCustom') assert.equal(now?.custom, was?.custom);
        else assert(now?.custom === was?.custom || now?.custom === action.text);
        if (!mine || action.type !== 'setNotes') assert.equal(now?.notes, was?.notes);
        else assert(now?.notes === was?.notes || now?.notes === action.text);
      });
    });
  });

  it('store every text that is typed while answering is possible [R-KEEP]', () => {
    forEachStep(({ before, action, after }) => {
      if (before.phase !== 'answering' || (action.type !== 'setCustom' && action.type !== 'setNotes')) return;
      const at = before.request.questions.findIndex(({ id }) => id === action.questionId);
      const question = before.request.questions[at];
      if (!question) return;
      const refused = question.options.length > 0 && question.constraints?.allowCustom === false;
      if (action.type === 'setNotes') assert.equal(after.drafts[at]?.notes, action.text);
      else if (!refused) assert.equal(after.drafts[at]?.custom, action.text);
    });
  });

  it('select an option only by an action that selects it [R-NOPHANTOM]', () => {
    forEachStep(({ before, action, after }) => {
      after.drafts.forEach(({ selected }, i) => {
        const id = after.request.questions[i]?.id;
        const at = before.request.questions.findIndex((question) => question.id === id);
        const was = before.drafts[at]?.selected ?? [];
        const chosen = selected.filter((index) => !was.includes(index));
        if (chosen.length === 0) return;
        if (action.type === 'restore') {
          const given = action.drafts.filter(({ questionId }) => questionId === id);
          return assert(chosen.every((index) => given.some((draft) => draft.selected.includes(index))));
        }
        assert('option' in action && action.questionId === id);
        assert.deepEqual(chosen, [action.option]);
      });
    });
  });

  it('are answered only by a submit, and only with selected options and typed text [R-NOPHANTOM]', () => {
    forEachStep(({ before, action, after }) => {
      const { result } = after;
      if (result?.status !== 'answered' || before.result === result) return;
      assert(SUBMITS.includes(action.type));
      assert.equal(after.phase, 'submitting');
      result.answers.forEach(({ questionId, question, answer, selected, custom, notes }, i) => {
        const draft = before.drafts[i];
        const asked = before.request.questions[i];
        assert.deepEqual([questionId, question], [asked?.id, asked?.question]);
        const chosen = selected.map(({ index }) => index);
        assert.deepEqual(chosen, draft?.selected);
        const labels = selected.map(({ index }) => asked?.options[index]?.label);
        const said = custom === undefined ? [] : [draft?.custom];
        assert(custom === undefined || custom === draft?.custom);
        assert(notes === undefined || notes === draft?.notes);
        assert.deepEqual([answer].flat(), labels.length + said.length > 0 ? [...labels, ...said] : ['']);
      });
    });
  });

  it('can be submitted exactly if a submit sends the answers or asks about long ones [R-ATOMIC]', () => {
    forEachStep(({ after }) => {
      const { phase, result } = askUserReducer(after, { type: 'submit' });
      const asks = phase === 'confirmingLongAnswer' && after.phase === 'answering';
      const sends = phase === 'submitting' && after.phase === 'answering';
      assert.equal(canSubmit(after), asks || sends);
      if (sends) assert(after.longAnswerConfirmed || longAnswers(after).length === 0);
      // The sent result equals the answers built from the replies.
      if (sends) assert.deepEqual(result, toResult(after));
    });
  });

  it('send a partial submit exactly if it is allowed, with every other question as skipped [R-PARTIAL]', () => {
    let sent = 0;
    forEachStep(({ after }) => {
      const now = askUserReducer(after, { type: 'submit', partial: true });
      if (!canSubmitPartial(after)) {
        const { partial: _partial, ...plain } = askUserReducer(after, { type: 'submit' });
        const { partial: _asked, ...same } = now;
        return assert.deepEqual(same, plain);
      }
      assert(after.options.allow.partial && !canSubmit(after));
      if (now.phase === 'confirmingLongAnswer') return undefined;
      sent++;
      assert.equal(now.phase, 'submitting');
      assert(now.result?.status === 'answered');
      const built = buildAnswers(after.request, toReplies(now, now.partial));
      assert.deepEqual(built.ok && built.value, now.result.answers);
      const missing = missingQuestions(after);
      now.result.answers.forEach(({ skipped, text, notes }, i) => {
        if (!missing.includes(i)) return assert.equal(skipped ?? false, after.drafts[i]?.skipped);
        assert.deepEqual([skipped, text], [true, '']);
        return assert(notes === undefined || notes === after.drafts[i]?.notes);
      });
      return assert(now.result.answers.some(({ skipped }) => !skipped));
    });
    assert(sent > 20);
  });

  it('produce the same answers from their replies, in any order and after JSON [R-ATOMIC]', () => {
    fc.assert(
      fc.property(session, fc.nat(), (played, shift) => {
        const state = stepsOf(played).at(-1)?.after ?? createInitialState(played.request);
        const replies = toReplies(state);
        const at = shift % (replies.length + 1);
        const wire: typeof replies = JSON.parse(JSON.stringify([...replies.slice(at), ...replies.slice(0, at)]));
        const built = buildAnswers(state.request, wire);
        const result = toResult(state);
        expect(built.ok).toBe(missingQuestions(state).length === 0);
        expect(result.status).toBe(built.ok ? 'answered' : 'invalid');
        if (built.ok && result.status === 'answered') expect(built.value).toEqual(result.answers);
        const answered = state.request.questions.filter((question, i) => isAnswered(question, state.drafts[i]!));
        expect(replies.filter(({ skipped }) => !skipped).map(({ questionId }) => questionId)).toEqual(
          answered.map(({ id }) => id),
        );
      }),
    );
  });
});

describe('any host', () => {
  it('receives the result once per attempt, and accepts at most one [R-ONCE]', () => {
    const outcomes = fc.array(fc.constantFrom('take', 'refuse', 'throw', 'promise', 'gone'), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(session, outcomes, (played, plan) => {
        let entered = 0;
        let pending = 0;
        const given: { result: AskUserResult; outcome: string }[] = [];
        const store = createAskUserStore(played.request, {
          ...played.options,
          streaming: played.streaming,
          stateReducer(state, { changes }) {
            if (changes.phase === 'submitting' && state.phase !== 'submitting') entered++;
            return changes;
          },
          deliver(result) {
            const outcome = plan[given.length % plan.length] ?? 'take';
            given.push({ result, outcome });
            if (outcome === 'throw') throw new Error('offline');
            if (outcome === 'refuse') return { ok: false };
            if (outcome === 'gone') return { ok: false, code: 'already_resolved' };
            return outcome === 'promise' ? new Promise(() => void pending++) : undefined;
          },
        });
        // A listener that dispatches actions, too.
        store.subscribe(() => {
          if (!store.getState().error) store.dispatch({ type: 'submit' });
        });
        for (const action of played.actions) {
          store.dispatch(action);
          assert.equal(given.length, entered);
        }
        const { phase, result } = store.getState();
        const taken = given.filter(({ outcome }) => outcome === 'take');
        expect(taken.length).toBeLessThan(2);
        if (taken[0]) expect(store.getState()).toMatchObject({ phase: 'settled', result: taken[0].result });
        if (phase === 'submitting') expect(pending).toBeGreaterThan(0);
        if (result?.status === 'answered') expect(given.map((one) => one.result)).toContain(result);
      }),
    );
  });
});
