import { expect } from 'vitest';
import { DATABASE, FEATURES, NAME, THREE } from '../helpers/browser/questions.js';
import type { Scenario } from './types.js';

const database = { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false };
const features = { question: FEATURES.question, answer: ['REST API'], wasCustom: false };
const name = { question: NAME.question, answer: 'orders', wasCustom: true };
const ALL = [{ answered: true, answers: [database, features, name] }];

/** From question to question, and back. */
export const MOVING: readonly Scenario[] = [
  {
    title: 'question by question to Review, and sends there; choosing never moves on [R-TABS] [R-ATOMIC]',
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
    title: 'by number keys and Enter alone [R-TABS]',
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
    title: 'in any order by the tabs; everything entered is there on coming back [R-TABS] [R-KEEP]',
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
    title: 'tabs by arrow keys, Home and End, round the ends; one of them is a tab stop [R-TABS] [A43]',
    questions: THREE,
    async act(person) {
      await person.goTo(/^Database/);
      // Radix moves the focus in a task of its own.
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
    title: 'a submit with one missing sends nothing and shows it [R-ATOMIC]',
    questions: THREE,
    async act(person) {
      await person.choose('SQLite');
      await person.goTo(/^Name/);
      await person.type('orders');
      await person.review();
      await person.submit();
      expect([person.asks(/Which features/), person.sees('problem')]).toEqual([true, true]);
      // The focus went with the question that the submit was refused for.
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
    title: 'skips one question; the others are answered [R-ATOMIC]',
    questions: THREE,
    props: { allowSkip: true },
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
    title: 'chooses after skipping: that is the answer, and no skip [R-ATOMIC] [R-NOPHANTOM]',
    questions: [DATABASE, NAME],
    props: { allowSkip: true },
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
    title: 'the host draws again, with a new and equal array: nothing is lost [R-KEEP]',
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
    title: 'folds it into one line and opens it again: nothing is lost, nobody is told [R-KEEP]',
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
    title: 'folded, no number key chooses [R-KEEP] [R-NOPHANTOM]',
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
