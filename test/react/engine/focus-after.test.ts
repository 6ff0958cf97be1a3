import { describe, expect, it } from 'vitest';
import type { Phase } from '../../../src/core/flow/types.js';
import {
  focusAfter,
  type CardView,
  type FocusCause,
  type FocusFacts,
  type FocusMove,
} from '../../../src/react/engine/focus-after.js';

const ANSWERING: CardView = { phase: 'answering', collapsed: false };
const COLLAPSED: CardView = { phase: 'answering', collapsed: true };
const view = (phase: Phase): CardView => ({ phase, collapsed: false });

const facts = (cause: FocusCause, more: Partial<FocusFacts> = {}): FocusFacts => ({
  cause,
  phase: 'answering',
  collapsed: false,
  inside: true,
  becameModal: false,
  settledExternally: false,
  index: 0,
  isReview: false,
  isText: false,
  other: false,
  option: 0,
  ...more,
});
const change = (now: CardView, more: Partial<FocusFacts> = {}) => facts('change', { ...now, ...more });

const OUTSIDE = { inside: false };
const RAISED = { inside: false, becameModal: true };

type Row = [what: string, before: CardView, now: FocusFacts, to: FocusMove['to'], guard?: FocusMove['guard']];

describe('focusAfter when the card changes (A67, A69)', () => {
  it.each<Row>([
    ['nothing has changed', ANSWERING, change(ANSWERING), []],
    ['a modal opens', ANSWERING, change(ANSWERING, RAISED), ['sheet', 'collapsed-bar', 'title'], 'all'],
    ['a discard confirmation appears', ANSWERING, change(view('confirmingDiscard')), ['sheet']],
    ['a discard confirmation appears, with focus elsewhere', ANSWERING, change(view('confirmingDiscard'), OUTSIDE), []],
    [
      'a discard confirmation reopens a collapsed modal',
      COLLAPSED,
      change(view('confirmingDiscard'), RAISED),
      ['sheet'],
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
    [
      'the next request is shown in a modal',
      view('settled'),
      change(ANSWERING, RAISED),
      ['sheet', 'collapsed-bar', 'title'],
      'all',
    ],
    ['the card is collapsed', ANSWERING, change(COLLAPSED), ['collapsed-bar']],
    ['the card is collapsed, with focus elsewhere', ANSWERING, change(COLLAPSED, OUTSIDE), []],
    ['a delivery starts in a collapsed card', COLLAPSED, change({ phase: 'submitting', collapsed: true }), []],
    ['the card is expanded', COLLAPSED, change(ANSWERING), ['beforeCollapse', 'heading', 'title']],
    [
      'the card is expanded, at a question without options',
      COLLAPSED,
      change(ANSWERING, { isText: true }),
      ['beforeCollapse', 'field', 'title'],
    ],
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
    expect(focusAfter(before, now)).toEqual({ to, guard });
  });
});

const text = { isText: true };
const other = { other: true, option: 'other' } as const;

describe('focusAfter when the user or the host moves focus [R-FOLLOW]', () => {
  it.each<[what: string, now: FocusFacts, to: FocusMove['to'], guard?: FocusMove['guard']]>([
    ['to a question', facts('step'), ['heading'], 'none'],
    ['to a question without options', facts('step', text), ['field'], 'none'],
    ['to Review', facts('step', { isReview: true }), ['heading'], 'all'],
    ['an option is selected', facts('choice', { option: 1 }), ['control']],
    ['Other is selected', facts('choice', other), ['field']],
    ['Other is deselected', facts('choice', { option: 'other' }), ['control']],
    ['an option is selected in addition to Other', facts('choice', { other: true, option: 1 }), ['control']],
    ['an answer is missing', facts('refusal'), ['heading']],
    ['a text is missing', facts('refusal', text), ['field']],
    ['the text under Other is missing', facts('refusal', other), ['field']],
    [
      'the user comes by a link or a shortcut',
      facts('user', OUTSIDE),
      ['sheet', 'collapsed-bar', 'heading', 'title'],
      'release',
    ],
    [
      'the user comes by a link or a shortcut to a text question',
      facts('user', { ...OUTSIDE, ...text }),
      ['sheet', 'collapsed-bar', 'field', 'title'],
      'release',
    ],
    ['the host calls focus()', facts('host', OUTSIDE), ['sheet', 'collapsed-bar', 'title', 'heading'], 'all'],
    [
      'the host calls focus() at a text question',
      facts('host', { ...OUTSIDE, ...text }),
      ['sheet', 'collapsed-bar', 'title', 'heading'],
      'all',
    ],
    [
      'focus follows the user',
      facts('follow', OUTSIDE),
      ['sheet', 'collapsed-bar', 'control', 'heading', 'title'],
      'follow',
    ],
    [
      'focus follows the user to a text question',
      facts('follow', { ...OUTSIDE, ...text }),
      ['sheet', 'collapsed-bar', 'field', 'heading', 'title'],
      'follow',
    ],
    [
      'the card replaces the composer',
      facts('dock', OUTSIDE),
      ['sheet', 'collapsed-bar', 'control', 'heading', 'title'],
      'all',
    ],
    ['the focused element is removed', facts('loss'), ['sheet', 'collapsed-bar', 'title', 'heading'], 'all'],
    ['the card is removed', facts('leave'), ['composer', 'origin']],
    [
      'a modal is closed and shown again',
      facts('leave', { becameModal: true }),
      ['beforeCollapse', 'heading', 'title'],
    ],
  ])('returns the target and the guard: %s', (_, now, to, guard) => {
    expect(focusAfter(ANSWERING, now)).toEqual({ to, guard });
  });
});

const PHASES: Phase[] = ['answering', 'confirmingDiscard', 'confirmingLongAnswer', 'submitting', 'settled'];
const YES_NO = [true, false];

describe('focusAfter in every case', () => {
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
      const { to } = focusAfter(before, { ...now, inside: false });
      if (!now.becameModal) expect(to).toEqual([]);
    }
    expect(changes).toHaveLength(400);
  });

  it('delays keys for which a modal takes focus', () => {
    for (const { before, now } of changes) {
      const { guard } = focusAfter(before, { ...now, inside: false });
      expect(guard).toBe(now.becameModal ? 'all' : undefined);
    }
  });

  it('focuses an option only after the user selects it, or if Enter is delayed', () => {
    const causes: FocusCause[] = ['loss', 'step', 'choice', 'refusal', 'user', 'follow', 'host', 'dock', 'leave'];
    const moves = causes.flatMap((cause) =>
      YES_NO.flatMap((isText) =>
        YES_NO.map((becameModal) => [cause, focusAfter(ANSWERING, facts(cause, { isText, becameModal }))] as const),
      ),
    );
    const onto = moves.filter(([, { to }]) => to.includes('control')).map(([cause, { guard }]) => [cause, guard]);
    expect(new Set(onto.map(String))).toEqual(new Set(['choice,', 'follow,follow', 'dock,all']));
  });
});
