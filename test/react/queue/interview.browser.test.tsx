import { virtual } from '@guidepup/virtual-screen-reader';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, cleanUpAfterEach, focused, loaded, radio } from '../../helpers/browser/card.js';
import { press, SOON } from '../../helpers/browser/keys.js';
import { mount, say, text } from '../../helpers/browser/queue.js';
import { createScriptedClient, wire } from '../../helpers/scripted-client.js';

cleanUpAfterEach();
afterEach(() => virtual.stop());

const question = (name: string) => ({
  question: `What should part ${name} use?`,
  header: `Part ${name}`,
  options: ['One', 'Two', 'Three'],
});
const rounds = Array.from({ length: 12 }, (_, index) => {
  const round = index + 1;
  return wire(
    `r${round}`,
    [1, 2, 3].map((part) => question(`${round}.${part}`)),
  );
});
const answers = [1, 2, 3].map((part) => ({
  questionId: `q${part}`,
  question: '',
  answer: 'One',
  text: 'One',
  wasCustom: false,
  selected: [],
}));

/** Presses keys one after another, at the pace of a user who has seen the card. Returns their number. */
async function type(keys: readonly string[]): Promise<number> {
  for (const key of keys) await press(key, { laterMs: 2000 });
  return keys.length;
}
const keysFor = (questions: number, advanceOnChoose: boolean) => [
  ...Array.from({ length: questions }, () => (advanceOnChoose ? ['1'] : ['1', 'Enter'])).flat(),
  'Enter',
];
async function isShown(name: string): Promise<void> {
  await expect.poll(() => screen.queryByRole('heading', { name: new RegExp(name) }), SOON).not.toBeNull();
}

describe('an interview by the keyboard alone', () => {
  it.each([
    [false, 7],
    [true, 4],
  ])('has twelve rounds of three questions (advanceOnChoose: %s), each with at most %i keys', async (advance, most) => {
    const client = createScriptedClient(...rounds);
    mount(client, { advanceOnChoose: advance });
    radio('One').focus();
    for (let round = 1; round <= 12; round++) {
      await isShown(`What should part ${round}\\.1 use`);
      await loaded();
      if (round > 1) expect(text('title')).toContain(`Round ${round}, ${3 * round - 3} answered so far`);
      expect(await type(keysFor(3, advance))).toBeLessThanOrEqual(most);
      await expect.poll(() => client.calls.length, SOON).toBe(round);
      await say(() => client.end(`r${round}`, { status: 'answered', answers }, { isLocal: true }));
    }
    const sent = client.calls.map(([, id, replies]) => [id, replies]);
    const replies = [1, 2, 3].map((part) => ({ questionId: `q${part}`, selected: [0] }));
    expect(sent).toEqual(rounds.map(({ request }) => [request.requestId, replies]));
  });

  it.each([
    [false, 2.2],
    [true, 1.2],
  ])(
    'has thirty questions in one request (advanceOnChoose: %s), at most %f keys each [R-MANY]',
    async (advance, most) => {
      const { onSubmit } = ask(
        Array.from({ length: 30 }, (_, index) => question(String(index + 1))),
        { advanceOnChoose: advance },
      );
      await loaded();
      radio('One').focus();
      expect((await type(keysFor(30, advance))) / 30).toBeLessThanOrEqual(most);
      await expect.poll(() => onSubmit.mock.calls.length, SOON).toBe(1);
      expect(onSubmit.mock.calls[0]?.[1].replies).toHaveLength(30);
    },
  );
});

describe('an interview with a virtual screen reader', () => {
  it('says the round, the place of each question, and the review', async () => {
    const client = createScriptedClient(...rounds.slice(0, 2));
    mount(client);
    await virtual.start({ container: document.body });
    radio('One').focus();
    await type(keysFor(3, false));
    await expect.poll(() => client.calls.length, SOON).toBe(1);
    await say(() => client.end('r1', { status: 'answered', answers }, { isLocal: true }));
    await expect.poll(focused, SOON).toContain('Round 2, 3 answered so far');
    await type(['1', 'Enter']);
    expect(await virtual.spokenPhraseLog()).toEqual([
      'document',
      'radio, One, 0, not checked, key shortcuts 1, position 1, set size 4',
      'heading, Question 2 of 3. What should part 1.2 use?, level 4',
      'radio, One, 0, checked, key shortcuts 1, position 1, set size 4',
      'heading, Question 3 of 3. What should part 1.3 use?, level 4',
      'radio, One, 0, checked, key shortcuts 1, position 1, set size 4',
      'heading, Check your answers, level 4',
      'heading, 3 questions from Ada· Round 2, 3 answered so far, level 3',
      'radio, One, 0, checked, key shortcuts 1, position 1, set size 4',
      'heading, Question 2 of 3. What should part 2.2 use?, level 4',
    ]);
  });

  it('says the place among thirty questions, and reads their list', async () => {
    ask(Array.from({ length: 30 }, (_, index) => question(String(index + 1))));
    await loaded();
    await virtual.start({ container: document.body });
    radio('One').focus();
    await type(['1', 'Enter', '2', 'Enter']);
    screen.getByRole('button', { name: /^Question 3 of 30/ }).focus();
    await type(['PageDown', 'Enter']);
    await expect.poll(() => screen.queryByRole('listbox'), SOON).not.toBeNull();
    await type(['ArrowDown']);
    expect(await virtual.spokenPhraseLog()).toEqual([
      'document',
      'radio, One, 0, not checked, key shortcuts 1, position 1, set size 4',
      'heading, Question 2 of 30. What should part 2 use?, level 4',
      'radio, Two, 1, checked, key shortcuts 2, position 2, set size 4',
      'heading, Question 3 of 30. What should part 3 use?, level 4',
      'button, Question 3 of 30, 2 answered, not expanded, has popup listbox, key shortcuts PageUp PageDown',
      'polite: Question 4 of 30. What should part 4 use?',
      'option, 4. Part 4, selected, position 4, set size 31',
      'option, 5. Part 5, not selected, position 5, set size 31',
    ]);
  });
});
