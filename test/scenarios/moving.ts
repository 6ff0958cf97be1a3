import { expect } from 'vitest';
import { DATABASE, FEATURES, NAME, THREE } from '../helpers/browser/questions.js';
import type { Scenario } from './types.js';

const database = { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false };
const features = { question: FEATURES.question, answer: ['REST API'], wasCustom: false };
const name = { question: NAME.question, answer: 'orders', wasCustom: true };
const ALL = [{ answered: true, answers: [database, features, name] }];

/** Scenarios about moving between questions. */
export const MOVING: readonly Scenario[] = [
  {
    title: 'stays on a question after a selection, moves on with Next, and submits on Review [R-TABS] [R-ATOMIC]',
    questions: THREE,
    async act(person) {
      await person.choose('SQLite');
      expect([person.asks(/Which database/), person.marked(/^Database/)]).toEqual([true, true]);
      await person.next();
      expect([person.asks(/Which database/), person.asks(/Which features/)]).toEqual([false, true]);
      await person.choose('REST API');
      await person.next();
      await person.type('orders');
      await person.review();
      expect(person.asks(/Check your answers/)).toBe(true);
      await person.submit();
    },
    submitted: ALL,
    end: 'answered',
  },
  {
    title: 'selects options and moves on with number keys and Enter [R-TABS]',
    questions: THREE,
    async act(person) {
      await person.goTo(/^Database/);
      for (const key of ['2', 'Enter', '2', 'Enter']) await person.press(key);
      await person.type('orders');
      await person.press('Enter');
      expect(person.asks(/Check your answers/)).toBe(true);
      await person.submit();
    },
    submitted: ALL,
    end: 'answered',
  },
  {
    title: 'keeps everything entered when the user visits the questions in any order [R-TABS] [R-KEEP]',
    questions: THREE,
    async act(person) {
      await person.goTo(/^Name/);
      await person.type('orders');
      await person.goTo(/^Database/);
      await person.choose('SQLite');
      await person.note('for now');
      await person.goTo(/^Features/);
      await person.choose('REST API');
      await person.back();
      expect([person.chosen(), person.noteText()]).toEqual([['SQLite'], 'for now']);
      await person.goTo(/^Name/);
      expect(person.text()).toBe('orders');
      await person.goTo(/^Review/);
      await person.submit();
    },
    submitted: [{ answered: true, answers: [{ ...database, notes: 'for now' }, features, name] }],
    end: 'answered',
  },
  {
    title: 'moves between tabs with arrow keys, Home and End, wraps around, and has one tab stop [R-TABS] [A43]',
    questions: THREE,
    async act(person) {
      await person.goTo(/^Database/);
      // Radix moves the focus in a separate task.
      const shows = (question: RegExp) =>
        person.soon(() => [person.asks(question), person.focus()?.getAttribute('aria-selected')], [true, 'true']);
      await person.press('ArrowRight');
      await shows(/Which features/);
      await person.press('End');
      await shows(/Check your answers/);
      await person.press('ArrowRight');
      await shows(/Which database/);
      await person.press('ArrowLeft');
      await shows(/Check your answers/);
      await person.press('Home');
      await shows(/Which database/);
      expect([...document.querySelectorAll('[role="tab"]')].map((tab) => (tab as HTMLElement).tabIndex)).toEqual([
        0, -1, -1, -1,
      ]);
    },
  },
  {
    title: 'refuses to submit if an answer is missing, and shows the unanswered question [R-ATOMIC]',
    questions: THREE,
    async act(person) {
      await person.choose('SQLite');
      await person.goTo(/^Name/);
      await person.type('orders');
      await person.review();
      await person.submit();
      expect([person.asks(/Which features/), person.sees('problem')]).toEqual([true, true]);
      // The refused submit moved the focus to the unanswered question.
      expect(person.focus()?.textContent).toContain('Which features');
      await person.choose('REST API');
      expect(person.sees('problem')).toBe(false);
      await person.goTo(/^Review/);
      await person.submit();
    },
    submitted: ALL,
    end: 'answered',
  },
  {
    title: 'moves focus to the question each time its answer is missing at a submit [R-ATOMIC]',
    questions: [DATABASE],
    async act(person) {
      for (let submits = 0; submits < 3; submits++) {
        await person.submit();
        expect([person.sees('problem'), person.focus()?.textContent]).toEqual([true, DATABASE.question]);
      }
    },
  },
  {
    title: 'submits the other answers if one question is skipped [R-ATOMIC]',
    questions: THREE,
    props: { allow: { skip: true } },
    async act(person) {
      await person.choose('SQLite');
      await person.next();
      await person.skip();
      expect([person.asks(/name of the service/), person.marked(/^Features/)]).toEqual([true, true]);
      await person.type('orders');
      await person.review();
      await person.submit();
    },
    submitted: [
      {
        answered: true,
        answers: [database, { question: FEATURES.question, answer: '', wasCustom: false, skipped: true }, name],
      },
    ],
    end: 'answered',
  },
  {
    title: 'sends the answer, not a skip, if the user skips first and then selects an option [R-ATOMIC] [R-NOPHANTOM]',
    questions: [DATABASE, NAME],
    props: { allow: { skip: true } },
    async act(person) {
      await person.skip();
      await person.type('orders');
      await person.goTo(/^Database/);
      await person.choose('SQLite');
      await person.goTo(/^Review/);
      await person.submit();
    },
    submitted: [{ answered: true, answers: [database, name] }],
    end: 'answered',
  },
  {
    title: 'keeps all input if the host rerenders with a new, equal array of questions [R-KEEP]',
    questions: THREE,
    async act(person) {
      await person.choose('Other');
      await person.type('mine');
      await person.next();
      await person.choose('REST API');
      person.hostShows({ questions: structuredClone(THREE) });
      expect([person.asks(/Which features/), person.chosen()]).toEqual([true, ['REST API']]);
      await person.back();
      expect([person.chosen(), person.text()]).toEqual([['Other'], 'mine']);
    },
  },
  {
    title: 'keeps all input and calls no handler when it is collapsed and expanded [R-KEEP]',
    questions: THREE,
    async act(person) {
      await person.choose('Other');
      await person.type('mine');
      await person.note('why');
      await person.collapse();
      expect(person.asks(/Which database/)).toBe(false);
      await person.expand();
      expect([person.chosen(), person.text(), person.noteText()]).toEqual([['Other'], 'mine', 'why']);
    },
  },
  {
    title: 'does not select an option by number key while it is collapsed [R-KEEP] [R-NOPHANTOM]',
    questions: [DATABASE],
    async act(person) {
      await person.choose('MongoDB');
      await person.collapse();
      person.focusExpand();
      for (const key of ['1', '0', '2']) await person.press(key);
      await person.expand();
      expect(person.chosen()).toEqual(['MongoDB']);
    },
  },
];
