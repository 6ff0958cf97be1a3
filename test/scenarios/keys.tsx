import { screen } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { expect } from 'vitest';
import { QUICK } from '../helpers/browser/keys.js';
import { DATABASE, FEATURES, NAME } from '../helpers/browser/questions.js';
import type { Scenario } from './types.js';

/** A press that does not belong to the one before it. */
const LATER = { laterMs: 2000 };
const LABELS = ['PostgreSQL', 'SQLite', 'MongoDB', 'Other'];
const sqlite = { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false };

/** A dialog of a host that captures Escape on the document, as those of some libraries do. */
function HostDialog({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) setOpen(false);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);
  return isOpen ? (
    <div role="dialog" aria-label="Host">
      {children}
    </div>
  ) : null;
}

/** Scenarios about keys that the user did not mean for an answer, and about focus. */
export const KEYS: readonly Scenario[] = [
  {
    title: 'counts 30 of 30 arrow presses whose keydown and keyup come in one task [R-SINGLE]',
    questions: [DATABASE],
    async act(person) {
      person.focusOption('PostgreSQL');
      for (let i = 1; i <= 30; i++) {
        await person.strike('ArrowDown');
        expect([i, person.chosen()]).toEqual([i, [LABELS[i % 4]]]);
      }
      expect(person.isFocused('MongoDB')).toBe(true);
    },
  },
  {
    title: 'selects the last and the first option with End and Home, and ignores arrows with Shift [R-SINGLE]',
    questions: [DATABASE],
    async act(person) {
      person.focusOption('SQLite');
      await person.press('End');
      expect([person.chosen(), person.isFocused('Other')]).toEqual([['Other'], true]);
      await person.press('Home');
      await person.press('ArrowDown', { shift: true });
      expect([person.chosen(), person.isFocused('PostgreSQL')]).toEqual([['PostgreSQL'], true]);
    },
  },
  {
    title: 'moves between checkboxes with arrows, and selects none of them [R-MULTI]',
    questions: [FEATURES],
    async act(person) {
      person.focusOption('REST API');
      await person.press('ArrowDown');
      expect([person.chosen(), person.isFocused('Admin pages')]).toEqual([[], true]);
    },
  },
  {
    title: 'ignores a number key that directly follows a letter [R-NOPHANTOM]',
    questions: [DATABASE],
    async act(person) {
      person.focusOption('PostgreSQL');
      await person.press('d');
      await person.press('2', QUICK);
      expect(person.chosen()).toEqual([]);
      await person.press('2', LATER);
      expect(person.chosen()).toEqual(['SQLite']);
    },
  },
  {
    title: 'does not submit by the second of two quick presses of Enter, which arrives on Review [R-NOPHANTOM]',
    questions: [DATABASE, NAME],
    async act(person) {
      await person.choose('SQLite');
      await person.next();
      await person.type('orders');
      await person.pressFast('Enter', 2);
      expect(person.asks(/name of the service/)).toBe(false);
    },
  },
  {
    title: 'selects an option, and sends nothing, while Enter is held [R-NOPHANTOM]',
    questions: [DATABASE],
    async act(person) {
      person.focusOption('SQLite');
      await person.hold('Enter', 5);
      expect(person.chosen()).toEqual(['SQLite']);
      await person.keyUp('Enter');
    },
  },
  {
    title: 'types nothing into a field that a held number key leads to [R-NOPHANTOM]',
    questions: [DATABASE, NAME],
    props: { advanceOnChoose: true },
    async act(person) {
      person.focusOption('PostgreSQL');
      await person.hold('2', 3);
      await person.keyUp('2');
      expect([person.asks(/name of the service/), person.text()]).toEqual([true, '']);
    },
  },
  {
    title: 'leaves Enter to an input method, and sends the text with the next one [R-OTHER]',
    questions: [NAME],
    async act(person) {
      await person.type('orders');
      person.endComposition('Enter');
      await person.press('Enter', LATER);
    },
    submitted: [{ answered: true, answers: [{ question: NAME.question, answer: 'orders', wasCustom: true }] }],
    end: 'answered',
  },
  {
    title: 'keeps its selection and its text if the host’s form is reset [R-NOPHANTOM]',
    questions: [DATABASE],
    around: (page) => <form>{page}</form>,
    async act(person) {
      await person.choose('Other');
      await person.type('mine');
      person.resetForm();
      expect([person.chosen(), person.text()]).toEqual([['Other'], 'mine']);
      await person.choose('SQLite');
      person.resetForm();
      expect(person.chosen()).toEqual(['SQLite']);
      await person.submit();
    },
    submitted: [{ answered: true, answers: [sqlite] }],
    end: 'answered',
  },
  {
    title: 'uses Escape as the first key, before a dialog of the host receives it [R-CANCEL]',
    questions: [DATABASE],
    around: (page) => <HostDialog>{page}</HostDialog>,
    async act(person) {
      person.focusOption('SQLite');
      await person.press('Escape');
      expect(screen.getByRole('dialog', { name: 'Host' })).toBeTruthy();
    },
    cancelled: [{ answered: false, answers: [], cancelled: true }],
    end: 'cancelled',
  },
  {
    title: 'moves focus into the confirmation of a cancel, and back to the field with its caret [R-CANCEL]',
    questions: [NAME],
    async act(person) {
      await person.type('abcd');
      await person.press('ArrowLeft');
      await person.press('Escape');
      expect(person.isButtonFocused('keep')).toBe(true);
      await person.press('Escape');
      await person.press('x');
      expect(person.text()).toBe('abcxd');
    },
  },
  {
    title: 'moves focus into the confirmation of a long answer, and back to its field [R-LONG]',
    questions: [NAME],
    props: { softLimit: 3 },
    async act(person) {
      await person.type('abcd');
      await person.press('Enter');
      expect(person.isButtonFocused('edit')).toBe(true);
      await person.press('Enter');
      await person.press('x');
      expect(person.text()).toBe('abcdx');
    },
  },
];
