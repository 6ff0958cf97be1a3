import { expect } from 'vitest';
import { DATABASE, FEATURES, NAME, THREE } from '../helpers/browser/questions.js';
import type { Scenario } from './types.js';

const CANCELLED = { answered: false, answers: [], cancelled: true };
const SENT = {
  answered: true,
  answers: [{ question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false }],
};
/** A press that does not belong to the one before it. */
const LATER = { laterMs: 2000 };
const LONG = 'x'.repeat(11);
const LONG_SENT = { answered: true, answers: [{ question: NAME.question, answer: LONG, wasCustom: true }] };

/** One failed delivery and a retry. The kind of failure replaces the `…` in the title. */
const FAILS: Scenario = {
  title: 'keeps all input if the host fails (…), and resends the same answers on retry [R-ASYNC] [R-KEEP]',
  questions: [NAME],
  async act(person) {
    await person.type('orders');
    await person.note('why');
    await person.submit();
    await person.soon(() => person.sees('failed'), true);
    await person.soon(() => [person.text(), person.noteText()], ['orders', 'why']);
    await person.retry();
  },
  submitted: Array(2).fill({
    answered: true,
    answers: [{ question: NAME.question, answer: 'orders', wasCustom: true, notes: 'why' }],
  }),
  end: 'answered',
};

/** Scenarios about sending, cancelling, declining and settlement by the host. */
export const ENDING: readonly Scenario[] = [
  {
    title: 'cancels immediately if nothing was entered [R-CANCEL]',
    questions: THREE,
    act: (person) => person.cancel(),
    cancelled: [CANCELLED],
    result: { status: 'cancelled' },
    end: 'cancelled',
  },
  {
    title: 'cancels immediately if one option of the only question is selected [R-CANCEL]',
    questions: [DATABASE],
    async act(person) {
      await person.choose('SQLite');
      await person.press('Escape');
    },
    cancelled: [CANCELLED],
    end: 'cancelled',
  },
  {
    title: 'asks before it discards typed text, keeps the text, and sends it [R-CANCEL] [R-KEEP]',
    questions: [NAME],
    async act(person) {
      await person.type('orders');
      await person.cancel();
      expect(person.sees('confirmsDiscard')).toBe(true);
      await person.keep();
      expect([person.sees('confirmsDiscard'), person.text()]).toEqual([false, 'orders']);
      await person.submit();
    },
    submitted: [{ answered: true, answers: [{ question: NAME.question, answer: 'orders', wasCustom: true }] }],
    end: 'answered',
  },
  {
    title:
      'asks for confirmation on Escape, keeps the answers on a second Escape, and discards them by a button [R-CANCEL] [R-NOPHANTOM]',
    questions: THREE,
    async act(person) {
      await person.choose('SQLite');
      await person.press('Escape');
      expect(person.sees('confirmsDiscard')).toBe(true);
      await person.press('Escape');
      expect([person.sees('confirmsDiscard'), person.chosen()]).toEqual([false, ['SQLite']]);
      await person.cancel();
      await person.discard();
    },
    cancelled: [CANCELLED],
    result: { status: 'cancelled' },
    end: 'cancelled',
  },
  {
    title: 'sends nothing if Enter is pressed twice on the button that keeps typed text [R-CANCEL] [R-NOPHANTOM]',
    questions: [NAME],
    async act(person) {
      await person.type('orders');
      await person.press('Escape');
      await person.pressFast('Enter', 2);
      expect([person.sees('confirmsDiscard'), person.text()]).toEqual([false, 'orders']);
      await person.press('Enter', LATER);
    },
    submitted: [{ answered: true, answers: [{ question: NAME.question, answer: 'orders', wasCustom: true }] }],
    end: 'answered',
  },
  {
    title: 'sends nothing if that button returns focus to Submit [R-CANCEL] [R-NOPHANTOM]',
    questions: [NAME],
    async act(person) {
      await person.type('orders');
      person.focusSubmit();
      await person.press('Escape');
      await person.pressFast('Enter', 2);
      expect([person.sees('confirmsDiscard'), person.text()]).toEqual([false, 'orders']);
      await person.press(' ', LATER);
    },
    submitted: [{ answered: true, answers: [{ question: NAME.question, answer: 'orders', wasCustom: true }] }],
    end: 'answered',
  },
  {
    title: 'changes no answer if Space is pressed twice on that button [R-CANCEL] [R-NOPHANTOM]',
    questions: [FEATURES],
    props: { confirmCancel: 'always' },
    async act(person) {
      await person.choose('Accounts');
      await person.press('Escape');
      await person.pressFast(' ', 2);
      expect([person.sees('confirmsDiscard'), person.chosen()]).toEqual([false, ['Accounts']]);
      await person.press(' ', LATER);
      expect(person.chosen()).toEqual([]);
    },
  },
  {
    title: 'sends nothing if Enter is pressed twice on the button that edits a long answer [R-LONG] [R-NOPHANTOM]',
    questions: [NAME],
    props: { softLimit: 10 },
    async act(person) {
      await person.type(LONG);
      await person.press('Enter');
      await person.pressFast('Enter', 2);
      expect([person.sees('confirmsLong'), person.text()]).toEqual([false, LONG]);
      await person.press('Enter', LATER);
      expect(person.sees('confirmsLong')).toBe(true);
    },
  },
  {
    title: 'always asks for confirmation if `confirmCancel` is `always` [R-CANCEL]',
    questions: [DATABASE],
    props: { confirmCancel: 'always' },
    async act(person) {
      await person.cancel();
      expect(person.sees('confirmsDiscard')).toBe(true);
      await person.discard();
    },
    cancelled: [CANCELLED],
    end: 'cancelled',
  },
  {
    title: 'reports a decline as `declined`, not as a cancellation [R-NOPHANTOM]',
    questions: [DATABASE],
    props: { allow: { decline: true } },
    act: (person) => person.decline(),
    cancelled: [{ answered: false, answers: [], status: 'declined' }],
    result: { status: 'declined' },
    end: 'declined',
  },
  {
    title: 'asks about a long answer, asks again after an edit, and sends the answer whole [R-LONG]',
    questions: [NAME],
    props: { softLimit: 10 },
    async act(person) {
      await person.type(`${LONG}yz`);
      await person.submit();
      expect(person.sees('confirmsLong')).toBe(true);
      await person.edit();
      expect([person.sees('confirmsLong'), person.focus() instanceof HTMLTextAreaElement]).toEqual([false, true]);
      await person.type(LONG);
      await person.press('Enter');
      await person.submitAnyway();
    },
    submitted: [LONG_SENT],
    end: 'answered',
  },
  {
    title: 'goes back to the question with the long answer to edit it [R-LONG]',
    questions: [NAME, DATABASE],
    props: { softLimit: 10 },
    async act(person) {
      await person.type(LONG);
      await person.next();
      await person.choose('SQLite');
      await person.review();
      await person.submit();
      await person.edit();
      expect([person.asks(/name of the service/), person.text()]).toEqual([true, LONG]);
      expect(person.focus()).toBeInstanceOf(HTMLTextAreaElement);
    },
  },
  {
    title: 'calls the host once for two submits in one task and a third during delivery [R-ONCE]',
    questions: [DATABASE],
    host: ['hold'],
    async act(person) {
      await person.choose('SQLite');
      await person.submitTwice();
      await person.submit();
      await person.hostTakes();
    },
    submitted: [SENT],
    end: 'answered',
  },
  {
    title: 'sends once if Enter is pressed five times without a pause [R-ONCE]',
    questions: [NAME],
    async act(person) {
      await person.type('orders');
      await person.pressFast('Enter', 5);
    },
    submitted: [{ answered: true, answers: [{ question: NAME.question, answer: 'orders', wasCustom: true }] }],
    end: 'answered',
  },
  {
    title: 'ignores selecting, cancelling and Escape during delivery [R-ASYNC]',
    questions: [DATABASE],
    host: ['hold'],
    async act(person) {
      await person.choose('SQLite');
      await person.submit();
      await person.choose('MongoDB');
      await person.cancel();
      await person.press('Escape');
      expect(person.chosen()).toEqual(['SQLite']);
      await person.hostTakes();
    },
    submitted: [SENT],
    end: 'answered',
  },
  ...(['reject', 'throw', 'refuse'] as const).map((outcome): Scenario => ({
    ...FAILS,
    title: FAILS.title.replace('…', outcome),
    host: [outcome],
  })),
  {
    title: 'sends another answer after a failed delivery [R-ASYNC]',
    questions: [DATABASE],
    host: ['refuse'],
    async act(person) {
      await person.choose('MongoDB');
      await person.submit();
      await person.soon(() => person.sees('failed'), true);
      await person.choose('SQLite');
      await person.submit();
    },
    submitted: [expect.objectContaining({ answers: [expect.objectContaining({ answer: 'MongoDB' })] }), SENT],
    end: 'answered',
  },
  {
    title:
      'settles as `aborted`, not as a cancellation, if the request was already answered elsewhere [R-ASYNC] [R-NOPHANTOM]',
    questions: [DATABASE],
    host: ['already_resolved'],
    async act(person) {
      await person.choose('SQLite');
      await person.submit();
    },
    submitted: [SENT],
    end: 'aborted',
  },
  {
    title: 'resends a cancellation that failed [R-ASYNC] [R-CANCEL]',
    questions: [DATABASE],
    host: ['reject'],
    async act(person) {
      await person.cancel();
      await person.soon(() => person.sees('failed'), true);
      await person.retry();
    },
    cancelled: [CANCELLED, CANCELLED],
    end: 'cancelled',
  },
  {
    title: 'calls no handler if the host settles the request [R-NOPHANTOM]',
    questions: [DATABASE],
    async act(person) {
      await person.choose('SQLite');
      person.hostShows({ result: { status: 'superseded' } });
    },
    end: 'superseded',
  },
  {
    title: 'calls no handler on unmount, and starts empty again without a draft store [R-NOPHANTOM] [R-REPLAY]',
    questions: [DATABASE],
    props: { requestId: 'r1' },
    async act(person) {
      await person.choose('SQLite');
      person.hostMountsAgain();
      expect(person.chosen()).toEqual([]);
    },
  },
];
