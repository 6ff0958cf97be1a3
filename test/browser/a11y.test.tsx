import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { ask, button, checkbox, cleanUpAfterEach, click, field, heading, radio } from '../helpers/browser/card.js';
import { accessibilityTree } from '../helpers/browser/accessibility-tree.js';
import { pressEach } from '../helpers/browser/keys.js';
import { withLook, type Look } from '../helpers/browser/media.js';
import { DATABASE, FEATURES, NAME, THREE } from '../helpers/browser/questions.js';
import { STATES } from '../helpers/browser/states.js';

cleanUpAfterEach();

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
const REFERENCES = ['aria-controls', 'aria-labelledby', 'aria-describedby', 'aria-details', 'aria-owns', 'for'];

/** References to ids that nothing, or more than one thing, has. */
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
  ['forced colours', { 'forced-colors': 'active' }],
];

describe.each(LOOKS)('%s', (look, features) => {
  withLook(features);

  it('is what the page has', () => {
    expect(Object.entries(features).filter(([name, value]) => !matchMedia(`(${name}: ${value})`).matches)).toEqual([]);
  });

  it.each(STATES)(
    '$name: axe finds nothing; every reference resolves (A1, A5, A6, A13)',
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

describe('what the browser tells assistive technology', () => {
  const find = async (...roles: string[]) => (await accessibilityTree()).filter(({ role }) => roles.includes(role));

  it('radios: the question names the group, the hint describes it; each radio has its label and description (A2, A4)', async () => {
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

  it('a recommended option keeps its whole label as its name (A2) [R-RECOMMENDED]', async () => {
    ask([{ question: 'Which?', options: ['Oak (Recommended)', 'Pine'] }]);
    expect((await find('radio')).map(({ name }) => name)).toEqual(['Oak (Recommended)', 'Pine', 'Other']);
  });

  it('a refused submit: the group is invalid and described by what is missing (A4) [R-ATOMIC]', async () => {
    ask([DATABASE]);
    await click(button('Submit'));
    const [group] = await find('radiogroup');
    expect([group?.description, group?.properties.invalid]).toEqual([
      'Choose one option. Choose an option, or type your answer under Other.',
      'true',
    ]);
  });

  it('checkboxes: a named group (A3)', async () => {
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

  it('text: the question names the field; under Other both words do (A2)', async () => {
    ask([NAME]);
    ask([DATABASE]);
    await click(radio('Other'));
    expect((await find('textbox')).map(({ name }) => name)).toEqual([NAME.question, 'Other Your answer']);
  });

  it('tabs: one selected; its panel has its name; no other panel is there (A8, A9) [R-TABS]', async () => {
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

  it('headings: the card’s level and one below (A11)', async () => {
    ask(THREE, { headingLevel: 2 });
    const levels = (await find('heading')).map(({ name, properties: { level } }) => [level, name]);
    expect(levels).toEqual([
      [2, '3 questions from Assistant'],
      [3, `Question 1 of 3. ${DATABASE.question}`],
    ]);
  });

  it('confirmations: a dialog with name and text, and nothing else of the card (A54)', async () => {
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

describe('structure', () => {
  it('two cards share no id (A7)', async () => {
    ask(THREE);
    ask(THREE);
    for (const other of screen.getAllByRole('radio', { name: 'Other' })) await click(other);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(40);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('one question has no tabs and no Review (A10) [R-TABS]', () => {
    const { container } = ask([DATABASE]);
    expect(container.querySelectorAll('[role="tablist"], [role="tab"], [role="tabpanel"]')).toHaveLength(0);
    expect(container.textContent).not.toContain('Review');
  });

  it.each(['answered', 'cancelled', 'withdrawn'])('%s: no control and no landmark is left (A12)', async (name) => {
    const state = STATES.find((one) => one.name === name);
    const { container } = ask(state?.questions ?? [], { ...state?.props, around: (card) => card });
    await state?.reach?.();
    expect(container.querySelectorAll('[data-ask-user="settled"]')).toHaveLength(1);
    const controls =
      'button, input, textarea, select, a, [tabindex="0"], [role="radio"], [role="region"], [aria-disabled]';
    expect(container.querySelectorAll(controls)).toHaveLength(0);
  });

  it('fields: no native validation, no limit on their length (A4)', async () => {
    ask([DATABASE]);
    await click(radio('Other'));
    const { required, maxLength, name } = field(/Your answer/);
    expect([required, maxLength, name]).toEqual([false, -1, '']);
  });
});
