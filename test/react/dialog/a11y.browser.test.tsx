import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { ask, button, checkbox, cleanUpAfterEach, click, field, heading, radio } from '../../helpers/browser/card.js';
import { accessibilityTree } from '../../helpers/browser/accessibility-tree.js';
import { pressEach } from '../../helpers/browser/keys.js';
import { withLook, type Look } from '../../helpers/browser/media.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import { STATES } from '../../helpers/browser/states.js';

cleanUpAfterEach();

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
const REFERENCES = ['aria-controls', 'aria-labelledby', 'aria-describedby', 'aria-details', 'aria-owns', 'for'];

/** References to ids that do not exist or exist more than once. */
const dangling = (root: Element): string[] =>
  [...root.querySelectorAll('*')].flatMap((element) =>
    REFERENCES.flatMap((name) =>
      (element.getAttribute(name) ?? '')
        .split(/\s+/)
        .filter((id) => id && root.ownerDocument.querySelectorAll(`[id="${CSS.escape(id)}"]`).length !== 1)
        .map((id) => `${element.getAttribute('data-ask-user')} ${name} ${id}`),
    ),
  );

const LOOKS: [string, Look][] = [
  ['light', { 'prefers-color-scheme': 'light' }],
  ['dark', { 'prefers-color-scheme': 'dark' }],
  ['forced colors', { 'forced-colors': 'active' }],
];

describe.each(LOOKS)('the %s look', (look, features) => {
  withLook(features);

  it('is active in the page', () => {
    expect(Object.entries(features).filter(([name, value]) => !matchMedia(`(${name}: ${value})`).matches)).toEqual([]);
  });

  it.each(STATES)(
    'has no axe violations and no dangling references in the state $name (A1, A5, A6, A13)',
    async ({ questions, props, reach }) => {
      const { container } = ask(questions, props);
      await reach?.();
      const card = container.querySelector('[data-ask-user="card"]') ?? container;
      const { violations, passes } = await axe.run(card, { runOnly: TAGS, resultTypes: ['violations'] });
      expect(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]),
      ).toEqual([]);
      expect(passes.length).toBeGreaterThan(5);
      expect(dangling(container)).toEqual([]);
      if (look !== 'light') return;
      expect(
        container.querySelectorAll('[role="listbox"], [role="option"], [role="menu"], [aria-roledescription]'),
      ).toHaveLength(0);
      expect(container.querySelectorAll('[role="radio"][aria-expanded], [role="group"][aria-required]')).toHaveLength(
        0,
      );
    },
  );
});

describe('the accessibility tree', () => {
  const find = async (...roles: string[]) => (await accessibilityTree()).filter(({ role }) => roles.includes(role));

  it('names a radio group by its question, and gives each radio its label and description (A2, A4)', async () => {
    ask([DATABASE]);
    await click(radio('SQLite'));
    const nodes = await find('radiogroup', 'radio', 'region');
    expect(
      nodes.map(({ role, name, description, properties: { checked } }) => [role, name, description, checked]),
    ).toEqual([
      ['region', 'Question from Assistant: Which database should we use?', '', undefined],
      ['radiogroup', DATABASE.question, 'Choose one option.', undefined],
      ['radio', 'PostgreSQL', 'Battle-tested', 'false'],
      ['radio', 'SQLite', 'One file', 'true'],
      ['radio', 'MongoDB', '', 'false'],
      ['radio', 'Other', 'Type your answer', 'false'],
    ]);
    expect(nodes.map(({ properties }) => [properties.required ?? false, properties.invalid ?? 'false'])).toEqual(
      nodes.map(() => [false, 'false']),
    );
  });

  it('keeps the whole label as the name of a recommended option (A2) [R-RECOMMENDED]', async () => {
    ask([{ question: 'Which?', options: ['Oak (Recommended)', 'Pine'] }]);
    expect((await find('radio')).map(({ name }) => name)).toEqual(['Oak (Recommended)', 'Pine', 'Other']);
  });

  it('marks the group as invalid and describes what is missing after a refused submit (A4) [R-ATOMIC]', async () => {
    ask([DATABASE]);
    await click(button('Submit'));
    const [group] = await find('radiogroup');
    expect([group?.description, group?.properties.invalid]).toEqual([
      'Choose one option. Choose an option, or type your answer under Other.',
      'true',
    ]);
  });

  it('has a named group for checkboxes (A3)', async () => {
    ask([FEATURES]);
    await click(checkbox('REST API'));
    const nodes = await find('group', 'checkbox');
    expect(
      nodes.map(({ role, name, description, properties: { checked } }) => [role, name, description, checked]),
    ).toEqual([
      ['group', FEATURES.question, 'Choose all that apply.', undefined],
      ['checkbox', 'Accounts', '', 'false'],
      ['checkbox', 'REST API', '', 'true'],
      ['checkbox', 'Admin pages', '', 'false'],
      ['checkbox', 'Other', 'Type your answer', 'false'],
    ]);
  });

  it('names a text field by its question, and Other’s field by two labels (A2)', async () => {
    ask([NAME]);
    ask([DATABASE]);
    await click(radio('Other'));
    expect((await find('textbox')).map(({ name }) => name)).toEqual([NAME.question, 'Other Your answer']);
  });

  it('has one selected tab and only its panel, with the same name (A8, A9) [R-TABS]', async () => {
    ask(THREE);
    heading(/Which database/).focus();
    await pressEach('2', 'Enter');
    const nodes = await find('tab', 'tabpanel', 'tablist');
    expect(nodes.map(({ role, name, properties: { selected } }) => [role, name, selected])).toEqual([
      ['tablist', 'Questions', undefined],
      ['tab', 'Database, answered', false],
      ['tab', 'Features', true],
      ['tab', 'Name', false],
      ['tab', 'Review, 1 of 3 answered', false],
      ['tabpanel', 'Features', undefined],
    ]);
    expect(await find('radio')).toEqual([]);
    expect(document.querySelectorAll('[role="tabpanel"]')).toHaveLength(4);
  });

  it('has headings at the host’s level and one level below (A11)', async () => {
    ask(THREE, { headingLevel: 2 });
    const levels = (await find('heading')).map(({ name, properties: { level } }) => [level, name]);
    expect(levels).toEqual([
      [2, '3 questions from Assistant'],
      [3, `Question 1 of 3. ${DATABASE.question}`],
    ]);
  });

  it('has only the dialog of a confirmation, with its name and text, instead of the card (A54)', async () => {
    ask(THREE, { asker: 'Setup' });
    await click(radio('SQLite'));
    await click(button('Cancel'));
    const [sheet] = await find('dialog');
    expect([sheet?.name, sheet?.description]).toEqual(['Discard 1 answer?', 'Setup will be told that you cancelled.']);
    expect((await find('button', 'radio', 'tab')).map(({ name }) => name)).toEqual([
      'Before',
      'Keep answering',
      'Discard answers',
      'After',
    ]);
  });
});

describe('the markup', () => {
  it('has different ids in two cards (A7)', async () => {
    ask(THREE);
    ask(THREE);
    for (const other of screen.getAllByRole('radio', { name: 'Other' })) await click(other);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(40);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has no tabs and no Review for one question (A10) [R-TABS]', () => {
    const { container } = ask([DATABASE]);
    expect(container.querySelectorAll('[role="tablist"], [role="tab"], [role="tabpanel"]')).toHaveLength(0);
    expect(container.textContent).not.toContain('Review');
  });

  it.each(['answered', 'cancelled', 'withdrawn'])('has no control and no landmark when %s (A12)', async (name) => {
    const state = STATES.find((one) => one.name === name);
    const { container } = ask(state?.questions ?? [], { ...state?.props, around: (card) => card });
    await state?.reach?.();
    expect(container.querySelectorAll('[data-ask-user="settled"]')).toHaveLength(1);
    const controls =
      'button, input, textarea, select, a, [tabindex="0"], [role="radio"], [role="region"], [aria-disabled]';
    expect(container.querySelectorAll(controls)).toHaveLength(0);
  });

  it('has no native validation and no length limit on fields (A4)', async () => {
    ask([DATABASE]);
    await click(radio('Other'));
    const { required, maxLength, name } = field(/Your answer/);
    expect([required, maxLength, name]).toEqual([false, -1, '']);
  });
});
