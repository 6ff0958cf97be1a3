import { virtual } from '@guidepup/virtual-screen-reader';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, cleanUpAfterEach, click, loaded, radio } from '../../helpers/browser/card.js';
import { press } from '../../helpers/browser/keys.js';
import { DATABASE } from '../../helpers/browser/questions.js';
import { STATES } from '../../helpers/browser/states.js';

cleanUpAfterEach();
afterEach(() => virtual.stop());

/** Phrases that are read from the start of the page to the button after the card. */
async function readThrough(): Promise<string[]> {
  await virtual.start({ container: document.body });
  for (let steps = 0; steps < 120; steps++) {
    if ((await virtual.lastSpokenPhrase()) === 'button, After') break;
    await virtual.next();
  }
  return virtual.spokenPhraseLog();
}

/** Expected phrases that were not spoken, or not in this order. */
function notHeard(heard: readonly string[], expected: readonly string[]): string[] {
  let from = 0;
  return expected.filter((phrase) => {
    const at = heard.findIndex((one, index) => index >= from && one.includes(phrase));
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}

const MISSING = 'Choose an option, or type your answer under Other.';

/** Parts of phrases, because a real screen reader speaks less and in a different order. */
const WALKS: Record<string, readonly string[]> = {
  'single select': [
    'region, Question from Assistant: Which database should we use?',
    'status',
    'alert',
    'heading, Question from Assistant, level 3',
    'heading, Which database should we use?, level 4',
    'Choose one option.',
    'radiogroup, Which database should we use?, Choose one option.',
    'Battle-tested, not checked, key shortcuts 1, position 1, set size 4',
    'One file, not checked, key shortcuts 2, position 2, set size 4',
    'not checked, key shortcuts 3, position 3, set size 4',
    'Type your answer, not checked, key shortcuts 0, position 4, set size 4',
    'end of radiogroup',
    'button, Add a note',
    'button, Cancel',
    'button, Submit',
    'end of region',
  ],
  'single select, Other': [
    'Type your answer, checked',
    'end of radiogroup',
    'textbox, Other Your answer',
    'button, Submit',
  ],
  'multi-select': [
    'group, Which features should we include?, Choose all that apply.',
    'checkbox, Accounts',
    'checkbox, REST API',
    'checkbox, Admin pages',
    'checkbox, Other',
    'button, Submit',
  ],
  text: [
    'heading, What is the name of the service?, level 4',
    'textbox, What is the name of the service?',
    'textbox, Note',
  ],
  'text, over the limit': [
    'textbox, What is the name of the service?',
    '1 over the suggested 3). Nothing will be cut off.',
  ],
  refused: ['heading, Which database should we use?', MISSING, 'radiogroup', 'radio, PostgreSQL'],
  Review: [
    'region, 3 questions from Assistant',
    'tablist, Questions',
    'tab, Database, answered',
    'tab, Features',
    'tab, Name',
    'tab, Review, 1 of 3 answered',
    'tabpanel, Review, 1 of 3 answered',
    'heading, Check your answers, level 4',
    '1 of 3 answered',
    'Which database should we use?',
    'SQLite',
    'button, Change answer to Database',
    'Not answered yet',
    'button, Answer Features',
    'Not answered yet',
    'button, Answer Name',
    'button, Submit answers',
  ],
  'several questions, refused': [
    'tab, Features, answer missing',
    'tab, Name, answer missing',
    'tabpanel, Features, answer missing',
    'heading, Question 2 of 3. Which features should we include?',
    MISSING,
    'group, Which features should we include?',
  ],
  sending: ['textbox, Other Your answer', 'button, Sending…, disabled'],
  'failed delivery': ['button, Try again', 'Your answers weren’t sent. They’re still here.'],
  answered: [
    'group',
    'heading, You answered Assistant, level 3',
    'Which database should we use?',
    '“mine”',
    'button, After',
  ],
  cancelled: ['heading, You cancelled Assistant’s request, level 3', 'No answer', 'button, After'],
  withdrawn: ['heading, Assistant no longer needs an answer, level 3', 'No answer', 'button, After'],
};

describe('a virtual screen reader', () => {
  it.each(Object.entries(WALKS))('reads the card from start to end in the state: %s (A81)', async (name, expected) => {
    const state = STATES.find((one) => one.name === name);
    ask(state?.questions, state?.props);
    await state?.reach?.();
    await loaded();
    const heard = await readThrough();
    expect(notHeard(heard, expected)).toEqual([]);
  });
});

describe('a confirmation', () => {
  it.each([
    ['discard confirmation', ['dialog, Discard 1 answer?', 'button, Keep answering', 'button, Discard answers']],
    [
      'long-answer confirmation',
      ['dialog, Answer is long (4 chars). Continue anyway?', 'Long answers are sent in full.', 'button, Edit answer'],
    ],
  ])('is read with its text and its buttons: %s (A81)', async (name, expected) => {
    const state = STATES.find((one) => one.name === name);
    ask(state?.questions, state?.props);
    await state?.reach?.();
    expect(notHeard(await readThrough(), expected)).toEqual([]);
  });
});

describe('a live region', () => {
  it('announces a failed delivery assertively (A76, A81)', async () => {
    ask([DATABASE], { onSubmit: () => ({ ok: false }) });
    await click(radio('SQLite'));
    await virtual.start({ container: document.body });
    await press('Enter');
    await expect
      .poll(() => virtual.spokenPhraseLog())
      .toContain('assertive: Your answers weren’t sent. They’re still here.');
  });
});
