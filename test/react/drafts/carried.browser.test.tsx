import { act, render, screen, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { de } from 'react-ask-user/messages/de';
import type { UseAskUserReturn } from '../../../src/react/hook.js';
import { useAskUser, type DraftStorage, type QuestionInput } from '../../../src/react/index.js';
import {
  ask,
  button,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  confirmation,
  field,
  focused,
  heading,
  loaded,
  radio,
  tab,
  type AskOptions,
} from '../../helpers/browser/card.js';
import { fill, press, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import { live, mount, nameField, say } from '../../helpers/browser/queue.js';
import { createScriptedClient, wire } from '../../helpers/scripted-client.js';

// Clear after the cleanup, because its unmounts write drafts.
afterEach(() => sessionStorage.clear());
cleanUpAfterEach();

const session: DraftStorage = {
  get: (key) => sessionStorage.getItem(key),
  set: (key, text) => sessionStorage.setItem(key, text),
  remove: (key) => sessionStorage.removeItem(key),
};
const STORED: AskOptions = { requestId: 'r1', draftStorage: session };
const PORT: QuestionInput = { question: 'Which port?', header: 'Port' };

const line = () => document.querySelector<HTMLElement>('[data-ask-user="carried"]');
const shown = async () => {
  await loaded();
  await expect.poll(line, SOON).not.toBeNull();
  return line()!.textContent;
};
const none = async () => {
  await loaded();
  expect(line()).toBeNull();
};

/** Answers two of the three questions, one with an option and a text. */
async function enter() {
  await click(radio('SQLite'));
  await mouseClick(tab(/Name/));
  await fill(field(/name of/), 'orders');
}

/** A card whose request the agent replaces after the user has answered two questions of three. */
async function replaced(next: readonly QuestionInput[], options: AskOptions = {}, more: AskOptions = {}) {
  const asked = ask(THREE, { requestId: 'r1', ...options });
  await loaded();
  await enter();
  asked.update(THREE, { result: { status: 'superseded' } });
  asked.update(next, { requestId: 'r2', ...more });
  return asked;
}

describe('earlier answers of the conversation [R-CARRY]', () => {
  it('are named in one line, and are filled in by a gesture of the keyboard that sends nothing and can be undone', async () => {
    const { onSubmit, onCancel } = await replaced([PORT, ...THREE]);
    expect(await shown()).toContain('You have already answered 2 of these 4 questions.');
    expect([...line()!.querySelectorAll('dl > div')].map((one) => one.textContent)).toEqual([
      'DatabaseSQLite',
      'Nameorders',
    ]);
    await mouseClick(tab(/Database/));
    expect(chosen()).toEqual([]);
    button('Use my answers').focus();
    await press('Enter');
    expect(chosen()).toEqual(['SQLite']);
    expect(focused()).toBe('question-action Undo');
    expect(line()).toHaveTextContent('Your earlier answers are filled in. Nothing has been sent.');
    await expect.poll(live, SOON).toContain('Your earlier answers are filled in. Nothing has been sent.');
    await press('Enter');
    expect([chosen(), focused()]).toEqual([[], 'question-action Use my answers']);
    await press('Enter');
    await mouseClick(tab(/Name/));
    expect(field(/name of/)).toHaveValue('orders');
    expect([onSubmit.mock.calls, onCancel.mock.calls]).toEqual([[], []]);
  });

  it('are announced politely, and do not take the focus', async () => {
    await replaced(THREE);
    button('Before').focus();
    await shown();
    await expect.poll(() => live()[0], SOON).toBe('You have already answered 2 of these 3 questions.');
    expect(focused()).toBe('button Before');
  });

  it('are reached with Tab from the title, before the questions', async () => {
    await replaced(THREE);
    await shown();
    button('Before').focus();
    const stops: string[] = [];
    for (let at = 0; at < 3; at++) {
      await press('Tab');
      stops.push(focused());
    }
    expect(stops.slice(-3)).toContain('question-action Use my answers');
    expect(stops).toContain('question-action Dismiss');
  });

  it('keep what the user enters meanwhile: neither the gesture nor its undo changes that', async () => {
    await replaced(THREE);
    await shown();
    await click(radio('MongoDB'));
    expect(line()).toHaveTextContent('You have already answered 1 of these 3 questions.');
    await click(button('Use my answers'));
    expect(chosen()).toEqual(['MongoDB']);
    await mouseClick(tab(/Name/));
    await fill(field(/name of/), 'orders v2');
    await none();
    expect(field(/name of/)).toHaveValue('orders v2');
  });

  it('can be dismissed: focus goes to the question, and a later request offers them again', async () => {
    const { update } = await replaced(THREE);
    await shown();
    button('Dismiss').focus();
    await press('Enter');
    expect([line(), focused()]).toEqual([null, `question Question 1 of 3. ${DATABASE.question}`]);
    update(THREE, { requestId: 'r3' });
    expect(await shown()).toContain('You have already answered 2 of these 3 questions.');
  });

  it('of a question that changed are shown as such, and never filled in', async () => {
    await replaced([{ ...DATABASE, options: ['PostgreSQL', 'SQLite'] }, NAME]);
    const text = await shown();
    expect(text).toContain('You have already answered 1 of these 2 questions.');
    expect(text).toContain('Changed since your answer: look again.DatabaseSQLite');
    await click(button('Use my answers'));
    expect(chosen()).toEqual([]);
  });

  it('of a question that is gone can be copied', async () => {
    await replaced([PORT]);
    expect(await shown()).toBe(`You also typed this. You can copy it.Dismiss${NAME.question}orders`);
    expect(screen.queryByRole('button', { name: 'Use my answers' })).toBeNull();
    expect(getComputedStyle(within(line()!).getByText('orders')).userSelect).not.toBe('none');
  });

  it('are not offered after they were accepted or discarded', async () => {
    const { update } = await replaced([NAME]);
    await shown();
    await click(button('Use my answers'));
    await click(button('Submit'));
    update(THREE, { requestId: 'r3' });
    expect(await shown()).toContain('You have already answered 1 of these 3 questions.');
    await click(button('Use my answers'));
    await click(button('Cancel'));
    await click(within(confirmation()!).getByRole('button', { name: /^Discard/ }));
    update(THREE, { requestId: 'r4' });
    await none();
  });

  it('are offered in the language of the card', async () => {
    await replaced(THREE, { messages: de });
    expect(await shown()).toContain('Sie haben schon 2 dieser 3 Fragen beantwortet.');
    expect(button('Meine Antworten übernehmen')).toBeVisible();
  });

  it('are offered once the model has written all questions', async () => {
    const { update } = await replaced(THREE, {}, { streaming: true });
    await none();
    update(THREE, { requestId: 'r2', streaming: false });
    expect(await shown()).toContain('2 of these 3');
  });

  it('stay with their conversation and asker', async () => {
    const { update } = await replaced([NAME], { conversationId: 'c1' }, { conversationId: 'c2' });
    await none();
    update([NAME], { requestId: 'r3', conversationId: 'c1', asker: 'Bo' });
    await none();
    update([NAME], { requestId: 'r4', conversationId: 'c1' });
    expect(await shown()).toContain('You have already answered this question.');
  });
});

describe('earlier answers in `draftStorage` [R-CARRY]', () => {
  it.each([false, true])('survive a reload, after which another request is asked (StrictMode: %s)', async (strict) => {
    const { unmount } = ask(THREE, { ...STORED, strict });
    await loaded();
    await enter();
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    unmount();
    ask(THREE, { ...STORED, strict, requestId: 'r2' });
    expect(await shown()).toContain('You have already answered 2 of these 3 questions.');
  });

  it('are not offered beside restored drafts of the same request', async () => {
    const { unmount } = ask(THREE, STORED);
    await loaded();
    await enter();
    unmount();
    ask(THREE, { ...STORED, strict: true });
    await loaded();
    expect(field(/name of/)).toHaveValue('orders');
    await none();
  });

  it('are offered in the card of another component, but not while their own request is open there', async () => {
    const first = ask([NAME], STORED);
    await loaded();
    await fill(field(/name of/), 'orders');
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    const second = ask([NAME], { ...STORED, requestId: 'r2' });
    await none();
    second.unmount();
    first.update([NAME], { result: { status: 'aborted' } });
    ask([NAME], { ...STORED, requestId: 'r3' });
    expect(await shown()).toContain('You have already answered this question.');
  });

  it('are not offered to another user, whose storage prefixes the keys', async () => {
    const storageOf = (user: string): DraftStorage => ({
      get: (key) => session.get(`${user} ${key}`),
      set: (key, text) => session.set(`${user} ${key}`, text),
      remove: (key) => session.remove(`${user} ${key}`),
    });
    const askUser = (user: string, requestId: string) => ask(THREE, { requestId, draftStorage: storageOf(user) });
    const first = askUser('ada', 'r1');
    await loaded();
    await enter();
    first.unmount();
    const other = askUser('bo', 'r2');
    await none();
    other.unmount();
    askUser('ada', 'r3');
    expect(await shown()).toContain('You have already answered 2 of these 3 questions.');
  });

  it('contain no secret, and are dropped if they cannot be read', async () => {
    for (const text of ['{', '{"version":1,"requests":[{}]}', '{"version":2,"requests":[]}']) {
      sessionStorage.setItem('ask-user-kept', text);
      const { unmount } = ask([NAME], STORED);
      await none();
      unmount();
      expect(sessionStorage.getItem('ask-user-kept')).toBeNull();
    }
  });
});

describe('earlier answers in a queue [R-CARRY]', () => {
  it('are offered to the next request of the conversation, and stay with their client', async () => {
    const client = createScriptedClient(wire('q1', [NAME, DATABASE]));
    const { update } = mount(client);
    await loaded();
    await mouseClick(nameField());
    await typeKeys('orders');
    await say(() => client.end('q1', { status: 'superseded' }));
    await say(() => client.arrive(wire('q2', [FEATURES, NAME])));
    await click(button('Next question'));
    expect(await shown()).toContain('You have already answered 1 of these 2 questions.');
    expect(heading(/Which features/)).toBeVisible();
    update({ client: createScriptedClient(wire('q3', [NAME])) });
    await none();
  });
});

for (const [where, draftStorage] of [
  ['in memory', undefined],
  ['in a storage', session],
] as const)
  it(`accepted answers are not offered to an equal request that waits in the queue ${where} [R-CARRY]`, async () => {
    const client = createScriptedClient(wire('q1', [NAME]), wire('q2', [NAME]));
    mount(client, { draftStorage });
    await loaded();
    await mouseClick(nameField());
    await typeKeys('orders');
    await click(button('Submit'));
    await expect.poll(() => nameField(), SOON).toHaveValue('');
    await none();
  });

it('answers that were accepted in one card are no longer offered in another one [R-CARRY]', async () => {
  const first = ask([NAME], STORED);
  await loaded();
  await fill(field(/name of/), 'orders');
  first.update([NAME], { ...STORED, result: { status: 'superseded' } });
  first.update([NAME], { ...STORED, requestId: 'r2' });
  await shown();
  const second = ask([NAME], { ...STORED, requestId: 'r3' });
  await expect.poll(() => screen.queryAllByRole('button', { name: 'Use my answers' }), SOON).toHaveLength(2);
  await click(screen.getAllByRole('button', { name: 'Use my answers' })[0]!);
  await click(screen.getAllByRole('button', { name: 'Submit' })[0]!);
  await expect.poll(line, SOON).toBeNull();
  expect([first.onSubmit.mock.calls.length, second.onSubmit.mock.calls.length]).toEqual([1, 0]);
});

describe('`carried` of useAskUser [R-CARRY]', () => {
  const hook: Partial<UseAskUserReturn> = {};
  function Own({ id, questions = [NAME] }: { id: string; questions?: QuestionInput[] }) {
    const asked = useAskUser(questions, { requestId: id });
    useEffect(() => void Object.assign(hook, asked));
    return (
      <div {...asked.getRootProps()}>
        <textarea {...asked.questions[0]?.getFieldProps({ 'aria-label': 'Answer' })} />
        {asked.carried && <button onClick={asked.carried.use}>Use {asked.carried.answers.length}</button>}
      </div>
    );
  }

  it('has the answers, fills them in, and takes them back', async () => {
    const { rerender } = render(<Own id="r1" />);
    expect(hook.carried).toBeUndefined();
    await fill(field('Answer'), 'orders');
    rerender(<Own id="r2" questions={[NAME, PORT]} />);
    await loaded();
    expect(hook.carried).toMatchObject({
      answers: [{ index: 0, texts: ['orders'] }],
      changed: [],
      left: [],
      isUsed: false,
    });
    await mouseClick(button('Use 1'));
    expect([field('Answer').value, hook.carried?.isUsed, hook.phase]).toEqual(['orders', true, 'answering']);
    hook.carried?.undo();
    await expect.poll(() => field('Answer').value, SOON).toBe('');
    hook.carried?.dismiss();
    await expect.poll(() => hook.carried, SOON).toBeUndefined();
  });
});

it('checkbox answers are offered, too [R-CARRY]', async () => {
  const { update } = ask([FEATURES], { requestId: 'r1' });
  await loaded();
  await click(checkbox('REST API'));
  update([FEATURES], { requestId: 'r2' });
  await shown();
  await click(button('Use my answers'));
  expect(chosen()).toEqual(['REST API']);
});

describe('typed text of a question that the host removes from the request [R-CARRY]', () => {
  const [name, port] = [{ question: 'Its name?' }, { question: 'Its port?' }];

  it.each([
    ['in memory', {}],
    ['in a storage', STORED],
  ])('is kept for copying %s, and never moves to another question', async (_, options) => {
    const asked = ask([name, port, DATABASE], options);
    await loaded();
    await fill(field(/name/), 'orders');
    await mouseClick(tab(/2/));
    await fill(field(/port/), '8080');
    asked.update([{ question: 'Which port?' }, DATABASE], options);
    const text = await shown();
    expect(text).toContain('Its name?');
    expect(text).toContain('orders');
    expect(text).toContain('8080');
    await mouseClick(tab(/1/));
    expect(field(/Which port/)).toHaveValue('');
    expect(asked.onSubmit).not.toHaveBeenCalled();
  });

  it('is not offered while the request contains it', async () => {
    const asked = ask([name, port]);
    await loaded();
    await fill(field(/name/), 'orders');
    asked.update([{ question: 'What is its name?' }, port]);
    expect(field(/name/)).toHaveValue('orders');
    await none();
  });
});

it('the end of a delivery leaves those of the same request that is open again to their own card [R-CARRY]', async () => {
  let accept!: () => void;
  const accepted = new Promise<void>((resolve) => (accept = resolve));
  const first = ask([NAME], { ...STORED, onSubmit: () => accepted });
  await loaded();
  await fill(field(/name of/), 'orders');
  await click(button('Submit'));
  first.unmount();
  ask([NAME], STORED);
  await loaded();
  await act(async () => accept());
  await fill(field(/name of/), 'billing');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  ask([NAME], { ...STORED, requestId: 'r2' });
  await none();
});
