import { describe, expect, it } from 'vitest';
import type { Phase } from '../../../src/core/flow/types.js';
import {
  byUser,
  onArrival,
  onChange,
  onChoice,
  onHidden,
  onLeave,
  onLoss,
  onRefusal,
  onReturn,
  onStep,
  type CardView,
  type FocusFacts,
  type FocusMove,
  type FocusRule,
  type ViewChange,
} from '../../../src/react/engine/focus-after.js';

const ANSWERING: CardView = { phase: 'answering', collapsed: false };
const COLLAPSED: CardView = { phase: 'answering', collapsed: true };
const view = (phase: Phase): CardView => ({ phase, collapsed: false });

const QUESTION: FocusFacts = { index: 0, isReview: false, question: 'heading', other: false, option: 0 };
const TEXT: FocusFacts = { ...QUESTION, question: 'field' };

const change = (now: CardView, more: Partial<ViewChange> = {}): ViewChange => ({
  inside: true,
  becameModal: false,
  settledExternally: false,
  ...now,
  ...more,
});

const OUTSIDE = { inside: false };
const RAISED = { inside: false, becameModal: true };

type Row = [what: string, before: CardView, now: ViewChange, to: FocusMove['to'], guard?: FocusMove['guard']];

describe('the focus when the card changes (A67, A69)', () => {
  it.each<Row>([
    ['nothing has changed', ANSWERING, change(ANSWERING), []],
    ['a modal opens', ANSWERING, change(ANSWERING, RAISED), ['overlay', 'title'], 'all'],
    ['a discard confirmation appears', ANSWERING, change(view('confirmingDiscard')), ['overlay']],
    ['a discard confirmation appears, with focus elsewhere', ANSWERING, change(view('confirmingDiscard'), OUTSIDE), []],
    [
      'a discard confirmation reopens a collapsed modal',
      COLLAPSED,
      change(view('confirmingDiscard'), RAISED),
      ['overlay'],
      'all',
    ],
    [
      'the confirmation is dismissed',
      view('confirmingDiscard'),
      change(ANSWERING),
      ['beforeConfirmation', 'heading', 'title'],
    ],
    [
      'the answers are discarded',
      view('confirmingDiscard'),
      change(view('submitting')),
      ['beforeConfirmation', 'heading', 'title'],
    ],
    [
      'a long answer is edited',
      view('confirmingLongAnswer'),
      change(ANSWERING),
      ['ask-back', 'field', 'beforeConfirmation', 'heading', 'title'],
    ],
    [
      'a long answer is sent',
      view('confirmingLongAnswer'),
      change(view('submitting')),
      ['beforeConfirmation', 'heading', 'title'],
    ],
    ['a delivery starts', ANSWERING, change(view('submitting')), []],
    ['a delivery fails', view('submitting'), change(ANSWERING), []],
    ['a delivery succeeds', view('submitting'), change(view('settled')), ['composer', 'title', 'origin']],
    ['a delivery succeeds, with focus elsewhere', view('submitting'), change(view('settled'), OUTSIDE), []],
    [
      'the request is settled externally',
      ANSWERING,
      change(view('settled'), { settledExternally: true }),
      ['title', 'composer', 'origin'],
    ],
    [
      'the request is settled externally, with focus elsewhere',
      ANSWERING,
      change(view('settled'), { ...OUTSIDE, settledExternally: true }),
      [],
    ],
    ['the next request is shown', view('settled'), change(ANSWERING), []],
    ['the next request is shown in a modal', view('settled'), change(ANSWERING, RAISED), ['overlay', 'title'], 'all'],
    ['the card is collapsed', ANSWERING, change(COLLAPSED), ['overlay']],
    ['the card is collapsed, with focus elsewhere', ANSWERING, change(COLLAPSED, OUTSIDE), []],
    ['a delivery starts in a collapsed card', COLLAPSED, change({ phase: 'submitting', collapsed: true }), []],
    ['the card is expanded', COLLAPSED, change(ANSWERING), ['beforeCollapse', 'heading', 'title']],
    ['the card is expanded by the host', COLLAPSED, change(ANSWERING, OUTSIDE), []],
    [
      'a collapsed modal is expanded by the user',
      COLLAPSED,
      change(ANSWERING, { becameModal: true }),
      ['beforeCollapse', 'heading', 'title'],
    ],
    [
      'a collapsed modal is expanded by the host',
      COLLAPSED,
      change(ANSWERING, RAISED),
      ['beforeCollapse', 'heading', 'title'],
      'all',
    ],
    ['a collapsed card is settled', COLLAPSED, change(view('settled')), ['composer', 'title', 'origin']],
  ])('returns the target and the guard: %s', (_, before, now, to, guard) => {
    expect(onChange(before, now)(QUESTION)).toEqual({ to, guard });
  });

  it('moves to the field of a question without options', () => {
    expect(onChange(COLLAPSED, change(ANSWERING))(TEXT).to).toEqual(['beforeCollapse', 'field', 'title']);
  });
});

const other = { ...QUESTION, other: true, option: 'other' } as const;

describe('the focus when the user or the host moves it [R-FOLLOW]', () => {
  it.each<[what: string, rule: FocusRule, facts: FocusFacts, to: FocusMove['to'], guard?: FocusMove['guard']]>([
    ['to a question', onStep, QUESTION, ['heading'], 'none'],
    ['to a question without options', onStep, TEXT, ['field'], 'none'],
    ['to Review', onStep, { ...QUESTION, isReview: true }, ['heading'], 'all'],
    ['an option is selected', onChoice, { ...QUESTION, option: 1 }, ['control']],
    ['Other is selected', onChoice, other, ['field']],
    ['Other is deselected', onChoice, { ...QUESTION, option: 'other' }, ['control']],
    ['an option is selected in addition to Other', onChoice, { ...QUESTION, other: true, option: 1 }, ['control']],
    ['an answer is missing', onRefusal, QUESTION, ['heading']],
    ['a text is missing', onRefusal, TEXT, ['field']],
    ['the text under Other is missing', onRefusal, other, ['field']],
    ['the user comes by a link or a shortcut', byUser, QUESTION, ['overlay', 'heading', 'title'], 'release'],
    [
      'the user comes by a link or a shortcut to a text question',
      byUser,
      TEXT,
      ['overlay', 'field', 'title'],
      'release',
    ],
    [
      'the focused element is removed, or the host calls focus()',
      onLoss,
      QUESTION,
      ['overlay', 'title', 'heading'],
      'all',
    ],
    ['the same at a text question', onLoss, TEXT, ['overlay', 'title', 'heading'], 'all'],
    ['another question is shown without the user', onHidden, QUESTION, ['heading', 'title'], 'all'],
    ['the same at a text question, in which typing has no effect', onHidden, TEXT, ['heading', 'title'], 'all'],
    ['focus follows the user', onArrival('follow'), QUESTION, ['overlay', 'control', 'heading', 'title'], 'follow'],
    [
      'focus follows the user to a text question',
      onArrival('follow'),
      TEXT,
      ['overlay', 'field', 'heading', 'title'],
      'follow',
    ],
    ['the card replaces the composer', onArrival('all'), QUESTION, ['overlay', 'control', 'heading', 'title'], 'all'],
    ['the card is removed', onLeave, QUESTION, ['composer', 'origin']],
    ['a modal is closed and shown again', onReturn, QUESTION, ['beforeCollapse', 'heading', 'title']],
  ])('returns the target and the guard: %s', (_, rule, facts, to, guard) => {
    expect(rule(facts)).toEqual({ to, guard });
  });
});

const PHASES: Phase[] = ['answering', 'confirmingDiscard', 'confirmingLongAnswer', 'submitting', 'settled'];
const YES_NO = [true, false];

describe('the focus in every case', () => {
  const views = PHASES.flatMap((phase) => YES_NO.map((collapsed): CardView => ({ phase, collapsed })));
  const changes = views.flatMap((before) =>
    views.flatMap((now) =>
      YES_NO.flatMap((becameModal) =>
        YES_NO.map((settledExternally) => ({ before, now: change(now, { becameModal, settledExternally }) })),
      ),
    ),
  );

  it('never moves focus from elsewhere, except for a modal that covers the page', () => {
    for (const { before, now } of changes) {
      const { to } = onChange(before, { ...now, inside: false })(QUESTION);
      if (!now.becameModal) expect(to).toEqual([]);
    }
    expect(changes).toHaveLength(400);
  });

  it('delays keys for which a modal takes focus', () => {
    for (const { before, now } of changes) {
      const { guard } = onChange(before, { ...now, inside: false })(QUESTION);
      expect(guard).toBe(now.becameModal ? 'all' : undefined);
    }
  });

  it('focuses an option only after the user selects it, or if Enter is delayed', () => {
    const rules = { onStep, onChoice, onRefusal, onLoss, onHidden, byUser, onLeave, onReturn };
    const arrivals = { follow: onArrival('follow'), dock: onArrival('all') };
    const moves = Object.entries<FocusRule>({ ...rules, ...arrivals }).flatMap(([cause, rule]) =>
      [QUESTION, TEXT].map((facts) => [cause, rule(facts)] as const),
    );
    const onto = moves.filter(([, { to }]) => to.includes('control')).map(([cause, { guard }]) => [cause, guard]);
    expect(new Set(onto.map(String))).toEqual(new Set(['onChoice,', 'follow,follow', 'dock,all']));
  });
});
