import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildAnswers } from '../../../src/core/index.js';
import { AskUserAnnouncer } from '../../../src/react/index.js';
import { button, cleanUpAfterEach, click, focused, radio } from '../../helpers/browser/card.js';
import { fill, press, typeKeys } from '../../helpers/browser/keys.js';
import { withLook } from '../../helpers/browser/media.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { FEATURES, NAME } from '../../helpers/browser/questions.js';
import { answered, live, mount, nameField, q1, q2, q3, say, text } from '../../helpers/browser/queue.js';
import { createScriptedClient, wire } from '../../helpers/scripted-client.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

const UNUSED = 'Your answer wasn’t used. You can still copy it.';
const shownTexts = () => [...document.querySelectorAll('dd')].map((one) => one.textContent);
const description = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ');

describe('entered data that was not used [R-QUEUE] [R-FIRST]', () => {
  it.each([
    ['answered', { status: 'answered', answers: [] }],
    ['cancelled', { status: 'cancelled' }],
    ['withdrawn', { status: 'aborted', reason: 'The run was stopped.' }],
    ['superseded', { status: 'aborted', reason: 'superseded' }],
  ] as const)('is shown and marked as not used after the request was %s', async (_, result) => {
    const client = createScriptedClient(wire('q1', [FEATURES]), q2());
    mount(client);
    const [first, second] = screen.getAllByRole('checkbox');
    await mouseClick(first!);
    await mouseClick(second!);
    const labels = FEATURES.options!.slice(0, 2).map((option) => (typeof option === 'string' ? option : option.label));
    await say(() => client.end('q1', result, { by: 'Ana' }));
    expect([text('settled')?.includes(UNUSED), shownTexts()]).toEqual([true, labels]);
    expect(description(document.activeElement!)).toBe(UNUSED);
  });

  it('describes the focused heading, together with the answer that counts', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await mouseClick(nameField());
    await typeKeys('mine');
    await say(() => client.end('q1', answered('theirs'), { by: 'Ana' }));
    expect([focused(), description(document.activeElement!)]).toEqual([
      'title Answered by Ana',
      `${UNUSED} | What is the name of the service?“theirs”`,
    ]);
  });

  it('is listed only if it differs from the answer that counts', async () => {
    const both = [wire('q1', [FEATURES, NAME]), wire('q2', [FEATURES, NAME])];
    const client = createScriptedClient(...both);
    mount(client);
    const enter = async () => {
      const [first, second] = screen.getAllByRole('checkbox');
      await mouseClick(second!);
      await mouseClick(first!);
      await mouseClick(screen.getByRole('tab', { name: /Name/ }));
      await mouseClick(nameField());
      await typeKeys('orders');
    };
    const theirs = (at: number, name: string) => {
      const { request } = both[at]!;
      const [features, named] = request.questions.map(({ id }) => id);
      const replies = [
        { questionId: features!, selected: [0, 1] },
        { questionId: named!, selected: [], custom: name },
      ];
      const built = buildAnswers(request, replies);
      if (!built.ok) throw new Error(JSON.stringify(built.issues));
      return { status: 'answered', answers: built.value } as const;
    };
    await enter();
    await say(() => client.end('q1', theirs(0, 'billing'), { by: 'Ana' }));
    expect([text('settled')?.includes(UNUSED), shownTexts()]).toEqual([
      true,
      ['Accounts, REST API', '“billing”', 'orders'],
    ]);
    await click(button('Next question'));
    await enter();
    await say(() => client.end('q2', theirs(1, 'orders'), { by: 'Ana' }));
    expect([text('settled')?.includes(UNUSED), shownTexts()]).toEqual([false, ['Accounts, REST API', '“orders”']]);
  });

  it('is not mentioned if nothing was entered', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    nameField().focus();
    await say(() => client.end('q1', answered('theirs'), { by: 'Ana' }));
    expect([text('settled')?.includes(UNUSED), shownTexts()]).toEqual([false, ['“theirs”']]);
    expect(description(document.activeElement!)).toBe('What is the name of the service?“theirs”');
  });

  it('is clamped to three lines with Show all by keyboard, and Next stays in sight', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client);
    await mouseClick(nameField());
    await fill(nameField(), 'mine '.repeat(1000));
    await say(() => client.end('q1', answered('theirs '.repeat(1000)), { by: 'Ana' }));
    const texts = [...document.querySelectorAll('[data-ask-user="answer-text"]')];
    expect(texts).toHaveLength(2);
    for (const one of texts) {
      expect(one.scrollHeight).toBeGreaterThan(one.clientHeight * 2);
      expect(one.clientHeight).toBeLessThan(80);
    }
    expect(button('Next question').getBoundingClientRect().bottom).toBeLessThan(600);
    for (const all of screen.getAllByRole('button', { name: 'Show all' })) {
      all.focus();
      await press('Enter');
    }
    for (const one of texts) expect(one.scrollHeight).toBe(one.clientHeight);
  });

  it('does not put short texts in the tab order', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await mouseClick(nameField());
    await typeKeys('mine');
    await say(() => client.end('q1', answered('theirs'), { by: 'Ana' }));
    expect(document.querySelectorAll('[data-ask-user="settled"] :is([tabindex="0"], dd button)')).toHaveLength(0);
  });
});

describe('a settled or orphaned card [R-QUEUE]', () => {
  it('yields to the next request, and its settlement is reported to the host and announced', async () => {
    const client = createScriptedClient(q1(), q2());
    const onSettled = vi.fn();
    mount(client, { onSettled }, (page) => <AskUserAnnouncer>{page}</AskUserAnnouncer>);
    button('Before').focus();
    await say(() => client.end('q1', { status: 'aborted', reason: 'superseded' }));
    expect([text('title'), focused()]).toEqual(['Question from Bo', 'button Before']);
    expect(live()).toEqual(['Ada no longer needs an answer', '']);
    expect(onSettled.mock.calls.map(([{ request, isLocal }]) => [request.request.requestId, isLocal])).toEqual([
      ['q1', false],
    ]);
    expect(client.calls).toEqual([['dismiss', 'q1']]);
  });

  it('stays until a next request arrives', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect([text('title'), button('Close').isConnected]).toEqual(['Answered by Ana', true]);
    await say(() => client.arrive(q2()));
    expect(text('title')).toBe('Question from Bo');
  });

  it('stays if it has focus or entered data', async () => {
    const client = createScriptedClient(q1(), q2(), q3());
    mount(client);
    nameField().focus();
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(focused()).toBe('title Answered by Ana');
    await click(button('Next question'));
    await mouseClick(radio('SQLite'));
    button('Before').focus();
    await say(() => client.end('q2', { status: 'cancelled' }));
    expect([text('title'), shownTexts()]).toEqual(['Cancelled in another window', ['SQLite']]);
  });

  it.each(['inline', 'modal'] as const)(
    'yields if another user gave the same answer as the one in flight (%s)',
    async (presentation) => {
      const client = createScriptedClient(q1(), q2());
      client.reply(new Promise(() => {}));
      mount(client, { presentation });
      await mouseClick(nameField());
      await typeKeys('orders\n');
      await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
      expect(focused()).toBe('title Question from Bo');
    },
  );

  it('yields if it is orphaned, and is shown again after the others', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client);
    await say(() => client.orphan('q1'));
    expect([text('title'), live(), client.calls]).toEqual(['Question from Bo', ['The agent has stopped', ''], []]);
    await say(() => client.end('q2', answered('x'), { isLocal: true }));
    expect(text('title')).toBe('The agent has stopped');
  });

  it('stays if it is orphaned and something was entered', async () => {
    const client = createScriptedClient(q2(), q3());
    mount(client);
    await mouseClick(radio('SQLite'));
    button('Before').focus();
    await say(() => client.orphan('q2'));
    expect([text('title'), shownTexts()]).toEqual(['The agent has stopped', ['SQLite']]);
  });
});

describe('a new instance of a request id [R-QUEUE]', () => {
  it('is a different request, which is shown after the settled one', async () => {
    const client = createScriptedClient(q1());
    const onSettled = vi.fn();
    mount(client, { onSettled });
    await mouseClick(nameField());
    await typeKeys('old');
    await say(() => client.end('q1', answered('theirs'), { by: 'Ana' }));
    await say(() => client.arrive(wire('q1', q1().request.questions, { instanceId: 'q1#2' })));
    expect([text('title'), text('queue-count')]).toEqual(['Answered by Ana', '1 more waiting']);
    await click(button('Next question'));
    await expect.poll(() => nameField().value).toBe('');
    await mouseClick(nameField());
    await typeKeys('new\n');
    await expect.poll(() => onSettled.mock.calls.map(([{ isLocal }]) => isLocal)).toEqual([false, true]);
    expect(client.instances).toEqual(['q1#2']);
  });

  it('settles the instance that is shown, which keeps its text', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await mouseClick(nameField());
    await typeKeys('old');
    await say(() => {
      client.forget('q1');
      client.arrive(wire('q1', q1().request.questions, { instanceId: 'q1#2' }));
    });
    expect([shownTexts(), text('queue-count')]).toEqual([['old'], '1 more waiting']);
  });
});

it('a request that cannot be rendered is reported, and the next one can be reached [R-QUEUE]', async () => {
  const client = createScriptedClient(q1(), q2());
  const onSettled = vi.fn();
  // React logs each caught error.
  vi.mocked(console.error).mockImplementation(() => {});
  mount(client, {
    onSettled,
    renderText: (shown) => {
      if (shown.includes('service')) throw new Error('torn');
      return shown;
    },
  });
  vi.mocked(console.error).mockClear();
  expect(text('title')).toBe('Ada’s request couldn’t be shown');
  expect(onSettled.mock.calls.map(([{ result, isLocal }]) => [result, isLocal])).toEqual([
    [{ status: 'unavailable', reason: 'torn' }, false],
  ]);
  await click(button('Next question'));
  expect([text('title'), onSettled.mock.calls.length]).toEqual(['Question from Bo', 1]);
});

describe('the queue in forced colors', () => {
  withLook({ 'forced-colors': 'active' });

  it('shows Try again beside the error as a link', async () => {
    const client = createScriptedClient(q1());
    client.reply({ ok: false, code: 'offline', message: 'no' });
    mount(client);
    await mouseClick(button('Cancel'));
    await expect.poll(() => text('error')).toContain('Couldn’t send');
    expect(getComputedStyle(button('Try again')).textDecorationLine).toBe('underline');
  });
});
