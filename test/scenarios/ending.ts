import { expect } from 'vitest';
import { DATABASE, NAME, THREE } from '../helpers/browser/questions.js';
import type { Scenario } from './types.js';

const CANCELLED = { answered: false, answers: [], cancelled: true };
const SENT = {
  answered: true,
  answers: [{ question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false }],
};
const LONG = 'x'.repeat(11);
const LONG_SENT = { answered: true, answers: [{ question: NAME.question, answer: LONG, wasCustom: true }] };

/** The host fails once, each in its way. */
const FAILS: Scenario = {
  title: 'the host fails (…): all is as before, and trying again sends the same [R-ASYNC] [R-KEEP]',
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

/** The ways out: sent, cancelled, declined, taken away. */
export const ENDING: readonly Scenario[] = [
  {
    title: 'cancels with nothing entered: at once [R-CANCEL]',
    questions: THREE,
    act: (person) => person.cancel(),
    cancelled: [CANCELLED],
    result: { status: 'cancelled' },
    end: 'cancelled',
  },
  {
    title: 'cancels one question with a choice: at once [R-CANCEL]',
    questions: [DATABASE],
    async act(person) {
      await person.choose('SQLite');
      await person.press('Escape');
    },
    cancelled: [CANCELLED],
    end: 'cancelled',
  },
  {
    title: 'cancels with text typed: is asked, keeps, and sends [R-CANCEL] [R-KEEP]',
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
    title: 'Escape with answers asks, Escape again keeps them, and discarding is a button [R-CANCEL] [R-NOPHANTOM]',
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
    title: 'is always asked where the host wants that [R-CANCEL]',
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
    title: 'declines: told as that, and not as a cancellation [R-NOPHANTOM]',
    questions: [DATABASE],
    props: { allowDecline: true },
    act: (person) => person.decline(),
    cancelled: [{ answered: false, answers: [], status: 'declined' }],
    result: { status: 'declined' },
    end: 'declined',
  },
  {
    title: 'a long answer is asked about, edited, asked about again, and sent whole [R-LONG]',
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
    title: 'a long answer two questions back: editing goes there [R-LONG]',
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
    title: 'two submits in one task, and a third while it is sent: one call [R-ONCE]',
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
    title: 'Enter held down or hammered sends once [R-ONCE]',
    questions: [NAME],
    async act(person) {
      await person.type('orders');
      await person.enterFast(5);
    },
    submitted: [{ answered: true, answers: [{ question: NAME.question, answer: 'orders', wasCustom: true }] }],
    end: 'answered',
  },
  {
    title: 'while it is sent nothing can be changed or cancelled [R-ASYNC]',
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
    title: 'after a failure another answer can be sent, too [R-ASYNC]',
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
    title: 'answered elsewhere in the meantime: it ends, and is no cancellation [R-ASYNC] [R-NOPHANTOM]',
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
    title: 'a cancellation that fails can be tried again [R-ASYNC] [R-CANCEL]',
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
    title: 'taken away by the host: nobody is told, and nothing counts as an answer [R-NOPHANTOM]',
    questions: [DATABASE],
    async act(person) {
      await person.choose('SQLite');
      person.hostShows({ result: { status: 'superseded' } });
    },
    end: 'superseded',
  },
  {
    title: 'unmounted in the middle: nobody is told; without a draft store it begins again [R-NOPHANTOM] [R-REPLAY]',
    questions: [DATABASE],
    props: { requestId: 'r1' },
    async act(person) {
      await person.choose('SQLite');
      person.hostMountsAgain();
      expect(person.chosen()).toEqual([]);
    },
  },
];
