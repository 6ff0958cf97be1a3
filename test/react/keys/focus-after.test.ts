import { describe, expect, it } from 'vitest';
import type { Phase } from '../../../src/core/flow/types.js';
import {
  focusAfter,
  type CardView,
  type FocusCause,
  type FocusFacts,
  type FocusMove,
} from '../../../src/react/keys/focus-after.js';

const ANSWERING: CardView = { phase: 'answering', folded: false };
const FOLDED: CardView = { phase: 'answering', folded: true };
const view = (phase: Phase): CardView => ({ phase, folded: false });

const facts = (by: FocusCause, more: Partial<FocusFacts> = {}): FocusFacts => ({
  by,
  phase: 'answering',
  folded: false,
  inside: true,
  raised: false,
  withdrawn: false,
  index: 0,
  isReview: false,
  isText: false,
  other: false,
  option: 0,
  ...more,
});
const change = (now: CardView, more: Partial<FocusFacts> = {}) => facts('change', { ...now, ...more });

const OUTSIDE = { inside: false };
const RAISED = { inside: false, raised: true };

type Row = [what: string, before: CardView, now: FocusFacts, to: FocusMove['to'], guard?: FocusMove['guard']];

describe('the card changes under the focus (A67, A69)', () => {
  it.each<Row>([
    ['nothing has changed', ANSWERING, change(ANSWERING), []],
    ['a modal opens', ANSWERING, change(ANSWERING, RAISED), ['sheet', 'bar', 'title'], 'all'],
    ['a question of discarding', ANSWERING, change(view('confirmingDiscard')), ['sheet']],
    ['the same, asked from outside', ANSWERING, change(view('confirmingDiscard'), OUTSIDE), []],
    ['the same, which brings a folded modal up', FOLDED, change(view('confirmingDiscard'), RAISED), ['sheet'], 'all'],
    ['kept', view('confirmingDiscard'), change(ANSWERING), ['confirmed', 'heading', 'title']],
    ['discarded', view('confirmingDiscard'), change(view('submitting')), ['confirmed', 'heading', 'title']],
    [
      'a long answer is edited',
      view('confirmingLongAnswer'),
      change(ANSWERING),
      ['field', 'confirmed', 'heading', 'title'],
    ],
    [
      'a long answer is sent',
      view('confirmingLongAnswer'),
      change(view('submitting')),
      ['confirmed', 'heading', 'title'],
    ],
    ['sending', ANSWERING, change(view('submitting')), []],
    ['not taken', view('submitting'), change(ANSWERING), []],
    ['sent', view('submitting'), change(view('settled')), ['composer', 'title', 'origin']],
    ['sent, the focus elsewhere', view('submitting'), change(view('settled'), OUTSIDE), []],
    ['withdrawn', ANSWERING, change(view('settled'), { withdrawn: true }), ['title', 'composer', 'origin']],
    ['withdrawn, the focus elsewhere', ANSWERING, change(view('settled'), { ...OUTSIDE, withdrawn: true }), []],
    ['the next request', view('settled'), change(ANSWERING), []],
    ['the next request in a modal', view('settled'), change(ANSWERING, RAISED), ['sheet', 'bar', 'title'], 'all'],
    ['folded', ANSWERING, change(FOLDED), ['bar']],
    ['folded, the focus elsewhere', ANSWERING, change(FOLDED, OUTSIDE), []],
    ['folded, and sending', FOLDED, change({ phase: 'submitting', folded: true }), []],
    ['unfolded', FOLDED, change(ANSWERING), ['kept', 'heading', 'title']],
    ['unfolded by the host', FOLDED, change(ANSWERING, OUTSIDE), []],
    [
      'a folded modal called back by the user',
      FOLDED,
      change(ANSWERING, { raised: true }),
      ['kept', 'heading', 'title'],
    ],
    ['a folded modal brought up by the host', FOLDED, change(ANSWERING, RAISED), ['kept', 'heading', 'title'], 'all'],
    ['folded and settled', FOLDED, change(view('settled')), ['composer', 'title', 'origin']],
  ])('%s', (_, before, now, to, guard) => {
    expect(focusAfter(before, now)).toEqual({ to, guard });
  });
});

const text = { isText: true };
const other = { other: true, option: 'other' } as const;

describe('somebody moves it [R-FOLLOW]', () => {
  it.each<[what: string, now: FocusFacts, to: FocusMove['to'], guard?: FocusMove['guard']]>([
    ['to a question', facts('step'), ['heading'], 'none'],
    ['to a question without options', facts('step', text), ['field'], 'none'],
    ['to Review', facts('step', { isReview: true }), ['heading'], 'all'],
    ['an option is chosen', facts('choice', { option: 1 }), ['control']],
    ['Other is chosen', facts('choice', other), ['field']],
    ['Other is taken back', facts('choice', { option: 'other' }), ['control']],
    ['an option beside Other', facts('choice', { other: true, option: 1 }), ['control']],
    ['an answer is missing', facts('refusal'), ['heading']],
    ['a text is missing', facts('refusal', text), ['field']],
    ['the text under Other is missing', facts('refusal', other), ['field']],
    ['the user comes by a link or a shortcut', facts('user', OUTSIDE), ['sheet', 'bar', 'heading', 'title'], 'release'],
    ['the same, to a text', facts('user', { ...OUTSIDE, ...text }), ['sheet', 'bar', 'field', 'title'], 'release'],
    ['the host calls focus()', facts('host', OUTSIDE), ['sheet', 'bar', 'title', 'heading'], 'all'],
    ['the same, to a text', facts('host', { ...OUTSIDE, ...text }), ['sheet', 'bar', 'title', 'heading'], 'all'],
    ['it follows the user', facts('follow', OUTSIDE), ['sheet', 'bar', 'control', 'heading', 'title'], 'follow'],
    [
      'the same, to a text',
      facts('follow', { ...OUTSIDE, ...text }),
      ['sheet', 'bar', 'field', 'heading', 'title'],
      'follow',
    ],
    ['it takes the composer’s place', facts('dock', OUTSIDE), ['sheet', 'bar', 'control', 'heading', 'title'], 'all'],
    ['what had it is gone', facts('loss'), ['sheet', 'bar', 'title', 'heading'], 'all'],
    ['the card is removed', facts('leave'), ['composer', 'origin']],
    ['a modal is closed, and shown again', facts('leave', { raised: true }), ['kept', 'heading', 'title']],
  ])('%s', (_, now, to, guard) => {
    expect(focusAfter(ANSWERING, now)).toEqual({ to, guard });
  });
});

const PHASES: Phase[] = ['answering', 'confirmingDiscard', 'confirmingLongAnswer', 'submitting', 'settled'];
const YES_NO = [true, false];

describe('in every case there is', () => {
  const views = PHASES.flatMap((phase) => YES_NO.map((folded): CardView => ({ phase, folded })));
  const changes = views.flatMap((before) =>
    views.flatMap((now) =>
      YES_NO.flatMap((raised) => YES_NO.map((withdrawn) => ({ before, now: change(now, { raised, withdrawn }) }))),
    ),
  );

  it('the focus is not taken from elsewhere, except by a modal that comes over the page', () => {
    for (const { before, now } of changes) {
      const { to } = focusAfter(before, { ...now, inside: false });
      if (!now.raised) expect(to).toEqual([]);
    }
    expect(changes).toHaveLength(400);
  });

  it('keys that were meant for something else wait where a modal takes it', () => {
    for (const { before, now } of changes) {
      const { guard } = focusAfter(before, { ...now, inside: false });
      expect(guard).toBe(now.raised ? 'all' : undefined);
    }
  });

  it('an option has the focus only by the user’s own choice, or where Enter waits', () => {
    const causes: FocusCause[] = ['loss', 'step', 'choice', 'refusal', 'user', 'follow', 'host', 'dock', 'leave'];
    const moves = causes.flatMap((by) =>
      YES_NO.flatMap((isText) =>
        YES_NO.map((raised) => [by, focusAfter(ANSWERING, facts(by, { isText, raised }))] as const),
      ),
    );
    const onto = moves.filter(([, { to }]) => to.includes('control')).map(([by, { guard }]) => [by, guard]);
    expect(new Set(onto.map(String))).toEqual(new Set(['choice,', 'follow,follow', 'dock,all']));
  });
});
