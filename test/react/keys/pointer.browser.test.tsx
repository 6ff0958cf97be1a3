import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AskUser } from '../../../src/react/index.js';
import { ask, button, card, chosen, cleanUpAfterEach, click, focused, radio, tab } from '../../helpers/browser/card.js';
import { press, typeKeys } from '../../helpers/browser/keys.js';
import { drag, mouseClick, withTouch } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const inRow = (part: string) =>
  card().querySelectorAll(`[data-ask-user="option"] [data-ask-user="${part}"]`)[1] ?? card();
const row = (index: number) => card().querySelectorAll('[data-ask-user="option"]')[index] ?? card();

describe('a click', () => {
  it.each(['label', 'description', 'key', 'control'])(
    'on the %s of an option selects it and moves focus to it (A18)',
    async (part) => {
      ask([DATABASE]);
      await mouseClick(inRow(part));
      expect([chosen(), focused()]).toEqual([['SQLite'], 'control SQLite']);
    },
  );

  it.each(['label', 'key', 'control'])('on the %s of a checkbox toggles it once (A18) [R-MULTI]', async (part) => {
    ask([FEATURES]);
    await mouseClick(inRow(part));
    expect(chosen()).toEqual(['REST API']);
    await mouseClick(inRow(part));
    expect(chosen()).toEqual([]);
  });

  it('on the edge of a row selects its option (A18)', async () => {
    ask([DATABASE]);
    await userEvent.click(row(1), { position: { x: 3, y: 3 } });
    expect(chosen()).toEqual(['SQLite']);
  });

  it('with another mouse button selects nothing (A21)', async () => {
    ask(THREE);
    await userEvent.click(row(1), { button: 'right' });
    await userEvent.click(row(1), { button: 'middle' });
    await userEvent.click(row(3), { button: 'right' });
    await userEvent.click(tab('Features'), { button: 'right' });
    expect([chosen(), tab('Database').getAttribute('aria-selected')]).toEqual([[], 'true']);
  });

  it('that begins on one option and ends on another selects neither (A20)', async () => {
    ask([DATABASE]);
    await userEvent.dragAndDrop(radio('PostgreSQL'), radio('MongoDB'));
    await userEvent.dragAndDrop(radio('MongoDB'), radio('Other'));
    expect(chosen()).toEqual([]);
  });

  it('at the end of a drag over text selects the text and no option, also under Other (A20) [R-CALM]', async () => {
    ask([DATABASE]);
    await mouseClick(row(3));
    await typeKeys('CockroachDB in three regions');
    await mouseClick(row(0));
    const selected: string[] = [];
    for (const element of [inRow('description'), row(3).querySelector('[data-ask-user="description"]') ?? card()]) {
      await drag(element, 0.05, 0.95);
      selected.push(getSelection()?.toString() ?? '');
      getSelection()?.removeAllRanges();
    }
    expect(selected).toEqual([expect.stringMatching(/file/), expect.stringMatching(/three/)]);
    expect([chosen(), screen.queryByRole('textbox')]).toEqual([['PostgreSQL'], null]);
  });

  it('leaves focus in the card, so that keys work afterwards (A23)', async () => {
    ask([DATABASE]);
    radio('SQLite').addEventListener('mousedown', (event) => event.preventDefault());
    await mouseClick(radio('SQLite'));
    await press('3');
    expect(chosen()).toEqual(['MongoDB']);
  });

  it('without a detail, as from assistive technology, selects Other and keeps focus on it [R-OTHER]', async () => {
    ask([DATABASE]);
    await click(radio('Other'));
    expect([chosen(), focused()]).toEqual([['Other'], 'control Other']);
  });
});

describe('a click without a press, as from a script or assistive technology', () => {
  it.each([
    ['a question', /^Name/, /What is the name/],
    ['Review', /^Review/, /Check your answers/],
  ])('on the tab of %s shows it and moves focus to the tab [R-TABS]', async (_, name, title) => {
    ask(THREE);
    radio('SQLite').focus();
    await click(tab(name));
    expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('heading', { name: title })).toBeVisible();
    expect(tab(name)).toHaveFocus();
  });

  it('on a tab does nothing while Control is down, because it opens a menu on a Mac', () => {
    ask(THREE);
    fireEvent.click(tab(/^Name/), { ctrlKey: true });
    expect(tab(/^Database/)).toHaveAttribute('aria-selected', 'true');
  });

  it('on a tab does nothing if the host’s handler prevents it', async () => {
    render(
      <AskUser.Root questions={THREE}>
        <AskUser.Card>
          <AskUser.Questions>
            <AskUser.TabList>
              <AskUser.Tab index={0} />
              <AskUser.Tab index={1} onClick={(event) => event.preventDefault()} />
            </AskUser.TabList>
          </AskUser.Questions>
        </AskUser.Card>
      </AskUser.Root>,
    );
    await click(tab(/^Features/));
    expect(tab(/^Database/)).toHaveAttribute('aria-selected', 'true');
  });
});

describe('pointer targets', () => {
  const sizes = () =>
    [...card().querySelectorAll('[data-ask-user="option"], button:not([role="radio"])')].map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return [one.textContent, Math.min(width, height)] as const;
    });

  it('are at least 24 px (A19)', () => {
    ask(THREE);
    expect(sizes().filter(([, size]) => size < 24)).toEqual([]);
  });

  it('are at least 44 px on a touch screen if they are rows (A19)', () =>
    withTouch(async () => {
      ask([DATABASE]);
      const rows = [0, 1, 2, 3].map((index) => row(index).getBoundingClientRect().height);
      expect(rows.filter((height) => height < 44)).toEqual([]);
      expect(button('Submit').getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    }));
});
