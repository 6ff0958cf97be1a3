import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ask, card, cleanUpAfterEach, loaded } from '../../helpers/browser/card.js';
import { withLook } from '../../helpers/browser/media.js';
import { choices, DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

beforeEach(() => page.viewport(800, 600));

const box = (element: Element) => element.getBoundingClientRect();

describe('a printed card', () => {
  withLook({ media: 'print' });

  it('shows all questions below each other, visited or not', async () => {
    ask(THREE);
    await loaded();
    // The browser dispatches this event before it prints.
    window.dispatchEvent(new Event('beforeprint'));
    const texts = [DATABASE, FEATURES, NAME].map(({ question }) => screen.getByText(question));
    const tops = texts.map((text) => text.checkVisibility() && box(text).top);
    const rows = screen
      .getAllByText('SQLite')
      .concat(screen.getAllByText('REST API'))
      .map((row) => box(row).top);
    expect(tops).not.toContain(false);
    // Each question comes with its options before the next one.
    const places = [tops[0], rows[0], tops[1], rows[1], tops[2]].map(Number);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(new Set(places).size).toBe(5);
  });

  it.each(['dock', 'modal'] as const)('in %s presentation is as long as its questions', async (presentation) => {
    ask([choices(20)], { presentation });
    await loaded();
    const shown = presentation === 'modal' ? screen.getByRole('dialog') : card();
    const last = box(screen.getAllByRole('radio').at(-1)!).bottom;
    expect(last).toBeGreaterThan(window.innerHeight);
    expect(box(shown).bottom).toBeGreaterThan(last);
    expect(getComputedStyle(shown).overflow).toBe('visible');
    expect(getComputedStyle(shown).position).not.toBe('fixed');
  });
});
