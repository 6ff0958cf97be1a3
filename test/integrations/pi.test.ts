import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toRecord } from 'react-ask-user/core';
import { askUser } from '../../src/dialects/ask-user.js';
import { createQueue, modeOf } from '../../src/pi/ask.js';
import askUserExtension from '../../src/pi/index.js';
import { createGivenAnswers } from '../../src/pi/pending.js';
import { messageOf, messagesFor, openCallsIn } from '../../src/pi/records.js';
import { renderCall, renderDetails, renderResult } from '../../src/pi/render.js';
import { createRpcFrontend } from '../../src/pi/rpc.js';
import { createComponent } from '../../src/pi/terminal.js';
import type { PiContext, PiExtensionApi, PiTheme, PiTool, PiUi } from '../../src/pi/types.js';
import type { AskUserRequest, AskUserResult } from 'react-ask-user/core';

const DATABASE = {
  question: 'Which database should we use?',
  header: 'Database',
  options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }],
};
const SERVICE = { question: 'What should we name this service?' };

function requestOf(id: string, ...questions: readonly object[]): AskUserRequest {
  const parsed = askUser.parse({ questions }, { requestId: id });
  if (!parsed.ok) throw new Error('not a request');
  return parsed.value;
}

const SQLITE = {
  status: 'answered' as const,
  answers: [
    {
      questionId: 'q1',
      question: DATABASE.question,
      answer: 'SQLite',
      text: 'SQLite',
      selectedOption: 'SQLite',
      wasCustom: false,
      selected: [{ index: 1, label: 'SQLite' }],
    },
  ],
};

const recordOf = (id: string, result: AskUserResult = SQLITE) =>
  toRecord(result, requestOf(id, DATABASE), { mode: 'interactive', answeredAt: 1 });

const theme: PiTheme = { fg: (color, text) => `<${color}>${text}</>`, bold: (text) => `<b>${text}</b>` };
const plainTheme: PiTheme = { fg: (_color, text) => text, bold: (text) => text };

const user = (text: string) => ({ role: 'user', content: text });
const calls = (...ids: readonly string[]) => ({
  role: 'assistant',
  stopReason: 'toolUse',
  content: ids.map((id) => ({ type: 'toolCall', id, name: 'ask_user', arguments: { questions: [DATABASE] } })),
});
const resultOf = (id: string, details: unknown = recordOf(id)) => ({
  role: 'toolResult',
  toolCallId: id,
  toolName: 'ask_user',
  content: [{ type: 'text', text: 'x' }],
  details,
});
const entry = (message: object) => ({ type: 'message', id: 'e', message });
const custom = (id: string) => ({ type: 'custom_message', id: 'e', ...messageOf(recordOf(id)) });
const customMessage = (id: string) => ({ role: 'custom', ...messageOf(recordOf(id)) });

describe('openCallsIn', () => {
  const idsOf = (...entries: readonly unknown[]) => openCallsIn(entries).map(({ id }) => id);

  it('returns the calls at the end of a branch that have no result [R-PI]', () => {
    expect(idsOf(entry(user('go')), entry(calls('a', 'b')))).toEqual(['a', 'b']);
    expect(idsOf(entry(calls('a', 'b')), entry(resultOf('a')))).toEqual(['b']);
    expect(openCallsIn([entry(calls('a'))])[0]?.input).toEqual({ questions: [DATABASE] });
  });

  it('omits calls that were answered later, failed, or were followed by a message [R-PI]', () => {
    expect(idsOf(entry(calls('a')), custom('a'))).toEqual([]);
    expect(idsOf(entry(calls('a')), { type: 'custom', customType: 'ask_user', data: recordOf('a') })).toEqual([]);
    expect(idsOf(entry(calls('a')), entry(resultOf('a', {})))).toEqual([]);
    expect(idsOf(entry(calls('a')), entry(user('forget it')))).toEqual([]);
    expect(idsOf(entry({ ...calls('a'), stopReason: 'aborted' }))).toEqual([]);
  });

  it('skips all other entries of pi and of other extensions [R-PI]', () => {
    const others = [null, 'x', {}, { type: 'label' }, { type: 'custom', customType: 'ask_user', data: { x: 1 } }];
    expect(idsOf(entry(calls('a')), ...others)).toEqual(['a']);
  });
});

describe('messagesFor', () => {
  it('returns later answers as the result of an interrupted call [R-PI]', () => {
    const branch = [entry(user('go')), entry(calls('a', 'b')), entry(resultOf('b')), custom('a')];
    const hidden = { role: 'custom', customType: 'ask_user_continue', content: 'Continue.' };
    const messages = [user('go'), calls('a', 'b'), resultOf('b'), customMessage('a'), hidden];
    const sent = messagesFor(messages, branch);
    expect(sent).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'toolResult', toolCallId: 'a', isError: false, content: [{ text: expect.stringContaining('SQLite') }] },
      { role: 'toolResult', toolCallId: 'b' },
    ]);
  });

  it('returns the stored result of a call whose client disconnected [R-PI]', () => {
    const data = recordOf('a', { status: 'connectionLost' });
    const branch = [entry(calls('a')), { type: 'custom', customType: 'ask_user', data }];
    const sent = messagesFor([calls('a'), user('and now?')], branch);
    expect(sent).toMatchObject([
      { role: 'assistant' },
      { toolCallId: 'a', content: [{ text: expect.stringContaining('"connectionLost":true') }] },
      { role: 'user' },
    ]);
  });

  it('leaves answers that belong to no open call as a message [R-PI]', () => {
    const messages = [calls('a'), resultOf('a'), customMessage('pending-1'), user('go on')];
    const branch = [entry(calls('a')), entry(resultOf('a')), custom('pending-1')];
    expect(messagesFor(messages, branch)).toEqual(messages);
  });

  it('adds a sentence for each compacted question to the summary [R-PI]', () => {
    const branch = [entry(calls('a')), entry(resultOf('a')), entry(calls('b')), entry(resultOf('b'))];
    const summary = { role: 'compactionSummary', summary: 'A summary.' };
    const [sent] = messagesFor([summary, calls('b'), resultOf('b')], branch) as [{ summary: string }];
    expect(sent.summary).toBe(
      'A summary.\n\nQuestions that were asked with ask_user, and what the user answered:\nUser was asked "Which database should we use?" and chose "SQLite".',
    );
    expect(messagesFor([summary], [])).toEqual([summary]);
  });
});

describe('createQueue', () => {
  it('runs one task at a time, in order, even after a task has failed [R-PI]', async () => {
    const queue = createQueue();
    const order: string[] = [];
    let release = (): void => {};
    const first = queue.add(async () => {
      await new Promise<void>((resolve) => (release = resolve));
      order.push('first');
      throw new Error('failed');
    });
    const second = queue.add(async () => order.push('second'));
    await vi.waitFor(() => release());
    release();
    await expect(first).rejects.toThrow('failed');
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  it('lets an aborted task settle while another one runs [R-PI]', async () => {
    const queue = createQueue();
    const controller = new AbortController();
    let release = (): void => {};
    const first = queue.add(() => new Promise<void>((resolve) => (release = resolve)));
    const second = queue.add(async () => 'settled', controller.signal);
    controller.abort();
    expect(await second).toBe('settled');
    release();
    await first;
  });
});

describe('modeOf', () => {
  const context = (fields: object) => ({ hasUI: true, ui: { getAllThemes: () => [] }, ...fields }) as never;

  it.each([
    [{ mode: 'tui' }, 'interactive'],
    [{ mode: 'rpc' }, 'rpc'],
    [{ mode: 'json', hasUI: false }, 'print'],
    [{ hasUI: false }, 'print'],
    [{}, 'rpc'],
    [{ ui: { getAllThemes: () => [{ name: 'dark' }] } }, 'interactive'],
  ])('returns the mode of %j as %s [R-PI]', (fields, mode) => {
    expect(modeOf(context(fields))).toBe(mode);
  });
});

describe('the terminal component', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function show(questions: readonly object[], theme: PiTheme = plainTheme, kept: { text?: string } = {}) {
    const tui = { terminal: { rows: 40 }, requestRender: vi.fn() };
    const done = vi.fn();
    const onInterrupt = vi.fn();
    const controller = new AbortController();
    const request = requestOf('a', ...questions);
    const component = createComponent({ request, kept, tui, theme, signal: controller.signal, onInterrupt, done });
    const text = (width = 80) => component.render(width).join('\n');
    text();
    vi.advanceTimersByTime(1_000);
    const press = (...keys: readonly string[]) => {
      for (const key of keys) {
        component.handleInput?.(key);
        text();
        vi.advanceTimersByTime(500);
      }
    };
    return { component, tui, done, onInterrupt, controller, press, text };
  }

  it('renders with pi’s theme, and again once keys count [R-PI]', () => {
    const { text, tui } = show([DATABASE], theme);
    expect(tui.requestRender).toHaveBeenCalledOnce();
    expect(text()).toContain('<b>Which database should we use?</b>');
    expect(text()).toContain('<muted>');
    expect(text()).toContain('Esc to cancel');
  });

  it('offers what was entered before an abort to the next request [R-CARRY]', () => {
    const kept = {};
    const { press, controller } = show([SERVICE], plainTheme, kept);
    press('o', 'k');
    controller.abort();
    const next = show([SERVICE], plainTheme, kept);
    expect(next.text()).toContain('You have already answered this question.');
    next.press('\u0012');
    expect(next.text()).toContain('Your earlier answers are filled in.');
    next.press('\r');
    expect(next.done.mock.calls).toMatchObject([[{ status: 'answered', answers: [{ answer: 'ok' }] }]]);
    expect(kept).toEqual({ text: undefined });
  });

  it('never renders a line that is wider than the terminal, or more lines than it has [R-PI]', () => {
    const { component, tui } = show([{ ...DATABASE, question: 'A long question, '.repeat(40) }, SERVICE]);
    for (const [width, rows] of [
      [20, 10],
      [44, 24],
      [200, 50],
    ] as const) {
      tui.terminal.rows = rows;
      const lines = component.render(width);
      expect(lines.length).toBeLessThanOrEqual(rows);
      expect(lines.filter((line) => line.length > width)).toEqual([]);
    }
  });

  it('accepts keys as pi passes them: legacy, Kitty’s and a whole paste [R-PI]', () => {
    const { press, done } = show([DATABASE, SERVICE]);
    press('\u001b[B', '\u001b[13u', '\u001b[200~two\rlines\u001b[201~', '\r', '\r');
    expect(done).toHaveBeenCalledExactlyOnceWith({
      status: 'answered',
      answers: [
        expect.objectContaining({ answer: 'SQLite' }) as unknown,
        expect.objectContaining({ answer: 'two\nlines' }) as unknown,
      ],
    });
  });

  it('marks the cursor for pi while the user types [R-PI]', () => {
    const { press, text } = show([SERVICE]);
    press('a', 'b');
    expect(text()).toContain('ab\u001b_pi:c\u0007\u001b[7m \u001b[27m');
  });

  it('cancels on Escape, which pi passes separately [R-PI]', () => {
    const { press, done } = show([DATABASE]);
    press('\u001b');
    expect(done).toHaveBeenCalledExactlyOnceWith({ status: 'cancelled' });
  });

  it('quits at the second of two consecutive presses of Ctrl+C within 3 s [R-PI]', () => {
    const { press, done, onInterrupt } = show([DATABASE]);
    press('\u0003', '\u001b[B', '\u0003');
    vi.advanceTimersByTime(3_000);
    press('\u0003');
    expect(onInterrupt).toHaveBeenCalledTimes(3);
    expect(done).not.toHaveBeenCalled();
    press('\u001b[99;5u');
    expect(done).toHaveBeenCalledExactlyOnceWith('quit');
  });

  it('ends an unterminated paste at Ctrl+C, and quits only after that [R-PI]', () => {
    const { press, onInterrupt, text } = show([SERVICE]);
    press('\u001b[200~half', '\u0003');
    expect(onInterrupt).not.toHaveBeenCalled();
    press('\u0003');
    expect(onInterrupt).toHaveBeenCalledOnce();
    expect(text()).toContain('half');
  });

  it('settles as aborted when the agent stops, and leaves no timer [R-PI]', () => {
    const { controller, done, component, press } = show([DATABASE]);
    controller.abort();
    expect(done).toHaveBeenCalledExactlyOnceWith({ status: 'aborted' });
    press('\r', '1');
    component.dispose?.();
    expect(done).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the messages in the conversation', () => {
  it('name the questions of a call, even while its arguments arrive [R-PI]', () => {
    const lines = (input: unknown, width = 80) => renderCall(input, plainTheme).render(width);
    expect(lines({ questions: [DATABASE, SERVICE] })).toEqual([
      'ask_user 2 questions: Database • What should we name this service?',
    ]);
    expect(lines({ questions: [DATABASE] }, 20)).toEqual(['ask_user 1 question…']);
    expect(lines({})).toEqual(['ask_user']);
    expect(lines(undefined, 4)).toEqual(['ask…']);
  });

  it('show one line per answer, and whole answers if expanded [R-PI]', () => {
    const details = JSON.parse(JSON.stringify(recordOf('a'))) as unknown;
    const lines = (expanded: boolean) => renderDetails(details, { expanded }, plainTheme)?.render(40);
    expect(lines(false)).toEqual(['✓ Database: SQLite']);
    expect(lines(true)).toEqual(['Which database should we use?', '  SQLite']);
    expect(renderDetails({ version: 9 }, { expanded: false }, plainTheme)).toBeUndefined();
  });

  it('show the text of a result without a record [R-PI]', () => {
    const result = { content: [{ type: 'text', text: 'Must have 1 item.' }], details: {} };
    expect(renderResult(result, { expanded: false }, theme).render(80)).toEqual(['<warning>Must have 1 item.</>']);
    expect(renderResult({}, { expanded: false }, theme).render(80)).toEqual([]);
  });
});

describe('--answers', () => {
  it('answers one request in question order, and is used once [R-PI]', () => {
    const given = createGivenAnswers(() => '["SQLite"]');
    const warn = vi.fn();
    expect(given.resultFor(requestOf('a', DATABASE), warn)).toEqual(SQLITE);
    expect(given.resultFor(requestOf('b', DATABASE), warn)).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ['["SQLite"', '--answers must be a JSON list'],
    ['{"a":1}', '--answers must be a JSON list'],
    ['["SQLite","more"]', 'expected 1 answer'],
    ['[""]', 'no answer to question 1'],
  ])('is ignored if it is %s [R-PI]', (flag, message) => {
    const given = createGivenAnswers(() => flag);
    const warn = vi.fn();
    expect(given.resultFor(requestOf('a', DATABASE), warn)).toBeUndefined();
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(message));
  });
});

describe('the questions over RPC', () => {
  function client(...replies: readonly (string | undefined)[]) {
    const left = [...replies];
    const input = vi.fn(async (_title: string, _placeholder?: string) => left.shift());
    const select = vi.fn(async (_title: string, options: string[]) => options[1]);
    const ui = { input, select } as object as PiUi;
    return { input, select, context: { ui } as object as PiContext };
  }

  it('are asked again with the issues until a response is valid [R-PI]', async () => {
    const wrong = { answers: ['SQLite', 'and more'] };
    const { context, input } = client(JSON.stringify(wrong), JSON.stringify({ answers: ['SQLite'] }));
    expect(await createRpcFrontend()(context, requestOf('a', DATABASE))).toEqual(SQLITE);
    const envelopes = input.mock.calls.map(([, envelope = '']) => JSON.parse(envelope) as { issues?: unknown });
    expect(envelopes).toMatchObject([
      { type: 'ask_user_request', requestId: 'a' },
      { requestId: 'a', issues: [{ path: 'answers' }] },
    ]);
  });

  it('are asked with dialogs once a value is not a JSON object [R-PI]', async () => {
    const { context, input, select } = client('SQLite');
    const ask = createRpcFrontend();
    expect(await ask(context, requestOf('a', DATABASE))).toEqual(SQLITE);
    expect(await ask(context, requestOf('b', DATABASE))).toEqual(SQLITE);
    expect(input).toHaveBeenCalledOnce();
    expect(select).toHaveBeenCalledTimes(2);
  });

  it('have numbers for equal labels in the dialogs [R-PI]', async () => {
    const { context } = client('');
    const request = requestOf('a', { question: 'Which?', options: ['Same', 'Same'] });
    const result = await createRpcFrontend()(context, request);
    expect(result).toMatchObject({ answers: [{ selected: [{ index: 1, label: 'Same' }] }] });
  });
});

describe('the extension', () => {
  function load() {
    let tool: PiTool | undefined;
    const handlers = new Map<string, (event: object, context: unknown) => unknown>();
    const pi = {
      on: (event: string, handler: (event: object, context: unknown) => unknown) => void handlers.set(event, handler),
      registerTool: (one: PiTool) => void (tool = one),
      registerFlag: vi.fn(),
      registerCommand: vi.fn(),
      registerMessageRenderer: vi.fn(),
      getFlag: () => undefined,
      sendMessage: vi.fn(),
      appendEntry: vi.fn(),
    };
    askUserExtension(pi as object as PiExtensionApi);
    if (!tool) throw new Error('no tool');
    return { pi, tool, emit: (event: string, data: object, context: object) => handlers.get(event)?.(data, context) };
  }

  it('repairs arguments before pi validates them, and keeps their metadata [R-PI]', () => {
    const { tool } = load();
    const questions = '[{"question":"Which?","options":["A"]}]';
    expect(tool.prepareArguments?.({ questions, metadata: { a: 1 }, answers: ['A'] })).toEqual({
      questions: [{ id: 'q1', question: 'Which?', multiSelect: false, options: [{ label: 'A' }] }],
      metadata: { a: 1 },
    });
    expect(tool.prepareArguments?.({ questions: [] })).toEqual({ questions: [] });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['what looks like an answer', SQLITE],
  ])('settles as unavailable, not as cancelled, if the host shows nothing and returns %s', async (_, value) => {
    const { tool } = load();
    const context = { mode: 'tui', hasUI: true, ui: { custom: async () => value } } as object as PiContext;
    const { content, details } = await tool.execute('a', { questions: [DATABASE] }, undefined, undefined, context);
    expect(details).toMatchObject({ result: { status: 'unavailable' } });
    expect(content[0]!.text).toContain('The host did not show the question.');
    expect(content[0]!.text).not.toContain('cancelled');
  });

  it('is aborted, not unavailable, if the run ends while the host shows the question and returns nothing', async () => {
    const { tool } = load();
    const controller = new AbortController();
    const tui = { terminal: { rows: 40 }, requestRender: () => {} };
    const ended = (end: () => void) => async (create: Parameters<PiUi['custom']>[0]) => {
      create(tui as never, plainTheme, undefined as never, () => {});
      end();
    };
    const context = {
      mode: 'tui',
      hasUI: true,
      ui: { custom: ended(() => controller.abort()) },
    } as object as PiContext;
    const run = tool.execute('a', { questions: [DATABASE] }, controller.signal, undefined, context);
    expect((await run).details).toMatchObject({ result: { status: 'aborted' } });
  });

  it('rejects a call without a question, and shows nothing [R-PI]', async () => {
    const { tool } = load();
    const custom = vi.fn();
    const context = { mode: 'tui', hasUI: true, ui: { custom } } as object as PiContext;
    await expect(tool.execute('a', { questions: [] }, undefined, undefined, context)).rejects.toThrow('questions');
    expect(custom).not.toHaveBeenCalled();
  });

  it.each([
    ['quit', 'rpc', 1],
    ['new', 'rpc', 0],
    ['quit', 'tui', 0],
  ])('stores connectionLost at the end by %s in mode %s for %i calls [R-PI]', (reason, mode, count) => {
    const { pi, emit } = load();
    const sessionManager = { getBranch: () => [entry(calls('a'))] };
    emit('session_shutdown', { reason }, { mode, hasUI: true, sessionManager });
    expect(pi.appendEntry).toHaveBeenCalledTimes(count);
    if (count) {
      const record = expect.objectContaining({ requestId: 'a', result: { status: 'connectionLost' } }) as unknown;
      expect(pi.appendEntry).toHaveBeenCalledWith('ask_user', record);
    }
  });
});
