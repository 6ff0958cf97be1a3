import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AskUserResult } from '../../../src/core/answer/types.js';
import { askBackRules } from '../../../src/core/flow/ask-back.js';
import { fillIn, filledIn, findOffer, undoFillIn, type CarryOffer } from '../../../src/core/flow/carry.js';
import { keepAnswers, reopenKept } from '../../../src/core/flow/keep-answers.js';
import { readKept, writeKept, type KeptRequest } from '../../../src/core/flow/kept-answers.js';
import type { AskUserState } from '../../../src/core/flow/types.js';
import type { Question } from '../../../src/core/question/types.js';
import {
  cancel,
  choose,
  confirm,
  DB,
  decline,
  delivered,
  draftOf,
  FEATURES,
  NAME,
  note,
  run,
  say,
  skip,
  start,
  submit,
  toggle,
} from './flow.js';

const DAY = 24 * 60 * 60 * 1000;
const scope = (id: string, conversationId = 'c1') => ({ conversationId, id });

const settled = (status: AskUserResult['status']): { type: 'settle'; result: AskUserResult } => ({
  type: 'settle',
  result: (status === 'invalid' ? { status, issues: [] } : { status }) as AskUserResult,
});

/** A request with an answer of each kind. */
const entered = (questions = [DB, FEATURES, NAME]) =>
  run(
    start(questions, { allow: { skip: true, decline: true, discuss: true } }),
    choose('db', 1),
    note('db', 'no server'),
    toggle('features', 0),
    toggle('features', 2),
    say('name', 'Ada'),
  );

const offerFor = (kept: readonly KeptRequest[], questions: readonly Question[], now = 1): CarryOffer =>
  findOffer(kept, start(questions), scope('later'), now);

const shown = ({ answers, changed, left }: CarryOffer) => ({
  answers: answers.map(({ questionId, texts }) => [questionId, ...texts]),
  changed: changed.map(({ questionId, texts }) => [questionId, ...texts]),
  left: left.map(({ question, texts }) => [question, ...texts]),
});

const ALL = {
  answers: [
    ['db', 'SQLite', 'no server'],
    ['features', 'Auth, Admin'],
    ['name', 'Ada'],
  ],
  changed: [],
  left: [],
};
const NONE = { answers: [], changed: [], left: [] };

describe('what is kept of a request [R-CARRY]', () => {
  it.each(['superseded', 'aborted', 'timedOut', 'connectionLost', 'unavailable', 'invalid'] as const)(
    'everything, if it ends as %s',
    (status) => {
      const kept = keepAnswers([], run(entered(), settled(status)), scope('r1'), 0);
      expect(shown(offerFor(kept, [DB, FEATURES, NAME]))).toEqual(ALL);
    },
  );

  it('everything, if the user discusses it or it is still open', () => {
    const discussed = run(entered(), { type: 'decline', discuss: true, reason: 'Why a database?' }, confirm, delivered);
    expect(discussed.result).toMatchObject({ status: 'declined', discuss: true });
    for (const state of [discussed, entered()])
      expect(shown(offerFor(keepAnswers([], state, scope('r1'), 0), [DB, FEATURES, NAME]))).toEqual(ALL);
  });

  it('everything, if another user cancels or declines it', () => {
    for (const status of ['cancelled', 'declined'] as const) {
      const kept = keepAnswers([], run(entered(), settled(status)), scope('r1'), 0);
      expect(shown(offerFor(kept, [DB, FEATURES, NAME]))).toEqual(ALL);
    }
  });

  it.each([
    ['accepted', [submit, delivered]],
    ['cancelled', [cancel, confirm, delivered]],
    ['declined', [decline, confirm, delivered]],
  ] as const)('nothing, if the user’s own result is %s', (_, actions) => {
    const open = keepAnswers([], entered(), scope('r1'), 0);
    const state = run(entered(), ...actions);
    expect(state.phase).toBe('settled');
    expect(keepAnswers(open, state, scope('r1'), 0)).toEqual([]);
  });

  it('nothing, if another user answers it: the agent has what it asked for', () => {
    const elsewhere = { type: 'settle', result: { status: 'answered', answers: [] } } as const;
    expect(keepAnswers([], run(entered(), elsewhere), scope('r1'), 0)).toEqual([]);
  });

  it('no secret, no skip and no blank text', () => {
    const secret: Question = { ...NAME, id: 'key', constraints: { secret: true } };
    const state = run(start([secret, DB, NAME], { allow: { skip: true } }), say('key', 'hunter2'), say('name', ' '));
    const kept = keepAnswers([], run(state, skip('db'), settled('aborted')), scope('r1'), 0);
    expect(writeKept(kept)).not.toContain('hunter2');
    expect(kept).toEqual([]);
  });

  it('an unsent message of a discussion, until an answer is accepted', () => {
    const state = run(start([NAME], { allow: { discuss: true } }), { type: 'setMessage', text: 'Which kind?' });
    const kept = keepAnswers([], run(state, settled('superseded')), scope('r1'), 0);
    expect(shown(offerFor(kept, [DB]))).toEqual({ ...NONE, left: [['', 'Which kind?']] });
    const answered = run(start([DB]), choose('db', 0), submit, delivered);
    expect(shown(offerFor(keepAnswers(kept, answered, scope('r2'), 0), [DB]))).toEqual(NONE);
  });

  it('at most 20 requests, for 7 days', () => {
    let kept: readonly KeptRequest[] = [];
    for (let at = 0; at < 21; at++) {
      const named: Question = { ...NAME, question: `Name ${at}?` };
      kept = keepAnswers(kept, run(start([named]), say('name', `name ${at}`)), scope(`r${at}`), at);
    }
    expect(kept).toHaveLength(20);
    expect(offerFor(kept, [{ ...NAME, question: 'Name 0?' }], 21).answers).toEqual([]);
    expect(offerFor(kept, [{ ...NAME, question: 'Name 20?' }], 20 + 7 * DAY - 1).answers).toHaveLength(1);
    expect(offerFor(kept, [{ ...NAME, question: 'Name 20?' }], 20 + 7 * DAY).answers).toEqual([]);
    expect(keepAnswers(kept, start([NAME]), scope('later'), 30 + 7 * DAY)).toEqual([]);
  });

  it('the newest state of an open request, once', () => {
    const first = keepAnswers([], entered(), scope('r1'), 0);
    const kept = keepAnswers(first, run(entered(), say('name', 'Bo')), scope('r1'), 1);
    expect(kept).toHaveLength(1);
    expect(shown(offerFor(kept, [NAME]))).toMatchObject({
      answers: [['name', 'Bo']],
      left: [[DB.question, 'no server']],
    });
  });

  it('what is not restored when the same request is opened again', () => {
    const open = keepAnswers([], entered(), scope('r1'), 0);
    const restored = run(start([DB, FEATURES, NAME]), say('name', 'Ada'));
    const kept = reopenKept(open, restored, scope('r1'), 1);
    expect(shown(findOffer(kept, restored, scope('r1'), 1))).toEqual({
      ...NONE,
      answers: [
        ['db', 'SQLite', 'no server'],
        ['features', 'Auth, Admin'],
      ],
    });
  });

  it('both texts, if a question is answered differently and neither is accepted', () => {
    const first = keepAnswers([], run(start([NAME]), say('name', 'Ada'), settled('aborted')), scope('r1'), 0);
    const kept = keepAnswers(first, run(start([NAME]), say('name', 'Bo'), settled('aborted')), scope('r2'), 1);
    expect(shown(offerFor(kept, [NAME]))).toEqual({
      ...NONE,
      answers: [['name', 'Bo']],
      left: [[NAME.question, 'Ada']],
    });
    const longer = keepAnswers(first, run(start([NAME]), say('name', 'Ada L.'), settled('aborted')), scope('r2'), 1);
    expect(shown(offerFor(longer, [NAME]))).toEqual({ ...NONE, answers: [['name', 'Ada L.']] });
  });
});

describe('what is offered for a request [R-CARRY]', () => {
  const kept = keepAnswers([], run(entered(), settled('superseded')), scope('r1'), 0);

  it('answers in another order, beside new questions, with other ids and other values', () => {
    const again: Question = { ...DB, id: 'again', options: DB.options.map((option) => ({ ...option, value: 'v' })) };
    const offer = offerFor(kept, [{ ...NAME, id: 'new', question: 'What else?' }, NAME, again]);
    expect(shown(offer).answers).toEqual([
      ['name', 'Ada'],
      ['again', 'SQLite', 'no server'],
    ]);
  });

  it.each<[string, Question]>([
    ['option', { ...DB, options: [...DB.options, { label: 'Redis' }] }],
    ['order of options', { ...DB, options: DB.options.toReversed() }],
    ['description', { ...DB, options: DB.options.map((one) => ({ ...one, description: 'fast' })) }],
    ['preview', { ...DB, options: DB.options.map((one) => ({ ...one, preview: 'SELECT 1' })) }],
    ['header', { ...DB, header: 'Database' }],
    ['context', { ...DB, context: 'For production.' }],
    ['choice of several options', { ...DB, multiSelect: true }],
    ['lack of Other', { ...DB, constraints: { allowCustom: false } }],
  ])('“changed” with another %s', (_, question) => {
    expect(shown(offerFor(kept, [question]))).toEqual({
      answers: [],
      changed: [['db', 'SQLite', 'no server']],
      left: [[NAME.question, 'Ada']],
    });
  });

  it('“changed” with another text under the same header at the same index', () => {
    const headed = (question: string): Question => ({ ...NAME, header: 'Name', question });
    const named = keepAnswers([], run(start([headed('Name?')]), say('name', 'Ada')), scope('r1'), 0);
    expect(shown(offerFor(named, [headed('Its name?')])).changed).toEqual([['name', 'Ada']]);
    expect(shown(offerFor(named, [DB, headed('Its name?')]))).toEqual({ ...NONE, left: [['Name?', 'Ada']] });
  });

  it('the n-th answer for the n-th of equal questions', () => {
    const twins = [
      { ...NAME, id: 'a' },
      { ...NAME, id: 'b' },
    ];
    const twice = keepAnswers([], run(start(twins), say('a', 'one'), say('b', 'two')), scope('r1'), 0);
    const second = keepAnswers([], run(start(twins), say('b', 'two')), scope('r1'), 0);
    expect(shown(offerFor(twice, twins)).answers).toEqual([
      ['a', 'one'],
      ['b', 'two'],
    ]);
    expect(shown(offerFor(second, twins)).answers).toEqual([['b', 'two']]);
    expect(shown(offerFor(second, [NAME]))).toMatchObject({ answers: [], changed: [['name', 'two']] });
  });

  it('nothing to another asker or conversation, and nothing for a secret', () => {
    expect(findOffer(kept, start([DB]), scope('r2', 'c2'), 1)).toEqual(NONE);
    const other = start([DB]);
    expect(findOffer(kept, { ...other, request: { ...other.request, asker: 'Bo' } }, scope('r2'), 1)).toEqual(NONE);
    expect(shown(offerFor(kept, [{ ...NAME, constraints: { secret: true } }])).answers).toEqual([]);
  });

  it('nothing for what the user has entered or skipped meanwhile', () => {
    const state = run(start([DB, NAME, FEATURES], { allow: { skip: true } }), choose('db', 0), skip('features'));
    expect(shown(findOffer(kept, state, scope('r2'), 1)).answers).toEqual([['name', 'Ada']]);
    const offer = offerFor(kept, [DB, NAME, FEATURES]);
    const filled = run(state, fillIn(offer, state));
    expect(filled.drafts.map(({ selected, custom, skipped }) => [selected, custom, skipped])).toEqual([
      [[0], '', false],
      [[], 'Ada', false],
      [[], '', true],
    ]);
  });

  it('a gesture that fills in, sends nothing, and can be undone except for later edits', () => {
    const state = start([DB, FEATURES, NAME]);
    const filled = run(state, fillIn(findOffer(kept, state, scope('r2'), 1), state));
    expect(filled.drafts).toEqual(entered().drafts);
    expect([filled.phase, filled.active, filled.result]).toEqual(['answering', 0, undefined]);
    const changes = filledIn(state, filled);
    expect(run(filled, undoFillIn(changes, filled)).drafts).toEqual(state.drafts);
    const edited = run(filled, say('name', 'Ada L.'));
    expect(run(edited, undoFillIn(changes, edited)).drafts.map(({ custom, selected }) => [selected, custom])).toEqual([
      [[], ''],
      [[], ''],
      [[], 'Ada L.'],
    ]);
  });
});

describe('what the user asked the agent [R-CARRY] [R-ASKBACK]', () => {
  it('does not offer what was sent as the message of a discussion [R-CARRY] [R-ASKBACK]', () => {
    const typing = run(
      start([DB, FEATURES, NAME], { askBack: askBackRules, allow: { discuss: true } }),
      { type: 'setAskBack', questionId: 'db', text: 'Why not MySQL?' },
      { type: 'decline', discuss: true },
    );
    const later = (state: AskUserState) => shown(offerFor(keepAnswers([], state, scope('r1'), 0), [DB])).left;
    expect(later(run(typing, confirm, delivered))).toEqual([]);
    const edited = run(typing, { type: 'setMessage', text: 'Something else.' }, confirm, delivered);
    expect(later(edited)).toEqual([[DB.question, 'Why not MySQL?']]);
  });

  const typed = (questionId: string, text: string) => ({ type: 'setAskBack', questionId, text }) as const;
  const send = (questionId: string, key: string) => ({ type: 'askBack', questionId, key }) as const;
  const asked = run(
    start([DB, FEATURES, NAME], { askBack: askBackRules }),
    choose('db', 1),
    typed('db', 'Why?'),
    send('db', 'k1'),
    { type: 'askBackReplied', key: 'k1', reply: 'So.' },
    typed('db', 'And then?'),
    send('db', 'k2'),
    { type: 'askBackFailed', key: 'k2' },
    typed('features', 'How many?'),
    send('features', 'k3'),
    typed('name', 'Whose?'),
  );
  const kept = keepAnswers([], run(asked, settled('superseded')), scope('r1'), 1);

  it('is offered to copy if there is no reply, and is never filled in', () => {
    const offer = offerFor(kept, [DB, FEATURES, NAME]);
    expect(shown(offer)).toEqual({
      answers: [['db', 'SQLite']],
      changed: [],
      left: [
        [DB.question, 'And then?'],
        [FEATURES.question, 'How many?'],
        [NAME.question, 'Whose?'],
      ],
    });
    const state = start([DB, FEATURES, NAME], { askBack: askBackRules });
    const filled = run(state, fillIn(offer, state));
    expect(filled.drafts.map((draft) => [draft.selected, draft.askBack, draft.exchanges])).toEqual([
      [[1], undefined, undefined],
      [[], undefined, undefined],
      [[], undefined, undefined],
    ]);
  });

  it('does not edit the answer that was filled in, and stays when that is undone', () => {
    const state = start([DB, FEATURES, NAME], { askBack: askBackRules });
    const filled = run(state, fillIn(offerFor(kept, [DB, FEATURES, NAME]), state));
    const changes = filledIn(state, filled);
    const asking = run(filled, typed('db', 'Why?'), send('db', 'k4'), typed('db', 'Really?'));
    const undone = run(asking, undoFillIn(changes, asking));
    expect(draftOf(undone, 'db')).toMatchObject({
      selected: [],
      askBack: 'Really?',
      exchanges: [{ key: 'k4', status: 'waiting' }],
    });
  });

  it('is gone once the answers are accepted or the user discards it', () => {
    const done = run(asked, toggle('features', 0), say('name', 'Ada'), submit, confirm, delivered);
    expect(keepAnswers(kept, done, scope('r1'), 2)).toEqual([]);
    expect(keepAnswers([], run(asked, cancel, confirm, delivered), scope('r1'), 2)).toEqual([]);
  });

  it('is not offered where the user has typed it again', () => {
    const state = run(start([DB], { askBack: askBackRules }), typed('db', 'And then? Really?'));
    expect(keepAnswers(kept, run(state, settled('aborted')), scope('r2'), 2)).toHaveLength(2);
    const same = run(start([DB, FEATURES, NAME], { askBack: askBackRules }), typed('name', 'Whose?'));
    expect(findOffer(kept, same, scope('r2'), 2).left.flatMap(({ texts }) => texts)).toEqual([
      'And then?',
      'How many?',
    ]);
  });

  it('is read as it was written', () => expect(readKept(writeKept(kept))).toEqual(JSON.parse(JSON.stringify(kept))));
});

describe('a written record [R-CARRY]', () => {
  const asking = run(
    entered(),
    { type: 'setOptions', options: { askBack: askBackRules } },
    { type: 'setAskBack', questionId: 'name', text: 'Whose?' },
  );
  const kept = keepAnswers([], asking, scope('r1'), 5);

  it('is read as it was', () => expect(readKept(writeKept(kept))).toEqual(JSON.parse(JSON.stringify(kept))));

  it('is not read if any part of it is not what was written', () => {
    const text = writeKept(kept);
    const { requests } = JSON.parse(text) as { requests: unknown };
    for (const bad of ['', 'null', '[]', '{}', JSON.stringify({ version: 2, requests }), `${text} `.slice(1)])
      expect(readKept(bad)).toBeUndefined();
    // Replace each value at each path with one of another type.
    const broken: unknown[] = [];
    const walk = (value: unknown, path: (string | number)[]) => {
      if (path.length > 0) {
        const copy = JSON.parse(text) as Record<string | number, unknown>;
        let parent = copy;
        for (const key of path.slice(0, -1)) parent = parent[key] as typeof parent;
        parent[path.at(-1)!] = Array.isArray(value) ? {} : [];
        broken.push(copy);
      }
      if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value))
          walk(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    };
    walk(JSON.parse(text), []);
    expect(broken.length).toBeGreaterThan(40);
    for (const copy of broken)
      expect([JSON.stringify(copy), readKept(JSON.stringify(copy))]).toEqual([JSON.stringify(copy), undefined]);
    expect(readKept(text.replace('"selected":[1]', '"selected":[7]'))).toBeUndefined();
  });
});

/** A question of the made-up conversations. Few texts, so that they are equal often. */
const questions: fc.Arbitrary<Question[]> = fc
  .array(
    fc.record({
      text: fc.integer({ min: 0, max: 3 }),
      header: fc.constantFrom(undefined, 'H1', 'H2'),
      options: fc.constantFrom<readonly string[]>([], ['A', 'B'], ['B', 'A'], ['A', 'B', 'C']),
      multiSelect: fc.boolean(),
      secret: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((list) =>
    list.map(({ text, header, options, multiSelect, secret }, index) => ({
      id: `q${index}`,
      question: `Question ${text}?`,
      ...(header && { header }),
      options: options.map((label) => ({ label })),
      multiSelect: multiSelect && options.length > 0,
      ...(secret && { constraints: { secret } }),
    })),
  );

type Move = { readonly kind: string; readonly at: number; readonly next: Question[] };
const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'type',
      'type',
      'type',
      'note',
      'select',
      'use',
      'use',
      'undo',
      'submit',
      'discuss',
      'discard',
      'supersede',
      'abort',
      'lose',
      'reload',
      'restart',
      'same',
      'reverse',
      'add',
      'remove',
      'double',
      'reword',
      'other',
    ),
    at: fc.nat({ max: 9 }),
    next: questions,
  }),
  { minLength: 10, maxLength: 60 },
);

/** What a user would call the same question. */
const seen = (question: Question) => JSON.stringify({ ...question, id: '', constraints: null });
const identityAt = (list: readonly Question[], index: number) =>
  `${seen(list[index]!)} ${list.slice(0, index).filter((one) => seen(one) === seen(list[index]!)).length}`;

/** Plays a conversation, and returns what broke a promise. */
function play(first: Question[], played: readonly Move[]): string[] {
  const problems: string[] = [];
  const options = { allow: { skip: true, decline: true, discuss: true } } as const;
  let count = 0;
  let typedCount = 0;
  let now = 0;
  let kept: readonly KeptRequest[] = [];
  let state = start(first, options);
  let here = scope('r0');
  let offer = findOffer(kept, state, here, now);
  let filled: ReturnType<typeof filledIn> = [];
  /** Where each text was typed. Removed once the user has discarded, sent or replaced it. */
  const texts = new Map<string, string>();
  const textsIn = ({ drafts }: AskUserState) => drafts.flatMap(({ custom, notes }) => [custom, notes]).filter(Boolean);
  const forget = (list: readonly string[]) => list.forEach((text) => texts.delete(text));
  /** Texts that the user typed for a question that is in this state and has input. */
  const answeredHere = () =>
    [...texts].flatMap(([text, where]) =>
      state.drafts.some(
        (draft, index) =>
          identityAt(state.request.questions, index) === where &&
          (draft.selected.length > 0 || draft.custom || draft.notes),
      )
        ? text
        : [],
    );
  const keep = () => {
    kept = keepAnswers(kept, state, here, now++);
  };
  const ask = (next: readonly Question[], id = `r${++count}`) => {
    kept = readKept(writeKept(kept))!;
    state = start(
      next.map((question, index) => ({ ...question, id: `q${index}` })),
      options,
    );
    here = scope(id);
    kept = reopenKept(kept, state, here, now);
    offer = findOffer(kept, state, here, now);
    filled = [];
  };
  const end = (next: readonly Question[]) => {
    keep();
    ask(next);
  };
  for (const { kind, at, next } of played) {
    const { questions: list } = state.request;
    const index = at % list.length;
    const { id } = list[index]!;
    const before = state;
    if (kind === 'type' || kind === 'note') {
      const replaced = state.drafts[index]![kind === 'type' ? 'custom' : 'notes'];
      const text = `text${++typedCount};`;
      state = run(state, kind === 'type' ? say(id, text) : note(id, text));
      forget([replaced]);
      if (!list[index]!.constraints?.secret) texts.set(text, identityAt(list, index));
    } else if (kind === 'select') state = run(state, toggle(id, at % 3));
    else if (kind === 'use') {
      state = run(state, fillIn(offer, state));
      filled = [...filled, ...filledIn(before, state)];
      if (state.phase !== 'answering' || state.result) problems.push('the gesture has sent something');
      for (const { questionId, after } of filledIn(before, state)) {
        const here = identityAt(
          list,
          list.findIndex((one) => one.id === questionId),
        );
        for (const text of [after.custom, after.notes])
          if (text && texts.get(text) !== here) problems.push(`${text} has reached another question`);
      }
    } else if (kind === 'undo') state = run(state, undoFillIn(filled, state));
    else if (kind === 'submit') {
      const sent = run(
        state,
        ...list
          .map((one) => skip(one.id))
          .filter(
            (_, i) =>
              textsIn({ ...state, drafts: [state.drafts[i]!] }).length === 0 && state.drafts[i]!.selected.length === 0,
          ),
        submit,
        delivered,
      );
      if (sent.phase !== 'settled') continue;
      state = sent;
      forget(answeredHere());
      // An accepted answer makes older texts quiet. They stay in the record.
      end(next);
    } else if (kind === 'discuss') {
      state = run(state, { type: 'decline', discuss: true }, confirm, delivered);
      end(list);
    } else if (kind === 'discard') {
      state = run(state, cancel, confirm, delivered);
      forget(answeredHere());
      end(next);
    } else if (kind === 'supersede' || kind === 'abort' || kind === 'lose') {
      state = run(
        state,
        settled(kind === 'supersede' ? 'superseded' : kind === 'abort' ? 'aborted' : 'connectionLost'),
      );
      end(at % 2 ? next : list);
    } else if (kind === 'reload' || kind === 'restart') {
      keep();
      ask(list, kind === 'reload' ? here.id : undefined);
    } else {
      const edited: Record<string, readonly Question[]> = {
        same: list,
        reverse: list.toReversed(),
        add: [...next.slice(0, 1), ...list],
        remove: list.length > 1 ? list.toSpliced(index, 1) : list,
        double: [...list, list[index]!].slice(-5),
        reword: list.with(index, { ...list[index]!, question: `${list[index]!.question}?` }),
        other: next,
      };
      state = run(state, settled('superseded'));
      end(edited[kind]!);
    }
    const safe = `${writeKept(keepAnswers(kept, state, here, now))}`;
    // The record contains 20 requests.
    if (kept.length < 20)
      for (const text of texts.keys()) if (!safe.includes(text)) problems.push(`${text} is lost after ${kind}`);
    if (
      list.some(
        ({ constraints }, i) =>
          constraints?.secret && before.drafts[i]!.custom && safe.includes(before.drafts[i]!.custom),
      )
    )
      problems.push('a secret is kept');
    const reachable = JSON.stringify([offer, state.drafts]);
    for (const one of kept)
      for (const { draft } of one.quiet ? [] : one.answers)
        for (const text of [draft.custom, draft.notes])
          if (one.open !== here.id && !reachable.includes(text))
            problems.push(`${text} cannot be reached after ${kind}`);
  }
  return problems;
}

describe('500 made-up conversations [R-CARRY]', () => {
  it('lose no text, send none, and bring none to another question', () => {
    fc.assert(
      fc.property(questions, moves, (first, played) => {
        expect(play(first, played)).toEqual([]);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});
