import { expect } from 'vitest';
import { choices, DATABASE, FEATURES, NAME } from '../helpers/browser/questions.js';
import type { Scenario } from './types.js';

const one = (answer: object) => [{ answered: true, answers: [answer] }];
const sqlite = { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false };
const own = (answer: string, more?: object) => ({ question: DATABASE.question, answer, wasCustom: true, ...more });

/** Scenarios about what the user enters and what the host receives. */
export const ANSWERING: readonly Scenario[] = [
  {
    title: 'sends the option that was selected last [R-SINGLE] [R-RESULT]',
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
    title: 'keeps an option selected if the user selects it twice [R-SINGLE]',
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
    title: 'toggles options and sends them in the order of the question [R-MULTI]',
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
    title: 'sends options and custom text together, with the custom text last [R-MULTI] [R-OTHER]',
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
    title: 'sends custom text byte for byte, including its spaces [R-OTHER] [R-VERBATIM]',
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
    title: 'keeps the custom text but does not send it if an option is selected after Other [R-SINGLE] [R-OTHER]',
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
    title: 'refuses Other with only spaces, and accepts it with text [R-OTHER] [R-ATOMIC]',
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
    title: 'clears the selection and then reports a missing answer [R-CLEAR] [R-NOPHANTOM]',
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
    title: 'keeps the custom text when Other is cleared and selected again [R-CLEAR] [R-OTHER]',
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
    title: 'sends a note with the answer [R-RESULT]',
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
    title: 'keeps a note but does not accept it as an answer [R-NOPHANTOM] [R-ATOMIC]',
    questions: [DATABASE],
    async act(person) {
      await person.note('hm');
      await person.submit();
      expect([person.sees('problem'), person.noteText()]).toEqual([true, 'hm']);
    },
  },
  {
    title: 'sends custom text if the question has no options [R-OTHER]',
    questions: [NAME],
    async act(person) {
      await person.type('orders-api');
      await person.press('Enter');
    },
    submitted: one({ question: NAME.question, answer: 'orders-api', wasCustom: true }),
    end: 'answered',
  },
  {
    title: 'handles options named Submit and Cancel like any other, and tells equal labels apart [R-OTHER] [R-ID]',
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
    title: 'selects option 97 of 100 in place of option 1 [R-LONGLIST]',
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
