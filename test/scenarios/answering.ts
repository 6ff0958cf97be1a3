import { expect } from 'vitest';
import { choices, DATABASE, FEATURES, NAME } from '../helpers/browser/questions.js';
import type { Scenario } from './types.js';

const one = (answer: object) => [{ answered: true, answers: [answer] }];
const sqlite = { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false };
const own = (answer: string, more?: object) => ({ question: DATABASE.question, answer, wasCustom: true, ...more });

/** What can be entered, and what of it is sent. */
export const ANSWERING: readonly Scenario[] = [
  {
    title: 'chooses, changes the choice, and sends the last one [R-SINGLE] [R-RESULT]',
    questions: [DATABASE],
    async act(person) {
      expect(person.chosen()).toEqual([]);
      await person.choose('PostgreSQL');
      await person.choose('SQLite');
      expect(person.chosen()).toEqual(['SQLite']);
      await person.submit();
    },
    submitted: one(sqlite),
    result: {
      status: 'answered',
      answers: [
        {
          questionId: 'q1',
          question: DATABASE.question,
          answer: 'SQLite',
          text: 'SQLite',
          selectedOption: 'SQLite',
          wasCustom: false,
          selected: [{ index: 1, label: 'SQLite' }],
        },
      ],
    },
    end: 'answered',
  },
  {
    title: 'chooses the same again: it stays chosen [R-SINGLE]',
    questions: [DATABASE],
    async act(person) {
      await person.choose('SQLite');
      await person.choose('SQLite');
      expect(person.chosen()).toEqual(['SQLite']);
      await person.submit();
    },
    submitted: one(sqlite),
    end: 'answered',
  },
  {
    title: 'toggles on, off and on; the answer has the options’ order [R-MULTI]',
    questions: [FEATURES],
    async act(person) {
      for (const label of ['Admin pages', 'REST API', 'Accounts', 'REST API']) await person.choose(label);
      expect(person.chosen()).toEqual(['Accounts', 'Admin pages']);
      await person.submit();
    },
    submitted: one({ question: FEATURES.question, answer: ['Accounts', 'Admin pages'], wasCustom: false }),
    end: 'answered',
  },
  {
    title: 'options and Other together, Other last [R-MULTI] [R-OTHER]',
    questions: [FEATURES],
    async act(person) {
      await person.choose('Other');
      await person.type('Audit log');
      await person.choose('Accounts');
      await person.submit();
    },
    submitted: one({ question: FEATURES.question, answer: ['Accounts', 'Audit log'], wasCustom: true }),
    end: 'answered',
  },
  {
    title: 'types under Other: byte for byte, spaces and all [R-OTHER] [R-VERBATIM]',
    questions: [DATABASE],
    async act(person) {
      await person.choose('Other');
      await person.type('  <b>Cockroach</b>, 😀 ');
      await person.submit();
    },
    submitted: one(own('  <b>Cockroach</b>, 😀 ')),
    end: 'answered',
  },
  {
    title: 'an option after Other: the text is kept and not sent [R-SINGLE] [R-OTHER]',
    questions: [DATABASE],
    async act(person) {
      await person.choose('Other');
      await person.type('mine');
      await person.choose('SQLite');
      expect(person.chosen()).toEqual(['SQLite']);
      await person.choose('Other');
      expect([person.chosen(), person.text()]).toEqual([['Other'], 'mine']);
      await person.choose('SQLite');
      await person.submit();
    },
    submitted: one(sqlite),
    end: 'answered',
  },
  {
    title: 'Other with spaces alone is no answer; with a word it is [R-OTHER] [R-ATOMIC]',
    questions: [DATABASE],
    async act(person) {
      await person.choose('Other');
      await person.type('   ');
      await person.submit();
      expect(person.sees('problem')).toBe(true);
      await person.type('CockroachDB');
      expect(person.sees('problem')).toBe(false);
      await person.submit();
    },
    submitted: one(own('CockroachDB')),
    end: 'answered',
  },
  {
    title: 'takes the choice back, and is told that one is missing [R-CLEAR] [R-NOPHANTOM]',
    questions: [DATABASE],
    async act(person) {
      await person.choose('PostgreSQL');
      await person.clear();
      expect(person.chosen()).toEqual([]);
      await person.submit();
      expect(person.sees('problem')).toBe(true);
    },
  },
  {
    title: 'takes Other back: its text is there when it is chosen again [R-CLEAR] [R-OTHER]',
    questions: [DATABASE],
    async act(person) {
      await person.choose('Other');
      await person.type('mine');
      await person.clear();
      expect(person.chosen()).toEqual([]);
      await person.choose('Other');
      expect(person.text()).toBe('mine');
      await person.submit();
    },
    submitted: one(own('mine')),
    end: 'answered',
  },
  {
    title: 'a note goes beside the answer [R-RESULT]',
    questions: [DATABASE],
    async act(person) {
      await person.note('for now');
      await person.choose('SQLite');
      await person.submit();
    },
    submitted: one({ ...sqlite, notes: 'for now' }),
    end: 'answered',
  },
  {
    title: 'a note alone is no answer [R-NOPHANTOM] [R-ATOMIC]',
    questions: [DATABASE],
    async act(person) {
      await person.note('hm');
      await person.submit();
      expect([person.sees('problem'), person.noteText()]).toEqual([true, 'hm']);
    },
  },
  {
    title: 'answers in own words where there are no options [R-OTHER]',
    questions: [NAME],
    async act(person) {
      await person.type('orders-api');
      await person.press('Enter');
    },
    submitted: one({ question: NAME.question, answer: 'orders-api', wasCustom: true }),
    end: 'answered',
  },
  {
    title: 'options that are called Other, Submit and Cancel are options [R-OTHER] [R-ID]',
    questions: [{ question: 'Which word?', options: ['Submit', 'Cancel', 'Cancel'] }],
    async act(person) {
      await person.choose('Submit');
      await person.press('3');
      await person.press('Enter');
    },
    submitted: one({ question: 'Which word?', answer: 'Cancel', selectedOption: 'Cancel', wasCustom: false }),
    result: { status: 'answered', answers: [expect.objectContaining({ selected: [{ index: 2, label: 'Cancel' }] })] },
    end: 'answered',
  },
  {
    title: 'a hundred options: a late one is chosen as an early one [R-LONGLIST]',
    questions: [choices(100)],
    async act(person) {
      await person.choose('Choice 1');
      await person.choose('Choice 97');
      expect(person.chosen()).toEqual(['Choice 97']);
      await person.submit();
    },
    submitted: one({ question: 'Which one?', answer: 'Choice 97', selectedOption: 'Choice 97', wasCustom: false }),
    end: 'answered',
  },
];
