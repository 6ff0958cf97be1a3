import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { parseRequest, toRecord } from '../../../src/core/index.js';
import { AskUserReceipt } from '../../../src/react/index.js';
import {
  ask,
  button,
  cleanUpAfterEach,
  click,
  focused,
  frame,
  heading,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { pressEach, SOON } from '../../helpers/browser/keys.js';
import { DATABASE, THREE } from '../../helpers/browser/questions.js';
import { STATES } from '../../helpers/browser/states.js';
import { tree } from '../../helpers/browser/tree.js';
import { asks, CHECKBOXES, ONE, RADIOS, three, TREES } from '../../helpers/browser/trees.js';

cleanUpAfterEach();

describe('the accessibility tree', () => {
  it.each(Object.entries(TREES))('is as specified in the state: %s (A2, A3, A4, A11, A12)', async (name, expected) => {
    const state = STATES.find((one) => one.name === name);
    ask(state?.questions, state?.props);
    await state?.reach?.();
    expect(await tree()).toEqual(expected);
  });

  it('has one panel, before and after the others were visited (A8, A9, A11) [R-TABS]', async () => {
    ask(THREE);
    heading(/Which database/).focus();
    await pressEach('2', 'Enter', 'Enter');
    await click(button('Back'));
    const features = three(
      'tab “Database, answered”',
      'tab “Features” selected',
      'tab “Name”',
      'tab “Review, 1 of 3 answered”',
      'tabpanel “Features”',
      'heading 4 “Question 2 of 3. Which features should we include?”',
      'Choose all that apply.',
      'group “Which features should we include?” (Choose all that apply.)',
      ...CHECKBOXES,
      'button “Add a note”',
      'button “Cancel”',
      'button “Back”',
      'button “Next”',
    );
    expect(await tree()).toEqual(features);
    tab(/Features/).focus();
    await pressEach('ArrowRight', 'ArrowLeft');
    // Radix moves focus between tabs one task later.
    await expect.poll(focused, SOON).toBe('tab Features');
    expect(await tree()).toEqual(features);
  });

  it('has the question, the progress and Continue if the card mounts collapsed (A2)', async () => {
    ask(THREE, { defaultCollapsed: true });
    expect(await tree()).toEqual([
      'region “3 questions from Assistant”',
      'status',
      'alert',
      'Which database should we use?',
      '·',
      '0 of 3 answered',
      'button “Continue”',
    ]);
  });

  it('has nothing else of the questions after Collapse (A8)', async () => {
    ask([DATABASE], { asker: 'Setup' });
    await click(button('Collapse'));
    expect(await tree()).toEqual([
      'region “Question from Setup: Which database should we use?”',
      'status',
      'alert',
      'Which database should we use?',
      'button “Continue”',
    ]);
  });

  it('has one named dialog without a description for a modal (A1, A2)', async () => {
    ask([DATABASE], { presentation: 'modal' });
    await frame();
    expect(await tree()).toEqual([
      `dialog “${ONE}” modal`,
      ...asks('heading 4 “Which database should we use?”', ...RADIOS).slice(1),
      'button “Add a note”',
      'button “Cancel”',
      'button “Submit”',
    ]);
  });

  it('has the selected option again after a confirmation is dismissed (A2)', async () => {
    ask([DATABASE], { confirmCancel: 'always' });
    heading(/Which database/).focus();
    await pressEach('2', 'Escape');
    expect(await tree()).not.toContain('radio “SQLite” (One file) checked');
    await pressEach('Escape');
    await expect.poll(tree).toContain('radio “SQLite” (One file) checked');
  });

  it('names a preview by its option (A2)', async () => {
    ask([{ question: 'Which?', options: [{ label: 'Left', preview: 'a b' }, 'Right'] }]);
    await click(radio('Left'));
    expect(await tree()).toEqual([
      'region “Question from Assistant: Which?”',
      'status',
      'alert',
      'heading 3 “Question from Assistant”',
      'button “Collapse” expanded',
      'heading 4 “Which?”',
      'Choose one option.',
      'radiogroup “Which?” (Choose one option.)',
      'radio “Left” checked',
      'radio “Right”',
      'radio “Other” (Type your answer)',
      'group “Preview of “Left””',
      'button “Open larger”',
      'a b',
      'button “Add a note”',
      'button “Clear answer”',
      'button “Cancel”',
      'button “Submit”',
    ]);
  });

  it('has no question, and only Collapse and Cancel as controls, while streaming (A82) [R-STREAM]', async () => {
    ask([], { streaming: true, asker: 'Setup' });
    expect(await tree()).toEqual([
      'region “Setup is preparing a question…”',
      'status',
      'alert',
      'heading 3 “Setup is preparing a question…”',
      'button “Collapse” expanded',
      'button “Cancel”',
      'button “Submit” disabled',
    ]);
  });

  it('has static text and no landmark for a receipt (A12) [R-RECEIPT]', async () => {
    const request = parseRequest({ questions: [DATABASE] }, { requestId: 'r', asker: 'Setup' });
    if (!request.ok) throw new Error('unreadable');
    const record = toRecord({ status: 'cancelled' }, request.value, {
      mode: 'interactive',
      answeredAt: Date.UTC(2026, 0, 2, 3, 4),
    });
    render(
      <>
        <button type="button">Before</button>
        <AskUserReceipt record={record} messages={{ locale: 'en' }} timeZone="UTC" />
        <button type="button">After</button>
      </>,
    );
    expect(await tree()).toEqual([
      'group “You cancelled Setup’s request”',
      'heading 3 “You cancelled Setup’s request”',
      'time',
      'Jan 2, 2026, 3:04 AM',
      'DescriptionList',
      'Which database should we use?',
      'No answer',
    ]);
  });

  it('has the status and no control after a cancellation (A12)', async () => {
    ask([DATABASE]);
    button('Cancel').focus();
    await pressEach('Enter');
    expect(await tree()).toEqual([
      'group “You cancelled Assistant’s request”',
      'status',
      'alert',
      'heading 3 “You cancelled Assistant’s request”',
      'DescriptionList',
      'Which database should we use?',
      'No answer',
    ]);
  });
});
